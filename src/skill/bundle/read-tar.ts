/*
 * Reads a tar archive that contains only files and folders. Programs differ in how they read unusual archives, so an
 * attacker could show the reviewer one package and the user another. An archive that can be read in two ways is
 * therefore refused: sizes that disagree, headers about headers, data after the end.
 */

import { type EntryKind, entryPath } from './entry-path.js';
import { badBundle, badEntry, bundleTooLarge } from './refusal.js';
import { blockBytes, readPaxRecords, readTarHeader, type TarHeader } from './tar-header.js';

export interface TarEntry {
  readonly kind: EntryKind;
  readonly path: string;
  /** A view into the archive; empty for a folder. */
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export function readTar(tar: Uint8Array, maxEntries: number): readonly TarEntry[] {
  const entries: TarEntry[] = [];
  let extension: Extension | undefined;
  let at = 0;
  while (!isZero(blockAt(tar, at))) {
    const header = headerAt(tar, at, entries.length + 1);
    const name = extension?.name ?? header.name;
    const kind = kindOf(header, name);
    const body = bodyAt(tar, at + blockBytes, header, name);
    at += blockBytes + paddedBytes(header.sizeBytes);
    if (kind === 'extension') {
      if (extension !== undefined) throw badEntry(name, 'it has two extended headers');
      extension = readExtension(header, body);
      continue;
    }
    entries.push(entryOf(kind, header, name, body, extension));
    if (entries.length > maxEntries) throw bundleTooLarge(`the bundle has more than ${maxEntries} entries`);
    extension = undefined;
  }
  if (extension !== undefined) throw badBundle('the last extended header belongs to no entry');
  if (tar.length - at < 2 * blockBytes) throw cutOff();
  if (!isZero(tar.subarray(at))) throw badBundle('there is data after the end of the archive');
  return entries;
}

/** What an extended header says about the entry that follows it. */
interface Extension {
  readonly name?: Uint8Array;
  readonly sizeBytes?: string;
}

function kindOf({ type }: TarHeader, name: Uint8Array): EntryKind | 'extension' {
  switch (type) {
    case '0':
    case '\0':
      return 'file';
    case '5':
      return 'folder';
    case 'x':
    case 'g':
    case 'L':
      return 'extension';
    default:
      throw badEntry(name, `it is ${refusedTypes.get(type) ?? 'neither a file nor a folder'}`);
  }
}

const refusedTypes: ReadonlyMap<string, string> = new Map([
  ['1', 'a hard link'],
  ['2', 'a symbolic link'],
  ['3', 'a device'],
  ['4', 'a device'],
  ['6', 'a named pipe'],
  ['K', 'a link with a long target'],
  ['S', 'a sparse file'],
]);

/** Far more than a path needs; other programs also put attributes there. */
const maxExtensionBytes = 64 * 1024;

function entryOf(
  kind: EntryKind,
  header: TarHeader,
  name: Uint8Array,
  body: Uint8Array,
  extension: Extension | undefined,
): TarEntry {
  const found = entryPath(name, kind);
  if (found.kind === 'refused') throw badEntry(name, found.fault);
  if (extension?.sizeBytes !== undefined && extension.sizeBytes !== `${header.sizeBytes}`)
    throw badEntry(name, 'its two headers disagree on its size');
  if (kind === 'folder' && body.length > 0) throw badEntry(name, 'it is a folder with content');
  // Only the owner's bit counts, as in the digest of a folder; the others, such as set-user-id, are dropped.
  return { kind, path: found.path, bytes: body, executable: kind === 'file' && (header.mode & 0o100) !== 0 };
}

/** Undefined for a header about the whole archive that changes no entry, like the commit of `git archive`. */
function readExtension(header: TarHeader, body: Uint8Array): Extension | undefined {
  const { type, name } = header;
  if (body.length > maxExtensionBytes) throw badEntry(name, 'its extended header is too long');
  if (type === 'L') return { name: body.at(-1) === 0 ? body.subarray(0, -1) : body };
  const records = readPaxRecords(body);
  if (records === undefined) throw badEntry(name, 'its extended header is malformed, or has a key twice');
  const keys = [...records.keys()];
  if (keys.some((key) => changesContent.test(key)))
    throw badEntry(name, 'its extended header makes it a link or a sparse file');
  const path = records.get('path');
  const size = records.get('size');
  if (type === 'x')
    return {
      ...(path !== undefined && { name: path }),
      ...(size !== undefined && { sizeBytes: new TextDecoder().decode(size) }),
    };
  if (path !== undefined || size !== undefined)
    throw badEntry(name, 'it gives all entries the same path or size');
  return undefined;
}

const changesContent = /^(?:linkpath$|GNU\.sparse\.|SCHILY\.(?:filetype|realsize)$)/;

function headerAt(tar: Uint8Array, at: number, number: number): TarHeader {
  const outcome = readTarHeader(blockAt(tar, at));
  // The name is not shown, because nothing in a faulty header can be trusted.
  if (outcome.kind === 'refused') throw badBundle(`entry ${number}: ${outcome.fault}`);
  return outcome.header;
}

function bodyAt(tar: Uint8Array, at: number, { sizeBytes }: TarHeader, name: Uint8Array): Uint8Array {
  const end = at + paddedBytes(sizeBytes);
  if (end > tar.length) throw badEntry(name, 'the archive ends before it does');
  if (!isZero(tar.subarray(at + sizeBytes, end))) throw badEntry(name, 'there is data after its end');
  return tar.subarray(at, at + sizeBytes);
}

function blockAt(tar: Uint8Array, at: number): Uint8Array {
  if (at + blockBytes > tar.length) throw cutOff();
  return tar.subarray(at, at + blockBytes);
}

function paddedBytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / blockBytes) * blockBytes;
}

/** A loop, since the end of an archive may be many megabytes long. */
function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== 0) return false;
  return true;
}

function cutOff() {
  return badBundle('the archive is cut off: its end is missing');
}
