/*
 * What a zip archive says about its entries, without unpacking it: whether one is encrypted, and their names.
 */

export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** From the headers before the entries, so that the beginning of a large archive is enough. */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  for (let at = bytes.indexOf(firstByte); at !== -1; at = bytes.indexOf(firstByte, at + 1)) {
    if (at + headerBytes > bytes.length) break;
    if (view.getUint32(at, true) !== headerSignature) continue;
    const nameBytes = Math.min(view.getUint16(at + 26, true), nameLimitBytes);
    const name = latin1(bytes.subarray(at + headerBytes, at + headerBytes + nameBytes));
    entries.push({ name, isEncrypted: (view.getUint16(at + 6, true) & 1) === 1 });
    at += headerBytes + nameBytes - 1;
  }
  return entries;
}

const firstByte = 0x50;
const headerSignature = 0x04034b50;
const headerBytes = 30;
const nameLimitBytes = 1_024;

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
