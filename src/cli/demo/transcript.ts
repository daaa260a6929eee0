/*
 * The part of the story that README.md shows: the commands whose first lines are the same on every machine, and as much of
 * them as is.
 */

import type { PlayedStep } from './chapter.js';
import { terminalLines } from './narration.js';

/** By the beginning of the command: how many lines of its output. */
const shownInReadme: readonly (readonly [string, number])[] = [
  ['coppice search', 3],
  ['coppice evidence backfill', 3],
  ['coppice evolve run --apply-low-risk', 3],
  ['coppice curate --now', 4],
  ['coppice restore', 1],
  ['coppice ensure', 1],
];

export function transcript(steps: readonly PlayedStep[]): string {
  const lines = shownInReadme.flatMap(([beginning, count]) => {
    const step = steps.find(({ command }) => command.startsWith(beginning));
    if (step === undefined) throw new Error(`the story has no ${beginning}`);
    const { shown } = step;
    return terminalLines({ ...step, shown: shown.length > count ? [...shown.slice(0, count), '…'] : shown });
  });
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

/** The page with the transcript in its place. */
export function withTranscript(page: string, text: string): string {
  const marked = /(<!-- coppice demo -->\n)[\s\S]*?(<!-- end -->)/;
  if (!marked.test(page)) throw new Error('the page has no place for the transcript');
  return page.replace(marked, (_, begin: string, end: string) => `${begin}${text}${end}`);
}
