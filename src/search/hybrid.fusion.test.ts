import { expect, test } from 'vitest';
import { aboveChance, fuse, goodHybridScore } from './hybrid.js';

test('words or meaning alone are enough, and together they score higher', () => {
  const [words = 0, meaning = 0, both = 0] = fused([0.4, 0, 0.4], [0, 5, 5]);
  expect(words).toBeCloseTo(0.4, 9);
  expect(meaning).toBeGreaterThan(goodHybridScore);
  expect(both).toBeGreaterThan(Math.max(words, meaning));
});

test('a meaning at the level of chance counts nothing without the words', () => {
  expect(fused([0, 0], [-3, 0.9])).toEqual([0, 0]);
  expect(fused([0], [1.1])[0]).toBeGreaterThan(0);
});

test('a meaning below chance does not lower the keyword score', () => {
  expect(fused([0.4], [-3])[0]).toBeCloseTo(0.4, 9);
});

test('the skill with exactly that name is always first', () => {
  expect(fused([1, 0.99], [-1, 20]).map((score) => score === 1)).toEqual([true, false]);
});

test('cosines are scaled by the spread of the background', () => {
  const background = new Float32Array([0.25, 0.75]);
  expect([...aboveChance(new Float32Array([0.25, 0.5, 1]), background)]).toEqual([-1, 0, 2]);
});

test('if the background does not vary, small differences stay small', () => {
  const [above = 0] = aboveChance(new Float32Array([0.501]), new Float32Array([0.5, 0.5]));
  expect(above).toBeCloseTo(0.1, 4);
  expect([...aboveChance(new Float32Array([0]), new Float32Array())]).toEqual([0]);
});

function fused(keyword: readonly number[], meaning: readonly number[]): readonly number[] {
  return [...fuse(new Float64Array(keyword), new Float32Array(meaning))];
}
