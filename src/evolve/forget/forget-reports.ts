/*
 * After evidence was purged, the reports of earlier runs must not go on showing it. What such a run said about the
 * skills concerned loses its words; the rest of the report stays.
 */

import { type ReportPlace, type RunReport, saveRunReport } from '../../library/run-report.js';
import { goneAmong, type KnownEvents } from './known-events.js';
import type { NoteHistory } from './note-history.js';
import { type ShownCandidate, shownCandidates, withoutWords } from './report-words.js';
import { parseRunDocument, type RunDocument, runPage } from './run-document.js';
import { type Unreadable, unfinishedFiles, unlessUnreadable } from './unreadable.js';

export interface ForgottenReports {
  /** The ids of the runs concerned. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

export function forgetInReports(
  place: ReportPlace,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): ForgottenReports {
  const { saved, unreadable } = readReports(place);
  const cited = ({ candidate, at }: ShownCandidate): readonly string[] => [
    ...(candidate.items ?? []).flatMap(({ evidence }) => evidence),
    ...history.evidenceAt({ skill: candidate.skill, at, entry: candidate.apply?.entry }),
  ];
  const isGone = goneAmong(known, saved.flatMap(({ document }) => shownCandidates(document)).flatMap(cited));
  const bare = saved.flatMap((report) => bareReport(report, (shown) => isGone(cited(shown))));
  const reports: string[] = [];
  for (const report of bare) {
    const refused = unlessUnreadable(`reports/${report.runId}`, () => {
      if (!isDry) saveRunReport(place, report);
      reports.push(report.runId);
    });
    unreadable.push(...refused);
  }
  return { reports, unreadable };
}

interface SavedReport {
  /** The name of its folder, whatever it says of itself. */
  readonly runId: string;
  readonly document: RunDocument;
  readonly page: string | undefined;
}

function readReports(place: ReportPlace) {
  const saved: SavedReport[] = [];
  const unreadable: Unreadable[] = [];
  for (const { name: runId, kind } of place.files.list(`${place.home}/reports`) ?? []) {
    if (kind !== 'folder') continue;
    const folder = `reports/${runId}`;
    const refused = unlessUnreadable(folder, () => {
      unreadable.push(...unfinishedFiles(place, folder));
      const document = parseRunDocument(textOf(place, `${folder}/run.json`) ?? '');
      if (document === 'unreadable') unreadable.push({ file: folder, reason: 'not-a-report' });
      else if (document !== 'other')
        saved.push({ runId, document, page: textOf(place, `${folder}/REPORT.md`) });
    });
    unreadable.push(...refused);
  }
  return { saved, unreadable };
}

function textOf({ files, home }: ReportPlace, path: string): string | undefined {
  const file = files.read(`${home}/${path}`);
  return file && new TextDecoder().decode(file.bytes);
}

/** None when it shows nothing that is forgotten, or does so no longer. */
function bareReport(
  { runId, document, page }: SavedReport,
  isForgotten: (shown: ShownCandidate) => boolean,
): readonly RunReport[] {
  const forgotten = shownCandidates(document).filter(isForgotten);
  if (forgotten.length === 0) return [];
  const bare = withoutWords(document, new Set(forgotten.map(({ candidate }) => candidate)));
  const barePage = runPage(bare);
  // The page is made anew even if only it is as before: a purge may have been ended between the two files.
  const isBare = page === barePage && JSON.stringify(bare) === JSON.stringify(document);
  return isBare ? [] : [{ runId, document: bare, page: barePage }];
}
