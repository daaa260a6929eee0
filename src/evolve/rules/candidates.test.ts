import { expect, test } from 'vitest';
import type { SkillEvidence } from '../../evidence/rules/evidence.js';
import { byEvidence, eligibleSkills } from './candidates.js';

function skillEvidence(id: string, events: number, errors = 0): SkillEvidence {
  const none = { loads: 0, failedLoads: 0, corrections: 0, lastUsedAt: 0, agents: [] };
  return { id, isResolved: true, events, errors, ...none };
}

function check(skills: readonly SkillEvidence[], expected: readonly string[], minEvidence = 2): void {
  expect(eligibleSkills(skills, minEvidence).map(({ id }) => id)).toEqual(expected);
  expect(eligibleSkills(skills.toReversed(), minEvidence).map(({ id }) => id)).toEqual(expected);
}

test('those with enough evidence come by events, then by errors, then by id', () => {
  check(
    [
      skillEvidence('few', 1, 1),
      skillEvidence('tie-b', 3, 1),
      skillEvidence('tie-a', 3, 1),
      skillEvidence('most', 9),
      skillEvidence('worse', 3, 2),
      skillEvidence('just', 2),
    ],
    ['most', 'worse', 'tie-a', 'tie-b', 'just'],
  );
});

test('how much is enough is asked for', () => {
  check([skillEvidence('a', 1), skillEvidence('b', 5)], ['b', 'a'], 1);
  check([skillEvidence('a', 1), skillEvidence('b', 5)], [], 6);
});

test('there is no limit on how many there are', () => {
  const many = Array.from({ length: 40 }, (_, index) => skillEvidence(`s${index}`, 2));
  expect(eligibleSkills(many, 2)).toHaveLength(40);
});

test('a candidate says why it stands where it stands', () => {
  expect(byEvidence(skillEvidence('a', 3, 1)).selection).toEqual({
    source: 'evidence-threshold',
    score: 3,
    reasons: ['events=3', 'errors=1'],
  });
});
