import { expect, test } from 'vitest';
import { noEpisodes, type SkillEvidence } from '../../evidence/rules/evidence.js';
import { bySavings, eligibleSkills } from './candidates.js';
import { noSavings, type Savings } from './savings.js';

function skillEvidence(id: string, events: number, errors = 2): SkillEvidence {
  const none = { loads: 0, corrections: 0, lastUsedAt: 0, agents: [], episodes: noEpisodes };
  return { id, isResolved: true, events, errors, ...none };
}

interface Given extends Partial<Savings> {
  readonly events?: number;
}

function check(given: Readonly<Record<string, Given>>, expected: readonly string[], minEvidence = 2): void {
  const skills = Object.entries(given).map(([id, { events = 2 }]) => skillEvidence(id, events));
  const savingsFor = (id: string) => ({ ...noSavings, ...given[id] });
  for (const order of [skills, skills.toReversed()]) {
    const eligible = eligibleSkills(order, minEvidence, savingsFor);
    expect(eligible.map(({ evidence }) => evidence.id)).toEqual(expected);
  }
}

test('what a note could save decides, and not how often a skill is loaded', () => {
  check(
    {
      busy: { events: 99, unsolved: 3 },
      'fix-b': { fixable: 2 },
      'fix-a': { fixable: 2 },
      fix: { fixable: 3 },
      corrected: { corrections: 9 },
    },
    ['fix', 'fix-a', 'fix-b', 'corrected', 'busy'],
  );
});

test('a skill about which there is nothing to say is no candidate, however much it is used', () => {
  check({ healthy: { events: 99 }, sick: { unsolved: 3 } }, ['sick']);
});

test('what happened once is not looked at', () => {
  const unexpected = () => {
    throw new Error('it was looked at');
  };
  expect(eligibleSkills([skillEvidence('a', 9, 1), skillEvidence('b', 9, 0)], 2, unexpected)).toEqual([]);
});

test('how much evidence is enough is asked for', () => {
  check({ a: { events: 1, fixable: 1 }, b: { events: 5, fixable: 1 } }, ['a', 'b'], 1);
  check({ a: { events: 1, fixable: 1 }, b: { events: 5, fixable: 1 } }, [], 6);
});

test('there is no limit on how many there are', () => {
  const many = Array.from({ length: 40 }, (_, index) => skillEvidence(`s${index}`, 2));
  expect(eligibleSkills(many, 2, () => ({ ...noSavings, fixable: 1 }))).toHaveLength(40);
});

test('a candidate says why it has its position', () => {
  const savings = { fixable: 3, corrections: 1, unsolved: 0 };
  expect(bySavings({ evidence: skillEvidence('a', 3), savings }).selection).toEqual({
    source: 'savings',
    score: 4,
    reasons: ['fixable=3', 'corrections=1', 'unsolved=0'],
  });
});
