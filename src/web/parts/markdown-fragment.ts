/*
 * The second protection against Markdown from strangers: the rendered HTML passes a sanitiser that allows only the
 * elements and attributes we create. In its own file, so that it is loaded only when something is rendered.
 */

import DOMPurify from 'dompurify';
import { codeParts } from '../rules/code-tokens.js';
import { type FileAddress, markdownHtml } from '../rules/markdown-html.js';

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
  const html = markdownHtml(text, fileAddress);
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  // Each block reads in the direction of its own script; code always from the left.
  for (const block of fragment.children) if (block.tagName !== 'PRE') block.setAttribute('dir', 'auto');
  for (const code of fragment.querySelectorAll('pre > code[class^="language-"]')) colour(code);
  return fragment;
}

/** The parts are set as text, so that colours add nothing that was not there. */
function colour(code: Element): void {
  const parts = codeParts(code.textContent ?? '', code.className.slice('language-'.length));
  code.replaceChildren(
    ...parts.map(({ kind, text }) => {
      if (kind === 'plain') return text;
      const span = document.createElement('span');
      span.className = `code-${kind}`;
      span.textContent = text;
      return span;
    }),
  );
}

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  readonly isPart: boolean;
}

/** The headings of the two upper levels. */
export function contentsOf(fragment: ParentNode): readonly ContentsEntry[] {
  const headings = [...fragment.querySelectorAll('h2[id], h3[id]')];
  const top = headings.some(({ tagName }) => tagName === 'H2') ? 'H2' : 'H3';
  return headings.map(({ id, textContent, tagName }) => ({
    id,
    text: textContent ?? '',
    isPart: tagName !== top,
  }));
}
