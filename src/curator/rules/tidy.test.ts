import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenNumbers, leftText, planTidy } from './tidy.js';
import { type KeptReason, keptReasons, type UnusedSkill } from './unused.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);

function skill(kept: KeptReason, given: Partial<UnusedSkill> = {}): UnusedSkill {
  return {
    id: `home:${kept}`,
    name: kept,
    path: `/skills/${kept}/SKILL.md`,
    provenance: 'agent',
    state: 'active',
    lastUsedAt: null,
    lastActivityAt: null,
    firstSeenAt: now - 30 * day,
    tokens: 10,
    kept,
    ...given,
  };
}

const planOf = (skills: readonly UnusedSkill[]) =>
  planTidy({ days: 30, total: skills.length, tokens: 0, skills }, now);

test('what the curator may move is archived, the rest made quiet, and what is needed or of others left', () => {
  const { archive, quiet, left } = planOf(
    (Object.keys(keptReasons) as KeptReason[]).map((kept) => skill(kept)),
  );
  expect(archive.map(({ kept }) => kept)).toEqual(['never-used', 'not-due', 'due']);
  expect(quiet.map(({ kept }) => kept)).toEqual([
    'bundled',
    'hub',
    'external',
    'registry',
    'user',
    'author-unknown',
    'immovable',
  ]);
  expect(left.map(({ reason }) => reason)).toEqual([
    'pinned',
    'required',
    'referenced',
    'unreadable',
    'plugin',
    'project',
  ]);
});

test('a skill that was never used and is not known for long is left alone', () => {
  const late = { firstSeenAt: now - 30 * day + 1 };
  expect(planOf([skill('never-used', late)]).left).toEqual([
    { id: 'home:never-used', reason: 'new', message: 'first seen less than 30 days ago' },
  ]);
  const used = { ...late, lastActivityAt: now - 40 * day };
  expect(planOf([skill('not-due', used)]).archive).toHaveLength(1);
});

test('what is left is counted by its reason', () => {
  const { left } = planOf([skill('pinned'), skill('plugin'), skill('pinned', { id: 'home:b' })]);
  expect(leftText(left)).toBe('2 (pinned), 1 (part of a plugin)');
});

test.each<[string, readonly number[] | undefined]>([
  ['y', [1, 2, 3, 4, 5]],
  [' ALL ', [1, 2, 3, 4, 5]],
  ['', []],
  ['n', []],
  ['maybe', []],
  ['2', [2]],
  ['5, 1 2-3', [1, 2, 3, 5]],
  ['6', undefined],
  ['0', undefined],
  ['3-2', undefined],
  ['-', undefined],
])('the answer %j chooses %j of five', (answer, expected) => {
  expect(chosenNumbers(answer, 5)).toEqual(expected);
});

test('no answer chooses what is not in the list', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 20 }), (answer, count) => {
      const chosen = chosenNumbers(answer, count) ?? [];
      expect(chosen.every((number) => number >= 1 && number <= count)).toBe(true);
      expect(new Set(chosen).size).toBe(chosen.length);
    }),
  );
});
