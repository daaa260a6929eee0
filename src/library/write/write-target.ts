/*
 * The inputs of a write: the package, and the dependencies. A package is written at its real path: links in the path of
 * the root or of the package are resolved once, and none is followed after that.
 */

import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { UsageStore } from '../../usage/store.js';
import type { EntryState, LedgerEntry } from '../rules/ledger-entry.js';

export interface PackageTarget {
  readonly id: string;
  readonly name: string;
  readonly root: { readonly label: string; readonly path: string };
  /** Absolute. */
  readonly folder: string;
}

export interface WriteDeps {
  readonly files: Files;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly home: string;
  /** Where the skill's usage record is updated; without it only the files change. */
  readonly usage?: Pick<UsageStore, 'get' | 'put' | 'rename' | 'record'>;
  /** Called for every entry of an earlier, interrupted write that this one finished or reverted. */
  readonly onRecovered?: (recovered: RecoveredEntry) => void;
  /** How long to wait for another process that writes into the same root; 10 seconds by default. */
  readonly lockTimeoutMs?: number;
  /** Follows a write of many packages, and may end it. */
  readonly pace?: Pace | undefined;
}

/** How far a write of many packages has come, for somebody who watches it. */
export interface Pace {
  /** Awaited before each batch. A refusal ends the write there: what is not begun stays as it is. */
  turn(): Promise<void>;
  /** So many more packages have their outcome. */
  wrote(packages: number): void;
}

/** The dependencies of the writes of a run. */
export function writeDepsOf<Usage extends NonNullable<WriteDeps['usage']>>(
  { files, clock, home, ids = randomIds, onRecovered, lockTimeoutMs, pace }: RunDeps,
  usage: Usage,
): WriteDeps & { readonly usage: Usage } {
  return {
    files,
    clock,
    home,
    ids,
    usage,
    ...(onRecovered && { onRecovered }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
    ...(pace && { pace }),
  };
}

interface RunDeps extends Omit<WriteDeps, 'ids' | 'usage'> {
  /** Random ones unless given. */
  readonly ids?: Ids;
}

export interface RecoveredEntry {
  readonly entry: LedgerEntry;
  readonly state: Exclude<EntryState, 'prepared'>;
  /** Files that were edited since, and that were therefore not changed. */
  readonly conflicts: readonly string[];
}

export interface PackageLocation {
  /** The real path of the folder that is locked. */
  readonly root: string;
  /** The package, relative to it; empty when the root itself is the package. */
  readonly folder: string;
  /** Whether the package is only linked into the root: its files can be changed, but it cannot be moved. */
  readonly linked: boolean;
}

export function locationOf(
  { files, home }: Pick<WriteDeps, 'files' | 'home'>,
  { id, root, folder }: PackageTarget,
): PackageLocation {
  const realRoot = files.realPath(root.path);
  if (realRoot === undefined) {
    throw new CoppiceError('not-found', `the root ${root.path} does not exist`, {
      hint: 'create the folder',
    });
  }
  const realFolder = files.realPath(folder);
  const inside = pathInside(realRoot, realFolder ?? join(realRoot, relative(root.path, folder)));
  if (inside !== undefined) return { root: realRoot, folder: inside, linked: false };
  if (realFolder === undefined) {
    throw new CoppiceError('path-unsafe', `${folder} is not inside the root ${root.path}`, {
      hint: 'name a skill of this root',
    });
  }
  // An installed item is one folder for all projects, found by its digest: a change would affect all, and be lost.
  const { store } = homePaths(home);
  if (pathInside(files.realPath(store) ?? store, realFolder) !== undefined)
    throw new CoppiceError(
      'path-unsafe',
      `${id} is installed, and its files are shared by all projects that use it`,
      {
        hint: 'change it at its source; or make a copy with coppice ensure --copy and change that',
      },
    );
  const holder = dirname(realFolder);
  return { root: holder, folder: relative(holder, realFolder), linked: true };
}

/** Where a skill is that only a fact or a setting is about: nothing is written there, so it may be anywhere, or gone. */
export function namedLocation(
  { files }: Pick<WriteDeps, 'files'>,
  { root, folder }: PackageTarget,
): PackageLocation {
  const realRoot = unlessRefused(() => files.realPath(root.path)) ?? root.path;
  const realFolder = unlessRefused(() => files.realPath(folder));
  const inside = realFolder === undefined ? undefined : pathInside(realRoot, realFolder);
  const named = inside ?? pathInside(root.path, folder) ?? folder;
  return { root: realRoot, folder: named, linked: inside === undefined };
}

function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return inside.split(sep).join('/');
}
