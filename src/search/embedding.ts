/*
 * The ports to language models that order things. They may only order: nothing they return is ever written.
 */

export interface Embedder {
  readonly name: string;
  /** One vector per text, all of the same length. Some models read a query otherwise than the texts it is to find. */
  embed(texts: readonly string[], purpose?: EmbeddingPurpose): Promise<readonly Float32Array[]>;
}

export type EmbeddingPurpose = 'text' | 'query';

export interface Reranker {
  readonly name: string;
  /** How well each text fits the query; higher is better. */
  score(query: string, texts: readonly string[]): Promise<readonly number[]>;
}

/** From -1 to 1; 0 where one of them has no direction. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let product = 0;
  let leftSquare = 0;
  let rightSquare = 0;
  for (let index = 0; index < left.length; index += 1) {
    const a = left[index] ?? 0;
    const b = right[index] ?? 0;
    product += a * b;
    leftSquare += a * a;
    rightSquare += b * b;
  }
  const length = Math.sqrt(leftSquare * rightSquare);
  return length === 0 ? 0 : product / length;
}

/*
 * Many vectors in one array, and how near each is to another vector: a loop over numbers that lie side by side, which
 * takes a few milliseconds for ten thousand of them.
 */

export interface VectorMatrix {
  readonly rows: number;
  readonly dimensions: number;
  /** Row after row, each of length 1, or 0 where a vector has no direction. */
  readonly values: Float32Array;
}

/** A vector that is not as long as the first counts as having no direction. */
export function vectorMatrix(vectors: readonly Float32Array[]): VectorMatrix {
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    if (vector.length === dimensions) values.set(unit(vector), row * dimensions);
  });
  return { rows: vectors.length, dimensions, values };
}

/** One per row, from -1 to 1. A vector of another length is near nothing. */
export function cosines({ rows, dimensions, values }: VectorMatrix, vector: Float32Array): Float32Array {
  const found = new Float32Array(rows);
  if (vector.length !== dimensions) return found;
  const wanted = unit(vector);
  const inFours = dimensions - (dimensions % 4);
  for (let row = 0, at = 0; row < rows; row++, at += dimensions) {
    // Four sums that do not wait for one another take half the time of one.
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    let place = 0;
    for (; place < inFours; place += 4) {
      first += (values[at + place] ?? 0) * (wanted[place] ?? 0);
      second += (values[at + place + 1] ?? 0) * (wanted[place + 1] ?? 0);
      third += (values[at + place + 2] ?? 0) * (wanted[place + 2] ?? 0);
      fourth += (values[at + place + 3] ?? 0) * (wanted[place + 3] ?? 0);
    }
    for (; place < dimensions; place++) first += (values[at + place] ?? 0) * (wanted[place] ?? 0);
    found[row] = first + second + (third + fourth);
  }
  return found;
}

function unit(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((value) => value / length);
}
