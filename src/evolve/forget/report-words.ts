/*
 * The words of evidence in what a run left behind. They are replaced by a mark; what was decided about which skill, and
 * why, stays.
 */

import type { CandidateReport, EvolveReport, VerifyReport } from '../report.js';
import { isEvolveReport, type RunDocument } from './run-document.js';

/** What a run of the evolver showed of a skill, and when. */
export interface ShownCandidate {
  readonly candidate: CandidateReport;
  readonly at: number;
}

/** One for which no note was made shows nothing. */
export function shownCandidates(document: RunDocument): readonly ShownCandidate[] {
  const reports = 'steps' in document ? document.steps.map((step) => step.document) : [document];
  return reports
    .filter(isEvolveReport)
    .flatMap(({ candidates, at }) => candidates.map((candidate) => ({ candidate, at })))
    .filter(({ candidate: { diff, items } }) => diff !== undefined || items !== undefined);
}

export function withoutWords(document: RunDocument, forgotten: ReadonlySet<CandidateReport>): RunDocument {
  const bare = (report: EvolveReport): EvolveReport => ({
    ...report,
    candidates: report.candidates.map((candidate) =>
      forgotten.has(candidate) ? bareCandidate(candidate) : candidate,
    ),
  });
  if (!('steps' in document)) return bare(document);
  const steps = document.steps.map((step) =>
    isEvolveReport(step.document) ? { ...step, document: bare(step.document) } : step,
  );
  return { ...document, steps };
}

/** What a verifier printed may be the note. */
function bareCandidate(candidate: CandidateReport): CandidateReport {
  const { items, diff, detail, apply } = candidate;
  return {
    ...candidate,
    ...(detail !== undefined && { detail: marked(detail) }),
    ...(items && { items: items.map((item) => ({ ...item, text: marked(item.text), tool: '' })) }),
    ...(diff !== undefined && { diff: marked(diff) }),
    ...(apply?.verify && { apply: { ...apply, verify: bareVerify(apply.verify) } }),
  };
}

function bareVerify(verify: VerifyReport): VerifyReport {
  const stages = verify.stages.map((stage) => ({ ...stage, output: marked(stage.output) }));
  return { ...verify, output: marked(verify.output), stages };
}

function marked(words: string): string {
  return words === '' ? '' : '(purged)';
}
