/*
 * After evidence was purged: takes its words out of everything that the evolver wrote about it into the home. What is
 * in skills and in their history is not touched (still-quoting.ts tells of it).
 */

import { type ReportOptions, type RunReport, saveRunReport } from '../../library/run-report.js';
import { readLedger } from '../../library/write/ledger.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { readProposals, saveProposal, withProposalsLock } from '../proposals/proposal-folder.js';
import { type NoteHistory, noteHistory } from '../rules/note-history.js';
import { type Proposal, printProposal } from '../rules/proposal/proposal.js';
import {
  parseRunDocument,
  type RunDocument,
  runPage,
  type ShownCandidate,
  shownCandidates,
  withoutQuotes,
} from '../rules/run-document.js';

export interface PurgedQuotes {
  /** The ids of proposals that were removed or lost their words. */
  readonly proposals: readonly string[];
  /** The ids of runs whose reports lost words. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

/** With `isDry` nothing is written, and the answer is the same. */
export async function purgeQuotes(
  place: ReportOptions,
  known: KnownEvents,
  options: { readonly isDry: boolean },
): Promise<PurgedQuotes> {
  const history = noteHistory(readLedger(place).entries);
  const { proposals, ...inProposals } = await purgeProposals(place, history, known, options);
  const { reports, ...inReports } = purgeReports(place, history, known, options);
  return { proposals, reports, unreadable: [...inProposals.unreadable, ...inReports.unreadable] };
}

/*
 * After evidence was purged, proposals must not go on showing it. One that is still to be decided is removed, as it can
 * be made again from what is left; one that was decided is remembered without its words.
 */

interface PurgedProposals {
  /** The ids of those concerned. */
  readonly proposals: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

async function purgeProposals(
  place: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): Promise<PurgedProposals> {
  if (place.files.list(homePaths(place.home).proposals) === undefined)
    return { proposals: [], unreadable: [] };
  const forget = () => forgetIn(place, history, known, { isDry });
  return isDry ? forget() : await withProposalsLock(place, forget);
}

function forgetIn(
  place: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): PurgedProposals {
  const paths = homePaths(place.home);
  const read = readProposals(place);
  const unreadable: Unreadable[] = [
    ...read.unreadable.map(({ file, reason }) => ({ file: `proposals/${file}`, reason })),
    ...unfinishedFiles(place.files, paths.proposals, 'proposals'),
  ];
  const shown = (proposal: Proposal): readonly string[] => [
    ...citedEvents(proposal),
    ...history.evidenceAt({ skill: proposal.skill, at: proposal.createdAt }),
  ];
  const isGone = citesMissing(known, read.proposals.flatMap(shown));
  const proposals: string[] = [];
  for (const proposal of read.proposals) {
    if (!isGone(shown(proposal)) || isBare(proposal)) continue;
    const file = `${proposal.id}.json`;
    const refused = catchUnreadable(`proposals/${file}`, () => {
      if (!isDry && proposal.state === 'pending') place.files.remove(paths.proposal(file));
      else if (!isDry) saveProposal(place, withoutWords(proposal));
      proposals.push(proposal.id);
    });
    unreadable.push(...refused);
  }
  return { proposals, unreadable };
}

/** The events that a proposal was made from. */
export function citedEvents({ evidence, items }: Proposal): readonly string[] {
  return [...evidence.map(({ id }) => id), ...items.flatMap((item) => item.evidence)];
}

function isBare(proposal: Proposal): boolean {
  return proposal.state !== 'pending' && printProposal(proposal) === printProposal(withoutWords(proposal));
}

/** The ids stay: they tell what was rejected, and from what a draft was made that is in a skill now. */
function withoutWords({ support: _, model, ...proposal }: Proposal): Proposal {
  return {
    ...proposal,
    title: proposal.kind,
    evidence: proposal.evidence.map((row) => ({ ...row, tool: null, preview: '' })),
    items: proposal.items.map((item) => ({ ...item, text: '', tool: '' })),
    diff: '',
    content: '',
    ...(model && { model: { name: model.name, executed: model.executed } }),
  };
}

/*
 * After evidence was purged, the reports of earlier runs must not go on showing it. What such a run said about the
 * skills concerned loses its words; the rest of the report stays.
 */

interface PurgedReports {
  /** The ids of the runs concerned. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

function purgeReports(
  place: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): PurgedReports {
  const { saved, unreadable } = readReports(place);
  const cited = ({ candidate, at }: ShownCandidate): readonly string[] => [
    ...(candidate.items ?? []).flatMap(({ evidence }) => evidence),
    ...history.evidenceAt({ skill: candidate.skill, at, entry: candidate.apply?.entry }),
  ];
  const isGone = citesMissing(
    known,
    saved.flatMap(({ document }) => shownCandidates(document)).flatMap(cited),
  );
  const bare = saved.flatMap((report) => bareReport(report, (shown) => isGone(cited(shown))));
  const reports: string[] = [];
  for (const report of bare) {
    const refused = catchUnreadable(`reports/${report.runId}`, () => {
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

function readReports({ files, home }: ReportOptions) {
  const paths = homePaths(home);
  const saved: SavedReport[] = [];
  const unreadable: Unreadable[] = [];
  for (const { name: runId, kind } of files.list(paths.reports) ?? []) {
    if (kind !== 'folder') continue;
    const file = `reports/${runId}`;
    const report = paths.report(runId);
    const refused = catchUnreadable(file, () => {
      unreadable.push(...unfinishedFiles(files, report.folder, file));
      const document = parseRunDocument(textOf(files, report.document) ?? '');
      if (document === 'unreadable') unreadable.push({ file, reason: 'not-a-report' });
      else if (document !== 'other') saved.push({ runId, document, page: textOf(files, report.page) });
    });
    unreadable.push(...refused);
  }
  return { saved, unreadable };
}

function textOf(files: Files, path: string): string | undefined {
  const file = files.read(path);
  return file && new TextDecoder().decode(file.bytes);
}

/** None when it shows nothing that is forgotten, or does so no longer. */
function bareReport(
  { runId, document, page }: SavedReport,
  isForgotten: (shown: ShownCandidate) => boolean,
): readonly RunReport[] {
  const forgotten = shownCandidates(document).filter(isForgotten);
  if (forgotten.length === 0) return [];
  const bare = withoutQuotes(document, new Set(forgotten.map(({ candidate }) => candidate)));
  const barePage = runPage(bare);
  // The page is made anew even if only it is as before: a purge may have been ended between the two files.
  const isBare = page === barePage && JSON.stringify(bare) === JSON.stringify(document);
  return isBare ? [] : [{ runId, document: bare, page: barePage }];
}

/*
 * What is no longer in the evidence must not be quoted elsewhere. Asking what is still there, and not what a purge has
 * just removed, lets a purge finish what an earlier one was kept from.
 */

/** Which of these events are still there; of a purge that is only tried, which would be. */
export type KnownEvents = (ids: readonly string[]) => ReadonlySet<string>;

/** Whether any event that is cited is gone. `all` are those that will be asked about, which are looked up at once. */
export function citesMissing(
  known: KnownEvents,
  all: readonly string[],
): (cited: readonly string[]) => boolean {
  const there = known([...new Set(all)]);
  return (cited) => cited.some((id) => !there.has(id));
}

/*
 * What may show purged evidence and could not be looked through or rewritten. It is told and stops nothing else: the
 * user can delete it.
 */

interface Unreadable {
  /** Below the home. */
  readonly file: string;
  /** The code of the fault, or what is wrong with it. */
  readonly reason: string;
}

/** Does it; if the disk refuses, that is what comes back. */
function catchUnreadable(file: string, act: () => void): readonly Unreadable[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [{ file, reason: error.code }];
  }
}

/** Temporary files of a process that was ended while it wrote; it may as well be writing still. */
function unfinishedFiles(files: Files, folder: string, shownFolder: string): readonly Unreadable[] {
  return (files.list(folder) ?? [])
    .filter(({ name }) => /^\.coppice-.*\.tmp$/.test(name))
    .map(({ name }) => ({ file: `${shownFolder}/${name}`, reason: 'unfinished' }));
}
