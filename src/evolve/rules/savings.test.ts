import { expect, test } from 'vitest';
import { item } from './note/note.fixture.js';
import { compareSavings, noSavings, savesAnything, savingsOf, savingsText } from './savings.js';

test('sessions with a known fix, corrections and other failures are counted apart', () => {
  const items = [
    item({ kind: 'fix', sessions: 3 }),
    item({ kind: 'fix', sessions: 2 }),
    item({ kind: 'correction', count: 4, sessions: 3 }),
    item({ kind: 'failure', sessions: 5 }),
  ];
  expect(savingsOf(items)).toEqual({ fixable: 5, corrections: 4, unsolved: 5 });
  expect(savingsOf([])).toEqual(noSavings);
  expect([savesAnything(savingsOf(items)), savesAnything(noSavings)]).toEqual([true, false]);
});

test('a known fix comes before any number of corrections, and those before failures', () => {
  const [fixable, corrections, unsolved] = [
    { ...noSavings, fixable: 1 },
    { ...noSavings, corrections: 2 },
    { ...noSavings, unsolved: 9 },
  ];
  expect([noSavings, unsolved, fixable, corrections].toSorted(compareSavings)).toEqual([
    fixable,
    corrections,
    unsolved,
    noSavings,
  ]);
});

test.each([
  [{ fixable: 3, corrections: 0, unsolved: 0 }, '3 sessions failed although the fix is known'],
  [
    { fixable: 1, corrections: 1, unsolved: 0 },
    '1 session failed although the fix is known; users corrected it once',
  ],
  [
    { fixable: 0, corrections: 2, unsolved: 4 },
    'users corrected it 2 times; 4 sessions failed without a known fix',
  ],
  [noSavings, 'a note could save nothing'],
])('%o is said in one sentence', (savings, text) => {
  expect(savingsText(savings)).toBe(text);
});
