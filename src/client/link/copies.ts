/*
 * Records which files in a project are our copies, and with which bytes, in `<home>/projects/`, so that a copy that
 * somebody has changed is not replaced. A link is recognised by its target; a copy only by this record. What is not
 * recorded belongs to somebody else.
 */

import { skillDigest } from '../../skill/digest.js';
import type { Files } from '../../system/files.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { isListOf, isObject, isText } from '../../text/shape.js';
import type { Copies } from '../rules/link-plan.js';

/** A damaged record counts as empty: copies then belong to somebody else, and stay. */
export function readCopies(files: Files, path: string): Copies {
  const record = readJsonFile(files, path)?.value;
  if (!isObject(record)) return new Map();
  if (typeof record['version'] === 'number' && record['version'] > format)
    throw new CoppiceError('newer-format', `${path} was written by a newer version of Coppice`, {
      hint: 'update Coppice',
    });
  const copies = isObject(record['copies']) ? Object.entries(record['copies']) : [];
  return new Map(copies.flatMap(([place, digests]) => (isListOf(digests, isText) ? [[place, digests]] : [])));
}

/** `project` is only for people who read the file. */
export function writeCopies(files: Files, path: string, project: string, copies: Copies): void {
  const record = { version: format, project, copies: Object.fromEntries(sorted(copies)) };
  writeJsonFile(files, path, record);
}

export function isSameCopies(a: Copies, b: Copies): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The digest of a file's bytes, or of a folder's package. Undefined for anything that cannot be a copy. */
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
