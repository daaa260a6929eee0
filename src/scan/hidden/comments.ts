/*
 * Comments of Markdown and HTML: gone from the rendered page, and read by the agent. A note to authors is fine; an
 * order to the agent is not.
 */

import { severestOrder } from '../injection/orders.js';
import { lineIndexAt } from '../lines.js';
import type { PreparedFile } from '../prepare.js';
import { normalizeText } from './fold.js';
import type { RuleMatch } from './sighting.js';

export function findComments({ text, starts, fenced, content }: PreparedFile): readonly RuleMatch[] {
  if (content !== 'markdown' && content !== 'text') return [];
  return commentsIn(text).flatMap(({ index, words }): readonly RuleMatch[] => {
    const line = lineIndexAt(starts, index) + 1;
    if (fenced[line - 1]) return [];
    const folded = normalizeText(words);
    const order = severestOrder(folded);
    if (order) {
      const severity = order.severity === 'critical' ? 'critical' : 'high';
      return [{ rule: 'comment', severity, line, excerpt: folded.slice(Math.max(0, order.start - 40)) }];
    }
    if (runs.test(folded)) {
      return [
        {
          rule: 'comment',
          line,
          excerpt: folded,
          why: 'A command that fetches or runs stands in a comment.',
        },
      ];
    }
    if (!addresses.test(folded)) return [];
    const why = 'A comment that readers do not see speaks to the agent.';
    return [{ rule: 'comment', severity: 'medium', line, excerpt: folded, why }];
  });
}

interface Comment {
  readonly index: number;
  readonly words: string;
}

/** `<!-- -->`, and the link definition that some use as one: `[//]: # (text)`. */
function commentsIn(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  for (let index = text.indexOf('<!--'); index !== -1; ) {
    const close = text.indexOf('-->', index + 4);
    // Without an end it hides all that follows, but only where it begins a line; elsewhere it is spoken of.
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

/** The agent by name together with a duty. */
const addresses =
  /\b(?:ai|assistants?|agents?|llms?|claude|gpt|models?|copilot)\b[^.\n]{0,60}?(?:\bmust\b|\bshould\b|\balways\b|\bnever\b|\bshall\b|\bneeds? to\b|[:,] ?(?:please )?(?:read|send|run|execute|fetch|include|add|use|write|post|call|open|copy))|\byou (?:must|should|are required to|have to) (?:always |also |now |first )?(?:read|send|run|execute|fetch|include|upload|post|call|open|copy|install)\b/i;
