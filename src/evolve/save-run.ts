/*
 * Saves the results of a run: its report, the index of its notes in the evidence store, and the last result for the
 * status screen. The index can be rebuilt from the ledger, which is the source of truth.
 */

import type { EvidenceStore } from '../evidence/store/evidence-store.js';
import type { RecordedEntry } from '../library/rules/ledger-lines.js';
import { type ReportOptions, saveRunReport } from '../library/run-report.js';
import { CoppiceError } from '../text/errors.js';
import { saveEvolverRun, saveProposalRun } from './last-run.js';
import { quotedEvents } from './rules/note/items.js';
import { undoneEntries } from './rules/note-life.js';
import { type CandidateReport, type EvolveReport, reportPage } from './rules/report.js';

/** Of a dry run nothing, and of proposals when they were made. A failure is returned, because the notes are already written. */
export function saveRun(
  place: ReportOptions,
  store: Pick<EvidenceStore, 'putNotes'>,
  report: EvolveReport,
): CoppiceError | undefined {
  const { runId, at } = report;
  if (runId === null && report.mode !== 'propose') return undefined;
  try {
    if (runId === null) {
      saveProposalRun(place, report);
      return undefined;
    }
    store.putNotes(report.candidates.flatMap((candidate) => notesOf(candidate, at)));
    saveRunReport(place, { runId, document: report, page: reportPage(report) });
    saveEvolverRun(place, { ...report, runId });
    return undefined;
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
}

function notesOf({ skill, status, items = [], apply }: CandidateReport, appliedAt: number) {
  const entry = apply?.entry ?? null;
  if (status !== 'applied' || entry === null) return [];
  return items.map((item) => ({
    id: `${entry}:${item.id}`,
    skill,
    entry,
    appliedAt,
    evidence: quotedEvents(item),
    firstSeen: item.firstSeen,
    lastSeen: item.lastSeen,
    expiresAt: item.expiresAt,
    text: item.text,
    state: 'applied',
  }));
}

/** Rebuilds the index of notes from the ledger. The ledger has no texts, so those of the index are kept. */
export function rebuildNotesIndex(
  store: Pick<EvidenceStore, 'notes' | 'clearNotes' | 'putNotes'>,
  entries: readonly RecordedEntry[],
): void {
  const texts = new Map(store.notes().map(({ id, text }) => [id, text]));
  const undone = undoneEntries(entries);
  const notes = entries
    .filter(({ state }) => state === 'committed')
    .flatMap(({ id: entry, skill, at: appliedAt, notes: items = [] }) =>
      items.map((item) => {
        const id = `${entry}:${item.id}`;
        const state = undone.has(entry) ? 'undone' : 'applied';
        const evidence = quotedEvents(item);
        return { ...item, evidence, id, skill, entry, appliedAt, text: texts.get(id) ?? '', state };
      }),
    );
  store.clearNotes();
  store.putNotes(notes);
}
