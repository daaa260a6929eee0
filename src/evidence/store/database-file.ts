/*
 * The file of the database, before SQLite opens it: made for its owner only, since its log and index files take its
 * mode; and what is no database at all is set aside as it is, so that recording goes on and nothing is lost.
 */

import { basename, dirname } from 'node:path';
import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';

/** Where the former file was set aside, if it was. The caller holds the lock over the place. */
export function prepareFile(files: Files, path: string, clock: Clock): string | undefined {
  const asideAs = isForeign(files, path) ? setAside(files, path, clock.now()) : undefined;
  // SQLite takes an empty file for a new database.
  files.create(path, new Uint8Array(), { mode: 0o600 });
  return asideAs;
}

/** The names of what was ever set aside here: it may hold anything that a database held. */
export function filesSetAside(files: Files, path: string): readonly string[] {
  const names = (files.list(dirname(path)) ?? []).map(({ name }) => name);
  return names.filter((name) => name.startsWith(asideName(basename(path))));
}

function asideName(path: string): string {
  return `${path}.corrupt-`;
}

const magic = 'SQLite format 3\0';

function isForeign(files: Files, path: string): boolean {
  const head = files.read(path, { maxBytes: magic.length });
  return (
    head !== undefined && head.stat.sizeBytes > 0 && new TextDecoder('latin1').decode(head.bytes) !== magic
  );
}

/** With its log and index files, which must not be applied to the database that comes after it. */
function setAside(files: Files, path: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const endings = ['', '-wal', '-shm', '-journal'];
  const isFree = (name: string) =>
    endings.every((ending) => files.stat(name + ending, { follow: false }) === undefined);
  const name = asideName(path) + time;
  let free = name;
  for (let number = 2; !isFree(free); number += 1) free = `${name}-${number}`;
  // The database last: until then, whoever opens the place still finds that it is none.
  for (const ending of endings.toReversed()) {
    if (files.stat(path + ending, { follow: false })) files.rename(path + ending, free + ending);
  }
  return free;
}
