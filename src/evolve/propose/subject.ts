/*
 * What a proposal is about: a skill as it is, and the evidence there is for it.
 */

import type { Evidence, EvidenceRow, EvidenceSummary, Window } from '../../evidence/rules/evidence.js';
import type { OpenLibrary } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/read/entry.js';
import { CoppiceError } from '../../text/errors.js';
import { type ReadSkill, readSkillFiles } from './skill-files.js';

export interface Subject {
  readonly entry: SkillEntry;
  readonly present: ReadSkill;
  /** What the evidence calls the skill, which may be a name it had before. */
  readonly evidenceId: string;
  readonly window: Window;
  readonly days: number;
  /** What went wrong, or, where nothing did, the uses; latest first. */
  readonly rows: readonly EvidenceRow[];
  readonly summary: EvidenceSummary;
}

const dayMs = 86_400_000;
const maxRows = 500;
const maxShownRows = 20;

export function subjectOf(
  library: OpenLibrary,
  evidence: Evidence,
  entry: SkillEntry,
  days: number,
): Subject {
  const present = readSkillFiles(library.files, entry);
  if (present === undefined) {
    throw new CoppiceError('not-found', `${entry.path} is not there, or is not text`);
  }
  const to = library.clock.now() + 1;
  const window = { from: to - days * dayMs, to };
  const ids = [entry.id, ...(library.usage.get(entry.id)?.aliases ?? [])];
  const evidenceId = ids.find((id) => evidence.evidenceFor(id, window, 1).length > 0) ?? entry.id;
  const found = evidence.evidenceFor(evidenceId, window, maxRows);
  const problems = found.filter(({ isError, isCorrection }) => isError || isCorrection);
  const rows = (problems.length > 0 ? problems : found).slice(0, maxShownRows);
  return { entry, present, evidenceId, window, days, rows, summary: evidence.summary(window, evidenceId) };
}
