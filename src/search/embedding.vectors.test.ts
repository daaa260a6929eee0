import { expect, test } from 'vitest';
import { cosines, vectorMatrix } from './embedding.js';

test('the cosine depends only on direction, not on length', () => {
  check(
    [
      [1, 0],
      [0, 2],
      [-3, 0],
      [5, 5],
    ],
    [7, 0],
    [1, 0, -1, Math.SQRT1_2],
  );
});

test('every dimension counts, even if the number is not a multiple of four', () => {
  for (const size of [1, 3, 4, 5, 8, 11]) {
    for (let place = 0; place < size; place++) {
      const axis = Array.from({ length: size }, (_, at) => (at === place ? 1 : 0));
      check([axis], axis, [1]);
    }
  }
});

test('a zero vector, or one of another size, has cosine 0', () => {
  check(
    [
      [0, 0],
      [1, 0],
      [1, 0, 0],
    ],
    [1, 0],
    [0, 1, 0],
  );
  check([[1, 0]], [1, 0, 0], [0]);
  check([[1, 0]], [0, 0], [0]);
  check([], [1, 0], []);
});

function check(rows: readonly number[][], wanted: readonly number[], expected: readonly number[]): void {
  const found = cosines(vectorMatrix(rows.map((row) => new Float32Array(row))), new Float32Array(wanted));
  expect(found).toHaveLength(expected.length);
  for (const [row, cosine] of expected.entries()) expect(found[row]).toBeCloseTo(cosine, 6);
}
