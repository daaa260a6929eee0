/*
 * A vector as it is stored: scaled to length 1, 32-bit numbers, the lowest byte first on every machine.
 */

/** A vector of nothing but zeros has no direction, and stays as it is. */
export function vectorBytes(vector: Float32Array): Buffer {
  const length = Math.hypot(...vector) || 1;
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value / length, index * 4);
  return bytes;
}

/** Copied, since the bytes need not begin at a multiple of four; of no length where there is none. */
export function storedVector(bytes: Uint8Array | null): Float32Array {
  return new Float32Array(Uint8Array.from(bytes ?? []).buffer);
}
