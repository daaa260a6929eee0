/*
 * What the entries of the store looked like when they were last hashed: one file of lines, read once and added to, because
 * a project has hundreds of entries and asks for all of them. Of two lines for an entry the later counts. A stamp that is
 * lost costs a hash: so nobody waits for the disk, a line that is damaged is passed over, and a store that is read-only
 * has no more stamps than it has.
 */

import type { Files, Stat } from '../../system/files.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';

interface VerificationCache {
  /** By the HEX of the content digest. */
  get(hex: string): string | undefined;
  keep(stamps: ReadonlyMap<string, string>): void;
}

export function verificationCache(files: Files, path: string): VerificationCache {
  let read: Map<string, string> | undefined;
  let lineCount = 0;

  const lines = (): Map<string, string> => {
    if (read !== undefined) return read;
    const content = files.read(path);
    const found = content === undefined ? [] : new TextDecoder().decode(content.bytes).split('\n');
    lineCount = found.length;
    read = new Map(found.map((line) => [line.slice(2, 2 + hexLength), line]));
    return read;
  };

  return {
    get: (hex) => {
      const line = parseJson(lines().get(hex) ?? '');
      const stamp: unknown = Array.isArray(line) && line[0] === hex ? line[1] : undefined;
      return typeof stamp === 'string' ? stamp : undefined;
    },
    keep: (stamps) => {
      const known = lines();
      const added = [...stamps].map(([hex, stamp]) => [hex, JSON.stringify([hex, stamp])] as const);
      for (const [hex, line] of added) known.set(hex, line);
      lineCount += added.length;
      const isTooLong = lineCount > fewestToShorten && lineCount > 2 * known.size;
      writeIfAllowed(() => {
        if (isTooLong) files.write(path, encoded([...known.values()]));
        // The first one goes behind a line that may have been cut off.
        else files.append(path, encoded(['', ...added.map(([, line]) => line)]));
      });
      if (isTooLong) lineCount = known.size;
    },
  };
}

const hexLength = 64;

const fewestToShorten = 1_000;

function encoded(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function writeIfAllowed(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
  }
}

/*
 * What a folder looks like without reading its files: kind, size, time, inode and mode of all that is in it. As long as
 * it looks as it did when it was last hashed, it is taken to be the same.
 */

/** Undefined where there is no folder, or a part of it may not be looked at. */
export function stampOf(files: Files, folder: string): string | undefined {
  return readIfAllowed(() => {
    if (files.stat(folder, { follow: false })?.kind !== 'folder') return undefined;
    return linesOf(files, folder, '').join('\n');
  });
}

/** Whether the folder has this stamp. It need not be listed: what comes or goes in a folder changes its time. */
export function hasStamp(files: Files, folder: string, stamp: string): boolean {
  const isSame = (line: string) => {
    const entry = parseJson(line);
    const path: unknown = Array.isArray(entry) ? entry[0] : undefined;
    if (typeof path !== 'string') return false;
    const stat = files.stat(placeOf(folder, path), { follow: false });
    return stat !== undefined && lineOf(path, stat) === line;
  };
  return readIfAllowed(() => stamp.split('\n').every(isSame)) ?? false;
}

function linesOf(files: Files, folder: string, path: string): readonly string[] {
  const place = placeOf(folder, path);
  const stat = files.stat(place, { follow: false });
  // It is gone since it was listed; the line that is missing makes the stamp another one.
  if (stat === undefined) return [];
  const entries = stat.kind === 'folder' ? (files.list(place) ?? []) : [];
  const inside = entries.flatMap(({ name }) =>
    linesOf(files, folder, path === '' ? name : `${path}/${name}`),
  );
  return [lineOf(path, stat), ...inside];
}

function lineOf(path: string, { kind, sizeBytes, mtimeMs, inode, mode }: Stat): string {
  return JSON.stringify([path, kind, sizeBytes, mtimeMs, inode, mode]);
}

function placeOf(folder: string, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

function readIfAllowed<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (hasCode(error, 'no-permission')) return undefined;
    throw error;
  }
}
