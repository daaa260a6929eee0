import { expect, test } from 'vitest';
import { caseOf, utcGrader } from '../eval.world.js';
import type { EvalCase } from './cases/eval-case.js';
import { type ComparedCase, judgeEdit, splitCases } from './optimize.js';

const cases = (count: number, given: Partial<EvalCase> = {}) =>
  Array.from({ length: count }, (_, at) =>
    caseOf({ name: `case ${at}`, prompt: `Question ${at}?`, ...given }),
  );

const fired = (expected: boolean): Partial<EvalCase> => ({
  source: 'triggers',
  graders: [{ name: 'fired', type: 'fired', weight: 1, arm: undefined, expected }],
});

test('half of the cases are held out, the same ones whatever order they are in', () => {
  const given = cases(7);
  const split = splitCases(given);
  expect([split?.heldOut.length, split?.practice.length]).toEqual([4, 3]);
  expect(splitCases(given.toReversed())).toEqual(split);
  expect([...(split?.heldOut ?? []), ...(split?.practice ?? [])].toSorted(byName)).toEqual(given);
  // A grader that is changed afterwards does not move a case to the other side.
  const graded = given.map((one) => ({ ...one, graders: [{ ...utcGrader, pattern: 'other' }] }));
  expect(splitCases(graded)?.heldOut.map(({ name }) => name)).toEqual(split?.heldOut.map(({ name }) => name));
  expect(splitCases(cases(1))).toBeUndefined();
});

test('requests that should load the skill and those that should not are on both sides', () => {
  const given = [...cases(4, fired(true)), ...cases(4, fired(false))];
  const expected = (side: readonly EvalCase[]) =>
    side.map(({ graders: [one] }) => one?.type === 'fired' && one.expected).toSorted();
  const split = splitCases(given);
  expect(expected(split?.heldOut ?? [])).toEqual([false, false, true, true]);
  expect(expected(split?.practice ?? [])).toEqual([false, false, true, true]);
});

function byName(a: EvalCase, b: EvalCase): number {
  return a.name < b.name ? -1 : 1;
}

function check(
  rows: readonly (readonly [boolean, number | null, number | null])[],
  why: string | undefined,
): void {
  const compared = rows.map(
    ([heldOut, before, after], at): ComparedCase => ({ name: `c${at}`, heldOut, before, after }),
  );
  const verdict = judgeEdit(compared);
  expect(verdict.kind === 'kept' ? undefined : verdict.why).toBe(why);
}

test('an edit is kept only if held-out cases get better and no case gets worse', () => {
  check(
    [
      [true, 0, 1],
      [false, 1, 1],
    ],
    undefined,
  );
  check(
    [
      [true, 0, 1],
      [false, 1, 0.67],
    ],
    'c1 got worse: 0.67 after 1.00',
  );
  check(
    [
      [true, 1, 0.5],
      [true, 0, 1],
    ],
    'c0 got worse: 0.50 after 1.00',
  );
  check(
    [
      [true, 0.5, 0.5],
      [false, 0, 1],
    ],
    'the cases that the model did not see did not get better: 0.50, as before',
  );
  // A sum in another order is no gain.
  check(
    [
      [true, 0.1 + 0.2, 0.3],
      [false, 0, 1],
    ],
    'the cases that the model did not see did not get better: 0.30, as before',
  );
});

test('without a result nothing is decided, and the edit may be tried again', () => {
  const rows: ComparedCase[] = [{ name: 'lost', heldOut: true, before: 0, after: null }];
  expect(judgeEdit(rows)).toEqual({ kind: 'rejected', why: 'lost gave no result', isFinal: false });
});
