/*
 * The bytes that the ledger speaks of: `<home>/blobs/<sha256>`, one file per content, written before anything is
 * changed and never again. What is read is hashed first, so that damaged bytes are never put into a skill.
 */

import { join } from 'node:path';

import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { LedgerPlace } from './ledger.js';

/** Makes all of them durable under their hashes. */
export function storeBlobs({ files, home }: LedgerPlace, contents: readonly Uint8Array[]): void {
  if (contents.length === 0) return;
  const blobs = new Map(contents.map((bytes) => [sha256Hex(bytes), bytes]));
  const folder = join(home, 'blobs');
  files.makeFolder(folder);
  const created = new Set(files.createAll(folder, blobs));
  for (const [sha256, bytes] of blobs) {
    if (created.has(sha256)) continue;
    const path = blobPath(home, sha256);
    const stored = files.read(path);
    // Bytes that went bad on the disk are mended while they are at hand.
    if (stored === undefined || sha256Hex(stored.bytes) !== sha256) files.write(path, bytes);
  }
}

export function readBlob({ files, home }: LedgerPlace, sha256: string): Uint8Array {
  const path = blobPath(home, sha256);
  const stored = files.read(path);
  if (stored !== undefined && sha256Hex(stored.bytes) === sha256) return stored.bytes;
  const fault = stored === undefined ? 'are missing' : 'are damaged';
  throw new CoppiceError('blob-damaged', `the stored bytes ${path} ${fault}`, {
    hint: 'bring the file back from a backup of the home folder',
  });
}

export function blobPath(home: string, sha256: string): string {
  return join(home, 'blobs', sha256);
}
