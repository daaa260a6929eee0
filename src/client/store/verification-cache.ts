/*
 * Stamps of the store's entries from when they were last hashed, so that unchanged entries are not hashed again. One file
 * of lines, read once and appended to, because a project has hundreds of entries. Of two lines for an entry the later
 * counts. A lost stamp only costs a hash: so nothing is synced, damaged lines are skipped, and a read-only store gets no
 * new stamps.
 */

import type { Files, Stat } from '../../system/files.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';

interface VerificationCache {
  /** By the HEX of the content digest. */
  get(hex: string): string | undefined;
  save(stamps: ReadonlyMap<string, string>): void;
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
    save: (stamps) => {
      const known = lines();
      const added = [...stamps].map(([hex, stamp]) => [hex, JSON.stringify([hex, stamp])] as const);
      for (const [hex, line] of added) known.set(hex, line);
      lineCount += added.length;
      const isTooLong = lineCount > minLinesToShorten && lineCount > 2 * known.size;
      writeIfAllowed(() => {
        if (isTooLong) files.write(path, encoded([...known.values()]));
        // Starts with a line feed, because the last line may have been cut off.
        else files.append(path, encoded(['', ...added.map(([, line]) => line)]));
      });
      if (isTooLong) lineCount = known.size;
    },
  };
}

const hexLength = 64;

const minLinesToShorten = 1_000;

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

/**
 * The stamp of a folder: kind, size, time, inode and mode of everything in it. As long as it is the same as when the
 * folder was last hashed, the files count as unchanged. Undefined if there is no folder, or a part cannot be read.
 */
export function stampOf(files: Files, folder: string): string | undefined {
  return readIfAllowed(() => {
    if (files.stat(folder, { follow: false })?.kind !== 'folder') return undefined;
    return linesOf(files, folder, '').join('\n');
  });
}

/** Whether the folder has this stamp. It need not be listed, because adding or removing a file changes its time. */
export function hasStamp(files: Files, folder: string, stamp: string): boolean {
  const isSame = (line: string) => {
    const entry = parseJson(line);
    const path: unknown = Array.isArray(entry) ? entry[0] : undefined;
    if (typeof path !== 'string') return false;
    const stat = files.stat(pathOf(folder, path), { follow: false });
    return stat !== undefined && lineOf(path, stat) === line;
  };
  return readIfAllowed(() => stamp.split('\n').every(isSame)) ?? false;
}

function linesOf(files: Files, folder: string, path: string): readonly string[] {
  const full = pathOf(folder, path);
  const stat = files.stat(full, { follow: false });
  // Removed since it was listed; the missing line changes the stamp.
  if (stat === undefined) return [];
  const entries = stat.kind === 'folder' ? (files.list(full) ?? []) : [];
  const inside = entries.flatMap(({ name }) =>
    linesOf(files, folder, path === '' ? name : `${path}/${name}`),
  );
  return [lineOf(path, stat), ...inside];
}

function lineOf(path: string, { kind, sizeBytes, mtimeMs, inode, mode }: Stat): string {
  return JSON.stringify([path, kind, sizeBytes, mtimeMs, inode, mode]);
}

function pathOf(folder: string, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

function readIfAllowed<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (hasCode(error, 'no-permission')) return undefined;
    throw error;
  }
}
