import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../text/time.js';

import { timeSlices } from './time-slices.js';

const time = fc.oneof(
  fc.nat(10 * dayMs),
  fc.nat(10).map((days) => days * dayMs),
  fc.nat(240).map((hours) => hours * hourMs),
);

test('the slices of a window follow each other without gap, and cover it', () => {
  fc.assert(
    fc.property(time, time, (from, to) => {
      const slices = timeSlices({ from, to });
      expect(
        slices.reduce((end, slice) => (slice.from === end && slice.to > end ? slice.to : Number.NaN), from),
      ).toBe(Math.max(from, to) === to ? to : from);
    }),
  );
});

test('slices contain whole days or hours, and less than two hours of single moments', () => {
  fc.assert(
    fc.property(time, time, (from, to) => {
      const slices = timeSlices({ from, to });
      for (const { unit, ...slice } of slices) {
        if (unit !== 0) expect([slice.from % unit, slice.to % unit]).toEqual([0, 0]);
      }
      const moments = slices.filter(({ unit }) => unit === 0).map((slice) => slice.to - slice.from);
      expect(moments.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * hourMs);
      const hours = slices.filter(({ unit }) => unit === hourMs).map((slice) => slice.to - slice.from);
      expect(hours.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * dayMs);
    }),
  );
});
