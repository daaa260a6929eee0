/*
 * What a write is given: the package it is about, and the world it happens in. A package is written where it really
 * is: links in the path of the root or of the package are resolved once, and none is followed after that.
 */

import { dirname, isAbsolute, join, relative, sep } from 'node:path';

import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import type { Ids } from '../../system/ids.js';
import { CoppiceError } from '../../text/errors.js';
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
  /** Told of what changes for a skill's record; without it only the files change. */
  readonly usage?: Pick<UsageStore, 'get' | 'put' | 'rename' | 'record'>;
  /** Told of every entry of an earlier, interrupted write that this one finished or reverted. */
  readonly onRecovered?: (recovered: RecoveredEntry) => void;
  /** How long to wait for another process that writes into the same root; 10 seconds unless told. */
  readonly lockTimeoutMs?: number;
}

export interface RecoveredEntry {
  readonly entry: LedgerEntry;
  readonly state: Exclude<EntryState, 'prepared'>;
  /** Files that were edited since and therefore stayed as they are. */
  readonly conflicts: readonly string[];
}

export interface PackageLocation {
  /** The real path of the folder that is locked. */
  readonly root: string;
  /** The package, relative to it; empty when the root itself is the package. */
  readonly folder: string;
  /** Whether the root holds the package only by a link: its files may be changed, but it may not be moved. */
  readonly linked: boolean;
}

export function locationOf(
  { files, home }: Pick<WriteDeps, 'files' | 'home'>,
  { id, root, folder }: PackageTarget,
): PackageLocation {
  const realRoot = files.realPath(root.path);
  if (realRoot === undefined) {
    throw new CoppiceError('not-found', `the root ${root.path} does not exist`, { hint: 'make the folder' });
  }
  const realFolder = files.realPath(folder);
  const inside = pathInside(realRoot, realFolder ?? join(realRoot, relative(root.path, folder)));
  if (inside !== undefined) return { root: realRoot, folder: inside, linked: false };
  if (realFolder === undefined) {
    throw new CoppiceError('path-unsafe', `${folder} is not inside the root ${root.path}`, {
      hint: 'name a skill of this root',
    });
  }
  // What is installed is one folder for all projects, known by its digest: a change would be in all, and be lost.
  if (pathInside(files.realPath(join(home, 'store')) ?? join(home, 'store'), realFolder) !== undefined)
    throw new CoppiceError('path-unsafe', `${id} is installed, and shared by all projects that have it`, {
      hint: 'change it where it comes from; or take a copy with `coppice ensure --copy`, and change that',
    });
  const holder = dirname(realFolder);
  return { root: holder, folder: relative(holder, realFolder), linked: true };
}

function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return inside.split(sep).join('/');
}
