/*
 * What a folder looks like without reading its files: kind, size, time, inode and mode of all that is in it. As long as
 * it looks as it did when it was last hashed, it is taken to be the same.
 */

import type { Files, Stat } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';

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
    if (error instanceof CoppiceError && error.code === 'no-permission') return undefined;
    throw error;
  }
}
