import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../text/width.js';
import { type ProgressState, progressBar } from './progress.js';

function check(
  state: ProgressState,
  layout: { readonly width: number; readonly unicode?: boolean },
  expected: string,
): void {
  expect(progressBar(state, { unicode: true, ...layout })).toBe(expected);
}

test('the bar, the percentage and the count show how much is done', () => {
  check({ label: 'Reading', done: 0, total: 4 }, { width: 30 }, 'Reading ░░░░░░░░░░░░░░░ 0% 0/4');
  check({ label: 'Reading', done: 1, total: 4 }, { width: 30 }, 'Reading ███░░░░░░░░░░░ 25% 1/4');
  check({ label: 'Reading', done: 4, total: 4 }, { width: 30 }, 'Reading █████████████ 100% 4/4');
  check(
    { label: 'Reading', done: 2, total: 4 },
    { width: 30, unicode: false },
    'Reading #######------- 50% 2/4',
  );
  check(
    { label: 'Reading', done: 2, total: 4 },
    { width: 200 },
    `Reading ${'█'.repeat(15)}${'░'.repeat(15)} 50% 2/4`,
  );
});

test('it is full only when all is done, and never more than full', () => {
  check({ label: 'L', done: 999, total: 1000 }, { width: 22 }, 'L ██████░ 99% 999/1000');
  check({ label: 'L', done: 9, total: 3 }, { width: 20 }, 'L █████████ 100% 9/3');
  check({ label: 'L', done: 0, total: 0 }, { width: 20 }, 'L █████████ 100% 0/0');
});

test('while the total is not known there is only the count', () => {
  check({ label: 'Reading', done: 1234 }, { width: 80 }, 'Reading 1234');
});

test('a narrow terminal loses the bar first, then the end of the label', () => {
  check({ label: 'Reading', done: 1, total: 4 }, { width: 21 }, 'Reading █░░░░ 25% 1/4');
  check({ label: 'Reading', done: 1, total: 4 }, { width: 20 }, 'Reading 25% 1/4');
  check({ label: 'Reading', done: 1, total: 4 }, { width: 12 }, 'Rea… 25% 1/4');
  check({ label: 'Reading', done: 1, total: 4 }, { width: 12, unicode: false }, 'R... 25% 1/4');
  check({ label: 'Reading', done: 1, total: 4 }, { width: 4 }, '25%…');
});

test('the line always fits', () => {
  const state = fc.record(
    { label: fc.string({ unit: 'grapheme' }), done: fc.nat(), total: fc.nat() },
    { requiredKeys: ['label', 'done'] },
  );
  fc.assert(
    fc.property(state, fc.nat(60), fc.boolean(), (given, width, unicode) => {
      expect(displayWidth(progressBar(given, { width, unicode }))).toBeLessThanOrEqual(width);
    }),
    { numRuns: 1000 },
  );
});
