/*
 * Packs a skill the same way every time: files in the order of their paths, without times and owners. Versions of zlib
 * may still compress differently, so two archives of one package are compared by their content digest, never by their
 * bytes. Paths are not judged here: whoever packs reads the result back, and has the digests and any refusal from there.
 */

import type { BundleCodec } from './read-bundle.js';
import { type TarFile, tarEnd, writeTarFile } from './write-tar.js';

export function packBundle(files: readonly TarFile[], { gzip }: Pick<BundleCodec, 'gzip'>): Uint8Array {
  // Composed, as a bundle must be: some systems list names with letters and accents apart.
  const composed = files.map((file) => ({ ...file, path: file.path.normalize('NFC') }));
  const sorted = composed.sort((a, b) => (a.path < b.path ? -1 : 1));
  return gzip(Buffer.concat([...sorted.flatMap(writeTarFile), tarEnd]));
}
