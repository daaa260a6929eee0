import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.js';

test('the interval is that of the tables', () => {
  const rows: readonly (readonly [part: number, whole: number, low: number, high: number])[] = [
    [0, 0, 0, 1],
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [50, 100, 0.4038, 0.5962],
  ];
  for (const [part, whole, low, high] of rows) {
    const found = wilsonInterval(part, whole);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  }
});
