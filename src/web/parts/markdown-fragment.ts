/*
 * The second lock on Markdown that somebody else wrote: what was made of it passes a sanitiser that knows only the elements
 * and attributes we make. Kept apart from the component, so that it is loaded only where something is rendered.
 */

import DOMPurify from 'dompurify';
import { type FileAddress, markdownHtml } from './markdown-html.js';

const allowed = {
  ALLOWED_TAGS: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a'],
    ...['strong', 'em', 's', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'rel', 'id', 'class', 'start', 'tabindex'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

export function markdownFragment(text: string, fileAddress?: FileAddress): DocumentFragment {
  return DOMPurify.sanitize(markdownHtml(text, fileAddress), { ...allowed, RETURN_DOM_FRAGMENT: true });
}
