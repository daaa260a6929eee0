import { expect, test } from 'vitest';
import { type FixDecisions, waitingFixes } from './waiting-fixes.js';

const failure = { skills: ['pdf'], lastAt: 10 };
const undecided: FixDecisions = { made: [], lastRun: undefined, isReviewPending: false };

test.each<[string, Partial<FixDecisions>, boolean]>([
  ['nothing was decided', {}, true],
  ['a proposal was made since', { made: [{ skill: 'claude:pdf', at: 10 }] }, false],
  ['a proposal was made before it occurred again', { made: [{ skill: 'claude:pdf', at: 9 }] }, true],
  ['a proposal was made for another skill', { made: [{ skill: 'claude:docx', at: 11 }] }, true],
  ['a run looked at it and proposed nothing', { lastRun: { at: 11, waiting: [] } }, false],
  ['it occurred again after the run', { lastRun: { at: 9, waiting: [] } }, true],
  ['the run had no room for it', { lastRun: { at: 11, waiting: ['claude:pdf'] } }, true],
  [
    'the run had no room for it, and its proposals wait',
    { lastRun: { at: 11, waiting: ['claude:pdf'] }, isReviewPending: true },
    false,
  ],
])('when %s', (_, decisions, isWaiting) => {
  expect(waitingFixes([failure], { ...undecided, ...decisions })).toEqual(isWaiting ? [failure] : []);
});

test('a failure in several skills waits until all of them are decided', () => {
  const both = { skills: ['pdf', 'docx'], lastAt: 10 };
  const made = [{ skill: 'claude:pdf', at: 11 }];
  expect(waitingFixes([both], { ...undecided, made })).toEqual([both]);
});
