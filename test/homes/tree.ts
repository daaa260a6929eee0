/*
 * All files of a home by their bytes, to find out what a walk has changed and whether anything is lost.
 */

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Path below the folder -> SHA-256 of the content; of a link, where it leads. Empty folders are not listed. */
export type Tree = ReadonlyMap<string, string>;

/** Without what Coppice stores for itself; the skills in its home are included. */
export function readTree(folder: string): Tree {
  const found = new Map<string, string>();
  const visit = (path: string) => {
    const name = relative(folder, path);
    if (/^\.coppice\/(?!skills(\/|$))/.test(name)) return;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found.set(name, `-> ${readlinkSync(path)}`);
    else if (stat.isDirectory()) for (const child of readdirSync(path).sort()) visit(join(path, child));
    else found.set(name, sha256(readFileSync(path)));
  };
  visit(folder);
  return found;
}

/** The files of the first tree whose bytes are neither anywhere in the second one nor stored for `coppice undo`. */
export function lostFiles(folder: string, before: Tree): readonly string[] {
  const kept = new Set([...readTree(folder).values(), ...readdirSync(join(folder, '.coppice/blobs'))]);
  return [...before].filter(([, content]) => !kept.has(content)).map(([path]) => path);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
