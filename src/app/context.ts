/*
 * The context of a command: everything it may read or write, made once at the edge; and the library in
 * it that the flags of the command line choose.
 */

import type { ProgramStart } from '../evidence/live/hooks.js';
import { type Library, type LibraryOptions, openLibrary } from '../library/open-library.js';
import type { Pace } from '../library/write/write-target.js';
import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import type { Terminal } from '../system/terminal/terminal.js';
import { CoppiceError } from '../text/errors.js';

export interface Context {
  readonly files: Files;
  readonly clock: Clock;
  /** The folder relative paths are resolved against. */
  readonly workingFolder: string;
  /** Coppice's own folder, absolute. */
  readonly home: string;
  /** The configuration that was asked for instead of the one in the home; it may not exist. */
  readonly configPath?: string | undefined;
  /** Labels or folders of the only roots to work on; all of them where there are none. */
  readonly onlyRoots?: readonly string[];
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** How this program is started, for schedules and hooks that start it later. */
  readonly program: ProgramStart;
  /** Follows what is written for somebody who watches it, and may end it. */
  readonly pace?: Pace;
  /** All of standard input. */
  readStdin(): Uint8Array;
}

export function libraryOf(context: Context): Library {
  return openLibrary(libraryOptions(context));
}

/** With all roots, also where only some of them were chosen. */
export function wholeLibraryOf(context: Context): Library {
  return openLibrary({ ...libraryOptions(context), onlyRoots: [] });
}

export function libraryOptions(context: Context): LibraryOptions {
  const { files, clock, home, userHome, workingFolder, platform, environment, onlyRoots = [] } = context;
  const configPath = existingConfig(context);
  return { files, clock, home, userHome, workingFolder, platform, environment, configPath, onlyRoots };
}

/** A named configuration must exist: a typing mistake would otherwise mean the defaults. */
function existingConfig({ files, configPath }: Context): string | undefined {
  if (configPath === undefined || files.stat(configPath) !== undefined) return configPath;
  throw new CoppiceError('not-found', `there is no configuration file ${configPath}`, {
    hint: 'give the path of a file, or leave --config out',
  });
}

/*
 * Which ids `--root` selects, for verbs that read records instead of folders. Without the flag it selects all, also
 * those of roots that are not there now, such as the ones of other projects.
 */

export function inChosenRoots({ onlyRoots = [] }: Context, { roots }: Library): (id: string) => boolean {
  if (onlyRoots.length === 0) return () => true;
  const labels = new Set(roots.map(({ label }) => label));
  return (id) => labels.has(id.slice(0, id.indexOf(':')));
}
