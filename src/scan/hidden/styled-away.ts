/*
 * HTML in Markdown whose style takes its words from sight. Styles inside a code fence are somebody's example; folded
 * sections (`<details>`) are seen.
 */

import { severestOrder } from '../injection/orders.js';
import { linesWith } from '../lines.js';
import type { PreparedFile } from '../prepare.js';
import { normalizeText } from './fold.js';
import type { RuleMatch } from './sighting.js';

export function findHiddenByStyle(file: PreparedFile): readonly RuleMatch[] {
  const { lines, fenced, content } = file;
  if (content !== 'markdown' && content !== 'text') return [];
  return linesWith(file, beginningOfTag).flatMap((index): readonly RuleMatch[] => {
    const line = lines[index] ?? '';
    const tag = fenced[index] ? undefined : [...line.matchAll(tags)].find(([text]) => hides.test(text));
    if (!tag) return [];
    const after = `${line.slice(tag.index + tag[0].length)} ${lines.slice(index + 1, index + 4).join(' ')}`;
    const words = normalizeText(after.split('</', 1)[0] ?? '')
      .replace(/<[^>]*>/g, ' ')
      .trim();
    if (!/\p{L}{2}/u.test(words)) return [];
    const order = severestOrder(words);
    const severity =
      order?.severity === 'critical' ? 'critical' : order || words.length > 40 ? 'high' : 'medium';
    return [{ rule: 'styled-away', severity, line: index + 1, excerpt: words }];
  });
}

const beginningOfTag = /<\w{1,20} |\\(?:text)?color\{/g;
const tags = /<\w{1,20} [^<>]{1,400}>|\\(?:text)?color\{white\}/g;

const hides =
  /[ "';](?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0(?![.\d])|opacity ?: ?0(?![.\d])|color ?: ?(?:white|#fff(?:fff)?|transparent)\b|(?:left|top|text-indent) ?: ?-\d{3,5})| hidden(?=[ >=])|color\{white\}/i;
