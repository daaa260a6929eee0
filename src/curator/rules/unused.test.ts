import { expect, test } from 'vitest';
import { type KnownSkill, unusedAmong, unusedSentence } from './unused.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);

function skill(id: string, given: Partial<KnownSkill> = {}): KnownSkill {
  return {
    id,
    name: id,
    path: `/skills/${id}/SKILL.md`,
    provenance: 'agent',
    state: 'active',
    lastUsedAt: 0,
    lastActivityAt: 0,
    firstSeenAt: now - 100 * day,
    tokens: 10,
    pinned: false,
    required: false,
    referenced: false,
    unreadable: false,
    immovable: false,
    curated: true,
    due: false,
    ...given,
  };
}

test('a skill is unused when it was never used, or not for so many days to the millisecond', () => {
  const at = (lastActivityAt: number) => ({ lastActivityAt, lastUsedAt: lastActivityAt });
  const skills = [
    skill('never'),
    skill('idle', at(now - 30 * day)),
    skill('just', at(now - 30 * day + 1)),
    skill('older', at(now - 90 * day)),
    skill('dear', { tokens: 99 }),
  ];
  const unused = unusedAmong(skills, 30, now);
  expect(unused).toMatchObject({ days: 30, total: 5, tokens: 129 });
  expect(unused.skills.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
    ['dear', null],
    ['never', null],
    ['older', now - 90 * day],
    ['idle', now - 30 * day],
  ]);
});

test.each<[Partial<KnownSkill>, string]>([
  [{ pinned: true, required: true, curated: false }, 'pinned'],
  [{ required: true, referenced: true }, 'required'],
  [{ referenced: true, unreadable: true }, 'referenced'],
  [{ unreadable: true, curated: false }, 'unreadable'],
  [{ curated: false, provenance: 'bundled', immovable: true }, 'bundled'],
  [{ curated: false, provenance: 'project' }, 'project'],
  [{ curated: false, provenance: 'unknown' }, 'author-unknown'],
  [{ curated: false, provenance: 'user' }, 'user'],
  [{ immovable: true, due: true }, 'immovable'],
  [{ due: true }, 'due'],
  [{}, 'never-used'],
  [{ lastActivityAt: now - 40 * day }, 'not-due'],
])('%o stays because: %s', (given, kept) => {
  expect(unusedAmong([skill('a', given)], 30, now).skills[0]?.kept).toBe(kept);
});

test('one sentence says how many there are and what they cost', () => {
  const many = Array.from({ length: 146 }, (_, at) => skill(`s${at}`, { tokens: 54 }));
  const used = skill('used', { lastActivityAt: now });
  expect(unusedSentence(unusedAmong([...many, used], 30, now))).toBe(
    '146 of 147 skills were not used in 30 days; they cost about 7,884 tokens in every prompt',
  );
  expect(unusedSentence(unusedAmong([skill('a')], 1, now))).toBe(
    '1 of 1 skill was not used in 1 day; it costs about 10 tokens in every prompt',
  );
  expect(unusedSentence(unusedAmong([used], 30, now))).toBe('every skill was used in the last 30 days');
});
