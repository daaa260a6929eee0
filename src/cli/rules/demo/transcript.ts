/*
 * The part of the story that README.md shows: the commands whose first lines are the same on every machine, and as much
 * of them as is.
 */

import { cut } from '../../../text/width.js';
import type { Answer, PlayedStep, Scene } from './chapter.js';

/** By the beginning of the command: how many lines of its output. */
const shownInReadme: readonly (readonly [string, number])[] = [
  ['coppice search', 3],
  ['coppice evidence backfill', 3],
  ['coppice evolve run --apply-low-risk', 2],
  ['coppice evolve show', 2],
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

/*
 * The story as text: what is typed, what is printed, what to see in it. Of long output the first lines
 * are shown and the rest is counted; the home in the temporary folder is written as ~, which it is for the commands.
 */

/** Wider than this, a line of output is cut. */
export const screenWidth = 110;
const defaultLines = 14;

/** As a shell would take them. */
export function commandText({ words, input }: Pick<Scene, 'words' | 'input'>, userHome: string): string {
  const short = words.map((word) => word.replace(userHome, '~'));
  const typed = ['coppice', ...short].map((word) => (/^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word}'`));
  return `${typed.join(' ')}${input === undefined ? '' : ' < token.txt'}`;
}

export function shownLines(
  { stdout, stderr }: Answer,
  { lines = defaultLines }: Pick<Scene, 'lines'>,
  userHome: string,
): readonly string[] {
  const all = `${stdout}${stderr}`
    .replaceAll(userHome, '~')
    .trimEnd()
    .split('\n')
    .map((line) => cut(line, screenWidth));
  const left = all.length - lines;
  return left <= 1 ? all : [...all.slice(0, lines), `… ${left} more lines`];
}

/** The command and its output, as a terminal shows them. */
export function terminalLines({ command, folder, shown }: PlayedStep): readonly string[] {
  return [`${folder === '~' ? '' : `${folder} `}$ ${command}`, ...shown];
}
