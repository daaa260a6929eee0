/*
 * After evidence was purged: takes its words out of everything that the evolver wrote about it into the home. What is
 * in skills and in their history is not touched (still-quoting.ts tells of it).
 */

import type { ReportPlace } from '../../library/run-report.js';
import { readLedger } from '../../library/write/ledger.js';
import { forgetInProposals } from './forget-proposals.js';
import { forgetInReports } from './forget-reports.js';
import type { KnownEvents } from './known-events.js';
import { noteHistory } from './note-history.js';
import type { Unreadable } from './unreadable.js';

export interface Forgotten {
  /** The ids of proposals that were removed or lost their words. */
  readonly proposals: readonly string[];
  /** The ids of runs whose reports lost words. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

/** With `isDry` nothing is written, and the answer is the same. */
export async function forgetWords(
  place: ReportPlace,
  known: KnownEvents,
  options: { readonly isDry: boolean },
): Promise<Forgotten> {
  const history = noteHistory(readLedger(place).entries);
  const { proposals, ...inProposals } = await forgetInProposals(place, history, known, options);
  const { reports, ...inReports } = forgetInReports(place, history, known, options);
  return { proposals, reports, unreadable: [...inProposals.unreadable, ...inReports.unreadable] };
}
