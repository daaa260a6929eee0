/*
 * Finds text that a reader of the rendered page does not see: after many blank lines or spaces, in comments, or hidden
 * by its style.
 */

import { lineIndexAt, linesWith } from '../../package/lines.js';
import { normalizeText } from '../../package/plain-letters.js';
import type { PreparedFile } from '../../package/prepare.js';
import { severestOrder } from '../injection/orders.js';
import type { RuleMatch } from './rules.js';

const blankLines = 40;
const blankColumns = 150;

/** Text after so many blank lines or spaces that nobody scrolls to it. */
export function findOutOfSight({ lines, content }: PreparedFile): readonly RuleMatch[] {
  if (content !== 'markdown' && content !== 'text') return [];
  let blanks = 0;
  return lines.flatMap((line, index): readonly RuleMatch[] => {
    const words = line.trim();
    if (words === '') {
      blanks += 1;
      return [];
    }
    const isBelow = blanks >= blankLines;
    blanks = 0;
    const beside = line.startsWith('|') ? undefined : wordsBeside(line);
    if (!isBelow && beside === undefined) return [];
    const excerpt = normalizeText(beside ?? words);
    const severity = severestOrder(excerpt) ? 'high' : 'medium';
    return [{ rule: 'out-of-sight', severity, line: index + 1, excerpt }];
  });
}

/** The text after the first long run of spaces. */
function wordsBeside(line: string): string | undefined {
  if (line.length <= blankColumns) return undefined;
  const run = /(?<!\s)\s{150,}/.exec(line.trimEnd());
  return run ? line.slice(run.index + run[0].length) : undefined;
}

/** Comments of Markdown and HTML. A note to authors is fine; an instruction to the agent is not. */
export function findComments({ text, starts, fenced, content }: PreparedFile): readonly RuleMatch[] {
  if (content !== 'markdown' && content !== 'text') return [];
  return commentsIn(text).flatMap(({ index, words }): readonly RuleMatch[] => {
    const line = lineIndexAt(starts, index) + 1;
    if (fenced[line - 1]) return [];
    const normalized = normalizeText(words);
    const order = severestOrder(normalized);
    if (order) {
      const severity = order.severity === 'critical' ? 'critical' : 'high';
      return [{ rule: 'comment', severity, line, excerpt: normalized.slice(Math.max(0, order.start - 40)) }];
    }
    if (runs.test(normalized)) {
      return [
        {
          rule: 'comment',
          line,
          excerpt: normalized,
          why: 'A comment contains a command that downloads or runs something.',
        },
      ];
    }
    if (!addresses.test(normalized)) return [];
    const why = 'A comment that readers do not see addresses the agent.';
    return [{ rule: 'comment', severity: 'medium', line, excerpt: normalized, why }];
  });
}

interface Comment {
  readonly index: number;
  readonly words: string;
}

/** `<!-- -->`, and link definitions that serve as comments: `[//]: # (text)`. */
function commentsIn(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  for (let index = text.indexOf('<!--'); index !== -1; ) {
    const close = text.indexOf('-->', index + 4);
    // A comment without an end hides the rest of the text, but only at the start of a line; elsewhere it is a mention.
    if (close === -1 && index > 0 && text[index - 1] !== '\n') break;
    const end = close === -1 ? text.length : close;
    comments.push({ index, words: text.slice(index + 4, end) });
    index = text.indexOf('<!--', end);
  }
  for (const { index, 1: words = '' } of text.matchAll(/^\[[^\]\n]{1,40}\]: *(?:#|<>) *["'(](.*)$/gm)) {
    comments.push({ index, words });
  }
  return comments;
}

const runs =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}(?:https?:|\|)|\bbase64 +-d|\brm -rf\b|\beval\b *[($"]/i;

/** The agent by name, together with an instruction. */
const addresses =
  /\b(?:ai|assistants?|agents?|llms?|claude|gpt|models?|copilot)\b[^.\n]{0,60}?(?:\bmust\b|\bshould\b|\balways\b|\bnever\b|\bshall\b|\bneeds? to\b|[:,] ?(?:please )?(?:read|send|run|execute|fetch|include|add|use|write|post|call|open|copy))|\byou (?:must|should|are required to|have to) (?:always |also |now |first )?(?:read|send|run|execute|fetch|include|upload|post|call|open|copy|install)\b/i;

/** HTML with a style that hides its text. Code fences are examples, and `<details>` can be opened. */
export function findHiddenByStyle(file: PreparedFile): readonly RuleMatch[] {
  const { lines, fenced, content } = file;
  if (content !== 'markdown' && content !== 'text') return [];
  return linesWith(file, tagStart).flatMap((index): readonly RuleMatch[] => {
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

const tagStart = /<\w{1,20} |\\(?:text)?color\{/g;
const tags = /<\w{1,20} [^<>]{1,400}>|\\(?:text)?color\{white\}/g;

const hides =
  /[ "';](?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0(?![.\d])|opacity ?: ?0(?![.\d])|color ?: ?(?:white|#fff(?:fff)?|transparent)\b|(?:left|top|text-indent) ?: ?-\d{3,5})| hidden(?=[ >=])|color\{white\}/i;
