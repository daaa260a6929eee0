/*
 * What a run leaves behind: its report, the index of its notes beside the evidence they were made from, and the last
 * result, for the status screen.
 */

import type { EvidenceStore } from '../evidence/store/evidence-store.js';
import type { Files } from '../system/files.js';
import { type CandidateReport, type EvolveReport, exitCodeOf, reportPage } from './report.js';

export interface RunPlace {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

export function saveRun(
  { files, home }: RunPlace,
  store: Pick<EvidenceStore, 'putNotes'>,
  report: EvolveReport,
): void {
  store.putNotes(report.candidates.flatMap((candidate) => notesOf(candidate, report.at)));
  const folder = `${home}/reports/${report.runId}`;
  files.makeFolder(folder);
  files.write(`${folder}/run.json`, encode(`${JSON.stringify(report, null, 2)}\n`));
  files.write(`${folder}/REPORT.md`, encode(reportPage(report)));
  const last = { id: report.runId, at: report.at, exitCode: exitCodeOf(report), summary: report.summary };
  files.write(`${home}/evolver.json`, encode(`${JSON.stringify({ lastRun: last }, null, 2)}\n`));
}

function notesOf({ skill, status, items = [], apply }: CandidateReport, appliedAt: number) {
  const entry = apply?.entry ?? null;
  if (status !== 'applied' || entry === null) return [];
  return items.map(({ id, evidence, firstSeen, lastSeen, expiresAt, text }) => ({
    ...{ id: `${entry}:${id}`, skill, entry, appliedAt, evidence, firstSeen, lastSeen, expiresAt, text },
    state: 'applied',
  }));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
