/*
 * The walk as docs/getting-started.md shows it: what is typed and the first lines of what is printed. Ids, which differ
 * from run to run, are left out.
 */

import type { Walk, WalkedStep } from './walk.js';

const maxLines = 3;

export function walkTranscript({ steps }: Pick<Walk, 'steps'>): string {
  const [first, ...others] = steps;
  const last = others.pop();
  if (first === undefined || last === undefined) throw new Error('nothing was walked');
  // The screens in between only lead from one command to the next.
  const followed = others.filter(({ command }) => command !== 'coppice');
  const lines = [
    ...typed(first, problemLines(first)),
    ...followed.flatMap((step) => typed(step, shortened(outputOf(step)))),
    ...typed(last, nextLines(last)),
  ];
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

/** The page with the transcript in its place. */
export function withWalk(page: string, transcript: string): string {
  const marked = /(<!-- the walk: written by npm run homes -->\n)[\s\S]*?(<!-- end -->)/;
  if (!marked.test(page)) throw new Error('the page has no place for the walk');
  return page.replace(marked, (_, begin: string, end: string) => `${begin}${transcript}${end}`);
}

const typed = ({ command }: WalkedStep, lines: readonly string[]) => [`$ ${command}`, ...lines];

function outputOf({ answer: { stdout, stderr } }: WalkedStep): readonly string[] {
  return `${stdout}${stderr}`
    .replaceAll(/(coppice undo )\S+/g, '$1…')
    .trimEnd()
    .split('\n');
}

/** What matters now, then the last lines, which say what to do. */
function problemLines(screen: WalkedStep): readonly string[] {
  const lines = outputOf(screen);
  return [...lines.slice(0, lines.indexOf('')), '…', ...nextLines(screen)];
}

const nextLines = (screen: WalkedStep) => outputOf(screen).filter((line) => line.startsWith('next '));

/** The first lines, and the one that says how to take it back. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const beginning = lines.slice(0, maxLines - 1);
  const summary =
    lines.slice(beginning.length).find((line) => line.includes('coppice undo ')) ?? lines.at(-1);
  return [...beginning, '…', summary ?? ''];
}
