/*
 * Zstandard streams made by hand, of blocks that are not compressed: enough to say where things begin and end, and to
 * lie about it.
 */

const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** Of one frame with a window of 1 MiB, unless it is given another header. */
export function frame(blocks: readonly Uint8Array[], header: readonly number[] = [0, 10 << 3]): Uint8Array {
  return Buffer.concat([Uint8Array.from(magic), Uint8Array.from(header), ...blocks]);
}

export const lastBlock = true;

export function rawBlock(text: string, isLast = false): Uint8Array {
  const content = new TextEncoder().encode(text);
  return Buffer.concat([blockHeader(0, content.length, isLast), content]);
}

/** The character, so often. */
export function repeatedBlock(character: string, count: number, isLast = false): Uint8Array {
  return Buffer.concat([blockHeader(1, count, isLast), new TextEncoder().encode(character)]);
}

export function blockHeader(type: number, sizeBytes: number, isLast = false): Uint8Array {
  const header = (sizeBytes << 3) | (type << 1) | Number(isLast);
  return Uint8Array.of(header, header >> 8, header >> 16);
}

/** Is passed over by every decoder. */
export function skippableFrame(contentBytes: number): Uint8Array {
  const header = Uint8Array.of(
    0x5a,
    0x2a,
    0x4d,
    0x18,
    contentBytes,
    contentBytes >> 8,
    contentBytes >> 16,
    0,
  );
  return Buffer.concat([header, new Uint8Array(contentBytes)]);
}
