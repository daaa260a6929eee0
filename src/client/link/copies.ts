/*
 * Which files in a project are copies that were put there, and with which bytes: so that a copy somebody has changed is
 * told from one that may be replaced. A link is known by where it leads; a copy has nothing to be known by, so it is
 * written down in `<home>/projects/`. What is not written down is somebody else's.
 */

import { skillDigest } from '../../skill/digest.js';
import type { Files } from '../../system/files.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { isListOf, isObject, isText } from '../../text/shape.js';
import type { Copies } from '../rules/link-plan.js';

/** What is damaged counts as nothing: then copies are somebody else's, and stay. */
export function readCopies(files: Files, path: string): Copies {
  const record = readJsonFile(files, path)?.value;
  if (!isObject(record)) return new Map();
  if (typeof record['version'] === 'number' && record['version'] > format)
    throw new CoppiceError('newer-format', `${path} was written by a newer version`, {
      hint: 'update coppice',
    });
  const copies = isObject(record['copies']) ? Object.entries(record['copies']) : [];
  return new Map(copies.flatMap(([place, digests]) => (isListOf(digests, isText) ? [[place, digests]] : [])));
}

/** `project` is only for the person who looks into the file. */
export function writeCopies(files: Files, path: string, project: string, copies: Copies): void {
  const record = { version: format, project, copies: Object.fromEntries(sorted(copies)) };
  writeJsonFile(files, path, record);
}

export function isSameCopies(a: Copies, b: Copies): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** Of a file its bytes, of a folder its package. Undefined for all that no copy can be. */
export function copyDigest(files: Files, path: string): string | undefined {
  const kind = files.stat(path, { follow: false })?.kind;
  if (kind === 'file') {
    const content = files.read(path);
    return content && `sha256:${sha256Hex(content.bytes)}`;
  }
  if (kind !== 'folder') return undefined;
  const outcome = skillDigest(path, files, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}

const format = 1;

function sorted(copies: Copies): readonly (readonly [string, readonly string[]])[] {
  return [...copies].sort(([a], [b]) => (a < b ? -1 : 1));
}
