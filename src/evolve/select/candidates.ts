/*
 * Which skills have enough evidence to be looked at, and in which order: most events first, then most errors, then by
 * id. A model may change the order, and nothing else: it never adds or removes one.
 */

import type { SkillEvidence } from '../../evidence/rules/evidence.js';

export interface Candidate {
  readonly evidence: SkillEvidence;
  readonly selection: CandidateSelection;
}

/** Why it stands where it stands. */
export interface CandidateSelection {
  readonly source: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** No matter how many: whoever is busy and may not be written to must not hide the others. */
export function eligibleSkills(
  skills: readonly SkillEvidence[],
  minEvidence: number,
): readonly SkillEvidence[] {
  return skills
    .filter(({ events }) => events >= minEvidence)
    .toSorted((a, b) => b.events - a.events || b.errors - a.errors || (a.id < b.id ? -1 : 1));
}

export function byEvidence(evidence: SkillEvidence): Candidate {
  const { events, errors } = evidence;
  const reasons = [`events=${events}`, `errors=${errors}`];
  return { evidence, selection: { source: 'evidence-threshold', score: events, reasons } };
}
