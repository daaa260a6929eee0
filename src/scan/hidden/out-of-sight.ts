/*
 * Text after so many blank lines, or so many spaces, that nobody scrolls to it.
 */

import { severestOrder } from '../injection/orders.js';
import type { PreparedFile } from '../prepare.js';
import { normalizeText } from './fold.js';
import type { RuleMatch } from './sighting.js';

const blankLines = 40;
const blankColumns = 150;

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

/** What follows the first long run of spaces. */
function wordsBeside(line: string): string | undefined {
  if (line.length <= blankColumns) return undefined;
  const run = /(?<!\s)\s{150,}/.exec(line.trimEnd());
  return run ? line.slice(run.index + run[0].length) : undefined;
}
