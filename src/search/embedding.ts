/*
 * The ports to embedding and reranking models, and the arithmetic of vectors. Models only rank: nothing they return is
 * ever written.
 */

/** A model that turns texts into vectors, so that texts of similar meaning are close to each other. */
export interface Embedder {
  readonly name: string;
  /** The only language it knows; absent where it knows many. */
  readonly language?: 'english';
  /** Returns one vector per text, all of the same length. Some models treat queries differently from texts. */
  embed(texts: readonly string[], purpose?: EmbeddingPurpose): Promise<readonly Float32Array[]>;
}

export type EmbeddingPurpose = 'text' | 'query';

/** A model that compares a query with each text. */
export interface Reranker {
  readonly name: string;
  /** How well each text fits the query; higher is better. */
  score(query: string, texts: readonly string[]): Promise<readonly number[]>;
}

/** From -1 to 1; 0 if one of the vectors is zero. */
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

/** Many vectors in one array: comparing ten thousand of them with another vector takes a few milliseconds. */
export interface VectorMatrix {
  readonly rows: number;
  readonly dimensions: number;
  /** Row by row, each of length 1, or 0 for a zero vector. */
  readonly values: Float32Array;
}

/** A vector with another number of dimensions than the first counts as zero. */
export function vectorMatrix(vectors: readonly Float32Array[]): VectorMatrix {
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    if (vector.length === dimensions) values.set(unit(vector), row * dimensions);
  });
  return { rows: vectors.length, dimensions, values };
}

/** One cosine per row, from -1 to 1. All are 0 if the vector has another number of dimensions. */
export function cosines({ rows, dimensions, values }: VectorMatrix, vector: Float32Array): Float32Array {
  const found = new Float32Array(rows);
  if (vector.length !== dimensions) return found;
  const wanted = unit(vector);
  const inFours = dimensions - (dimensions % 4);
  for (let row = 0, at = 0; row < rows; row++, at += dimensions) {
    // Four independent sums take half the time of one.
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    let column = 0;
    for (; column < inFours; column += 4) {
      first += (values[at + column] ?? 0) * (wanted[column] ?? 0);
      second += (values[at + column + 1] ?? 0) * (wanted[column + 1] ?? 0);
      third += (values[at + column + 2] ?? 0) * (wanted[column + 2] ?? 0);
      fourth += (values[at + column + 3] ?? 0) * (wanted[column + 3] ?? 0);
    }
    for (; column < dimensions; column++) first += (values[at + column] ?? 0) * (wanted[column] ?? 0);
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
