/*
 * The story as text: what is typed, what is printed, what to see in it. Of long output the first lines
 * are shown and the rest is counted; the home in the temporary folder is written as ~, which it is for the commands.
 */

import { cut } from '../../text/width.js';
import type { Answer, PlayedStep, Scene } from './chapter.js';

/** Wider than this, a line of output is cut. */
export const screenWidth = 110;
const usualLines = 14;

/** As a shell would take them. */
export function commandText({ words, input }: Pick<Scene, 'words' | 'input'>, userHome: string): string {
  const short = words.map((word) => word.replace(userHome, '~'));
  const typed = ['coppice', ...short].map((word) => (/^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word}'`));
  return `${typed.join(' ')}${input === undefined ? '' : ' < token.txt'}`;
}

export function shownLines(
  { stdout, stderr }: Answer,
  { lines = usualLines }: Pick<Scene, 'lines'>,
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
