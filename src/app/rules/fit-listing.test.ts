import { expect, test } from 'vitest';
import { type ListedSkill, leastUsedToSave } from './fit-listing.js';

const skill = (id: string, useCount: number, lastUsedAt: number, saved: number): ListedSkill => ({
  id,
  useCount,
  lastUsedAt,
  saved,
});

const skills = [
  skill('daily', 30, 9, 100),
  skill('often', 5, 9, 100),
  skill('once-lately', 1, 8, 50),
  skill('once-long-ago', 1, 2, 40),
  skill('never-short', 0, 0, 10),
  skill('never-long', 0, 0, 60),
  skill('already-short', 0, 0, 0),
];

test.each<[string, number, readonly string[], number]>([
  ['nothing when nothing has to be saved', 0, [], 0],
  ['the longest of those that were never used', 1, ['never-long'], 60],
  ['the others that were never used before any that was', 65, ['never-long', 'never-short'], 70],
  [
    'of those that were used as often, the one that was used longest ago',
    75,
    ['never-long', 'never-short', 'once-long-ago'],
    110,
  ],
  [
    'all that save anything where that is not enough',
    10_000,
    ['never-long', 'never-short', 'once-long-ago', 'once-lately', 'often', 'daily'],
    360,
  ],
])('it chooses %s', (_, characters, ids, saved) => {
  expect(leastUsedToSave(skills, characters)).toEqual({ ids, saved });
  expect(leastUsedToSave(skills.toReversed(), characters)).toEqual({ ids, saved });
});
