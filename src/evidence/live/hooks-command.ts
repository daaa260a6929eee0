/*
 * The command line that a hook is given: `coppice` where that is what the shell finds, now and later, else this very
 * program with the Node that runs it.
 */

import { delimiter, join } from 'node:path';
import type { Files } from '../../system/files.js';
import { hookWords } from './settings-hooks.js';

/** How the program was started. */
export interface ProgramStart {
  /** The Node that runs it. */
  readonly executable: string;
  readonly script: string;
}

interface HookCommandOptions {
  /** The variable PATH. */
  readonly searchPath: string;
  /** Where to record, unless it is the usual place. */
  readonly home?: string | undefined;
}

export function hookCommand(
  files: Pick<Files, 'realPath'>,
  program: ProgramStart,
  { searchPath, home }: HookCommandOptions,
): string {
  const words = isFoundByName(files, program.script, searchPath)
    ? ['coppice']
    : [quoted(program.executable), quoted(files.realPath(program.script) ?? program.script)];
  return [...words, ...(home === undefined ? [] : ['--home', quoted(home)]), hookWords].join(' ');
}

/** Whether the name leads the shell to this script. What npx and npm run put on the path is gone after them. */
function isFoundByName(files: Pick<Files, 'realPath'>, script: string, searchPath: string): boolean {
  const found = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '' && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => files.realPath(join(folder, 'coppice')))
    .find((path) => path !== undefined);
  return found !== undefined && found === files.realPath(script);
}

/** For the shell, in which these four mean something even between double quotes. */
function quoted(word: string): string {
  return `"${word.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
