/*
 * Weighted words and concepts of a text, and the cosine of two of them.
 */

/** Ordered by number, of length 1. */
export interface TermVector {
  readonly terms: Uint32Array;
  readonly weights: Float32Array;
}

export function vectorOf(weights: ReadonlyMap<number, number>): TermVector {
  const ordered = Array.from(weights)
    .filter(([, weight]) => weight > 0)
    .sort(([a], [b]) => a - b);
  const length = Math.sqrt(ordered.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return {
    terms: Uint32Array.from(ordered, ([term]) => term),
    weights: Float32Array.from(ordered, ([, weight]) => weight / length),
  };
}

/** The cosine: 0 for nothing in common, 1 for the same. */
export function vectorProduct(a: TermVector, b: TermVector): number {
  let product = 0;
  for (let left = 0, right = 0; left < a.terms.length && right < b.terms.length; ) {
    const [x = 0, y = 0] = [a.terms[left], b.terms[right]];
    if (x === y) product += (a.weights[left] ?? 0) * (b.weights[right] ?? 0);
    if (x <= y) left++;
    if (y <= x) right++;
  }
  return product;
}
