/*
 * Turns texts into vectors of length 1 with any model: in batches, and with checks, because a model or server is an
 * external program.
 */

/** Runs the model on a batch: one row of numbers per text, if the model works as expected. */
export type RunModel = (batch: readonly string[]) => Promise<unknown>;

/** One vector per text, all of the same size. Throws if the model returns anything else. */
export async function unitVectors(
  texts: readonly string[],
  batchSize: number,
  run: RunModel,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize).map(nonEmpty);
    const rows = await run(batch);
    if (!Array.isArray(rows) || rows.length !== batch.length) {
      throw new Error('the model did not return one vector per text');
    }
    vectors.push(...rows.map(unitVector));
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) {
    throw new Error('the model returned vectors of different sizes');
  }
  return vectors;
}

/** Models fail on an empty text, or leave it out. */
function nonEmpty(text: string): string {
  return text.trim() === '' ? '.' : text;
}

/** A row of zeros stays as it is. */
function unitVector(row: unknown): Float32Array {
  if (!Array.isArray(row) || row.length === 0) throw new Error('the model returned an empty vector');
  const length = row.every((value) => Number.isFinite(value)) ? Math.hypot(...row) : Number.NaN;
  if (!Number.isFinite(length))
    throw new Error('the model returned a vector with numbers that are not finite');
  return Float32Array.from(row, (value) => (length === 0 ? 0 : value / length));
}
