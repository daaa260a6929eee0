/*
 * Packs a skill the same way every time: files ordered by path, without times and owners. Versions of zlib may still
 * compress differently, so two archives of one package are compared by their content digest, never by their bytes. Paths
 * are not checked here: the caller reads the result back, and gets the digests and any refusal from that.
 */

import type { BundleCodec } from './read-bundle.js';
import { blockBytes, maxHeaderNameBytes, writePaxRecord, writeTarHeader } from './tar-header.js';

interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/**
 * One file of a tar archive as bytes. A name that is long or not ASCII is written into an extended header before it,
 * where it is UTF-8 by definition; programs that ignore that header see a similar name.
 */
export function writeTarFile({ path, bytes, executable }: TarFile): readonly Uint8Array[] {
  const mode = executable ? 0o755 : 0o644;
  if (path.length <= maxHeaderNameBytes && /^[\x20-\x7e]*$/.test(path))
    return writeTarEntry({ name: ascii(path), type: '0', mode }, bytes);
  const extension = { name: ascii('PaxHeader'), type: 'x', mode: 0o644 };
  return [
    ...writeTarEntry(extension, writePaxRecord('path', path)),
    ...writeTarEntry({ name: resembling(path), type: '0', mode }, bytes),
  ];
}

export function writeTarEntry(
  header: { readonly name: Uint8Array; readonly type: string; readonly mode: number },
  body: Uint8Array,
): readonly Uint8Array[] {
  const padding = new Uint8Array(-body.length & (blockBytes - 1));
  return [writeTarHeader({ ...header, sizeBytes: body.length }), body, padding];
}

export const tarEnd = new Uint8Array(2 * blockBytes);

/** Without a final slash, which marks folders for old programs. */
function resembling(path: string): Uint8Array {
  const plain = path.replace(/[^\x20-\x7e]/gu, '_').slice(0, maxHeaderNameBytes);
  return ascii(plain.replace(/\/+$/, ''));
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function packBundle(files: readonly TarFile[], { gzip }: Pick<BundleCodec, 'gzip'>): Uint8Array {
  // A bundle must have composed names, and some systems list them decomposed.
  const composed = files.map((file) => ({ ...file, path: file.path.normalize('NFC') }));
  const sorted = composed.sort((a, b) => (a.path < b.path ? -1 : 1));
  return gzip(Buffer.concat([...sorted.flatMap(writeTarFile), tarEnd]));
}
