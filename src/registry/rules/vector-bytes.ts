/*
 * A vector as it is stored: scaled to length 1, as 32-bit floats in little-endian order on every machine.
 */

/** A vector of zeros has no direction, and stays as it is. */
export function vectorBytes(vector: Float32Array): Buffer {
  const length = Math.hypot(...vector) || 1;
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value / length, index * 4);
  return bytes;
}

/** Copies the bytes, since they need not be aligned to four; the vector is empty where none is stored. */
export function storedVector(bytes: Uint8Array | null): Float32Array {
  return new Float32Array(Uint8Array.from(bytes ?? []).buffer);
}
