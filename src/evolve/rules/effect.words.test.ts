import { expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { appliedAt, episodeAt, evidenceOf, noteOf } from './effect.fixture.js';
import { type FailureLayout, failureText, noteEffect } from './effect.js';

const wide = { bars: true, unicode: true };

test.for<[failed: number, loads: number, FailureLayout, string]>([
  [1, 3, { ...wide, bars: false }, '33% (1/3)'],
  [1, 3, wide, '███░░░░░░░ 33% (1/3)'],
  [1, 3, { ...wide, unicode: false }, '###....... 33% (1/3)'],
  [1, 40, wide, '█░░░░░░░░░ 3% (1/40)'],
  [39, 40, wide, '█████████░ 98% (39/40)'],
  [40, 40, wide, '██████████ 100% (40/40)'],
  [0, 40, wide, '░░░░░░░░░░ 0% (0/40)'],
  [0, 0, wide, '░░░░░░░░░░ no loads'],
])('%i of %i with %j is %s', ([failed, loads, layout, text]) => {
  const drawn = Array.from({ length: loads }, (_, index) =>
    episodeAt(appliedAt + index, index < failed ? 'failed' : 'clean'),
  );
  const { after } = noteEffect(evidenceOf(drawn), noteOf(), appliedAt + dayMs);
  expect(failureText(after, layout)).toBe(text);
});
