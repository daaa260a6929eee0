/*
 * Texts to vectors of length 1, whatever model gives them: asked in batches, and checked, since a model or a server is
 * somebody else's program.
 */

/** What the model makes of a batch: one row of numbers per text, if all is well. */
export type RunModel = (batch: readonly string[]) => Promise<unknown>;

/** One per text, all of the same size. Throws when what the model gives is not that. */
export async function unitVectors(
  texts: readonly string[],
  batchSize: number,
  ask: RunModel,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize).map(saySomething);
    const rows = await ask(batch);
    if (!Array.isArray(rows) || rows.length !== batch.length) {
      throw new Error('it did not give one vector per text');
    }
    vectors.push(...rows.map(unitVector));
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) {
    throw new Error('it gave vectors of different sizes');
  }
  return vectors;
}

/** Models fail on a text without a word, or leave it out. */
function saySomething(text: string): string {
  return text.trim() === '' ? '.' : text;
}

/** A row of nothing but zeros has no direction, and stays as it is. */
function unitVector(row: unknown): Float32Array {
  if (!Array.isArray(row) || row.length === 0) throw new Error('it gave an empty vector');
  const length = row.every((value) => Number.isFinite(value)) ? Math.hypot(...row) : Number.NaN;
  if (!Number.isFinite(length)) throw new Error('it gave a vector that is not of finite numbers');
  return Float32Array.from(row, (value) => (length === 0 ? 0 : value / length));
}
