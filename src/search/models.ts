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
