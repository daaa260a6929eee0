/*
 * One entry of a tar archive as bytes. A name that is long or not ASCII is written into an extended header before it,
 * where it is UTF-8 by definition; programs that pass over that header see a name that resembles it.
 */

import { writePaxRecord } from './pax-records.js';
import { blockBytes, maxHeaderNameBytes, writeTarHeader } from './tar-header.js';

export interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Its parts, in order. */
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

/** Without a slash at its end, by which old programs know folders. */
function resembling(path: string): Uint8Array {
  const plain = path.replace(/[^\x20-\x7e]/gu, '_').slice(0, maxHeaderNameBytes);
  return ascii(plain.replace(/\/+$/, ''));
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
