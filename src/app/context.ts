/*
 * What a command is given of the world: everything it may read or talk to, made once at the edge; and the library in
 * it that the flags of the command line choose.
 */

import { resolve } from 'node:path';
import type { Input } from '../cli/rules/input.js';
import type { ProgramStart } from '../evidence/live/hooks.js';
import { type LibraryPlace, type OpenLibrary, openLibrary } from '../library/open-library.js';
import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import type { Terminal } from '../system/terminal/terminal.js';
import { CoppiceError } from '../text/errors.js';

export interface Context {
  readonly files: Files;
  readonly clock: Clock;
  /** The folder relative paths are resolved against. */
  readonly workingFolder: string;
  /** Coppice's own folder, unless a flag says otherwise. */
  readonly home: string;
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** How this very program is started, for what is to start it later. */
  readonly program: ProgramStart;
  /** All of standard input. */
  readStdin(): Uint8Array;
}

/** By the flags that every verb takes. */
export function libraryOf(context: Context, input: Input): OpenLibrary {
  return openLibrary(libraryOptions(context, input));
}

export function libraryOptions(context: Context, input: Input): LibraryPlace {
  const { files, clock, workingFolder, userHome, platform, environment } = context;
  return {
    files,
    clock,
    home: resolve(workingFolder, input.text('home') ?? context.home),
    userHome,
    workingFolder,
    platform,
    environment,
    configPath: configPath(context, input),
    onlyRoots: input.texts('root'),
  };
}

/** One that is named must be there: a typing mistake would otherwise mean the defaults. */
function configPath({ files, workingFolder }: Context, input: Input): string | undefined {
  const given = input.text('config');
  if (given === undefined) return undefined;
  const path = resolve(workingFolder, given);
  if (files.stat(path) !== undefined) return path;
  throw new CoppiceError('not-found', `there is no configuration ${path}`, {
    hint: 'give the path of a file, or leave --config out',
  });
}

/*
 * Which ids are meant by `--root`, for verbs that read records instead of folders. Without the flag all are, also those
 * of roots that are not there now, such as the ones of other projects.
 */

export function inChosenRoots(input: Input, { roots }: OpenLibrary): (id: string) => boolean {
  if (input.texts('root').length === 0) return () => true;
  const labels = new Set(roots.map(({ label }) => label));
  return (id) => labels.has(id.slice(0, id.indexOf(':')));
}
