/*
 * Removes the text of purged evidence from the proposals and run reports in the home. A pending proposal is removed,
 * because it can be made again from the remaining evidence; a decided one is kept without text. Skills and their history
 * are not changed (remaining-quotes.ts finds them). Every event that is missing counts as purged, so that a purge
 * completes an earlier one that was interrupted.
 */

import { type ReportOptions, type RunReport, saveRunReport } from '../../library/run-report.js';
import { readLedger } from '../../library/write/ledger.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { readProposals, saveProposal, withProposalsLock } from '../proposals/proposal-folder.js';
import { quotedEvents } from '../rules/note/items.js';
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
  /** The ids of proposals that were removed or lost their text. */
  readonly proposals: readonly string[];
  /** The ids of runs whose reports lost text. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

/** With `isDry` nothing is written, and the result is the same. */
export async function purgeQuotes(
  home: ReportOptions,
  known: KnownEvents,
  options: { readonly isDry: boolean },
): Promise<PurgedQuotes> {
  const history = noteHistory(readLedger(home).entries);
  const { proposals, ...inProposals } = await purgeProposals(home, history, known, options);
  const { reports, ...inReports } = purgeReports(home, history, known, options);
  return { proposals, reports, unreadable: [...inProposals.unreadable, ...inReports.unreadable] };
}

interface PurgedProposals {
  /** The ids of the changed proposals. */
  readonly proposals: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

async function purgeProposals(
  options: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): Promise<PurgedProposals> {
  if (options.files.list(homePaths(options.home).proposals) === undefined)
    return { proposals: [], unreadable: [] };
  const run = () => purgeEachProposal(options, history, known, { isDry });
  return isDry ? run() : await withProposalsLock(options, run);
}

function purgeEachProposal(
  options: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): PurgedProposals {
  const paths = homePaths(options.home);
  const read = readProposals(options);
  const unreadable: Unreadable[] = [
    ...read.unreadable.map(({ file, reason }) => ({ file: `proposals/${file}`, reason })),
    ...unfinishedFiles(options.files, paths.proposals, 'proposals'),
  ];
  const shown = (proposal: Proposal): readonly string[] => [
    ...citedEvents(proposal),
    ...history.evidenceAt({ skill: proposal.skill, at: proposal.createdAt }),
  ];
  const isGone = citesMissing(known, read.proposals.flatMap(shown));
  const proposals: string[] = [];
  for (const proposal of read.proposals) {
    if (!isGone(shown(proposal)) || isStripped(proposal)) continue;
    const file = `${proposal.id}.json`;
    const refused = catchUnreadable(`proposals/${file}`, () => {
      if (!isDry && proposal.state === 'pending') options.files.remove(paths.proposal(file));
      else if (!isDry) saveProposal(options, withoutText(proposal));
      proposals.push(proposal.id);
    });
    unreadable.push(...refused);
  }
  return { proposals, unreadable };
}

/** The events that a proposal was made from. */
export function citedEvents({ evidence, items }: Proposal): readonly string[] {
  return [...evidence.map(({ id }) => id), ...items.flatMap(quotedEvents)];
}

function isStripped(proposal: Proposal): boolean {
  return proposal.state !== 'pending' && printProposal(proposal) === printProposal(withoutText(proposal));
}

/** The ids stay: they show what was rejected, and the evidence of an accepted draft. */
function withoutText({ support: _, model, ...proposal }: Proposal): Proposal {
  return {
    ...proposal,
    title: proposal.kind,
    evidence: proposal.evidence.map((event) => ({ ...event, text: '', fix: [] })),
    items: proposal.items.map((item) => ({ ...item, text: '' })),
    diff: '',
    content: '',
    ...(model && { model: { name: model.name, executed: model.executed } }),
  };
}

interface PurgedReports {
  /** The ids of the runs with changed reports. */
  readonly reports: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

function purgeReports(
  options: ReportOptions,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): PurgedReports {
  const { saved, unreadable } = readReports(options);
  const cited = ({ candidate, at }: ShownCandidate): readonly string[] => [
    ...(candidate.items ?? []).flatMap(quotedEvents),
    ...history.evidenceAt({ skill: candidate.skill, at, entry: candidate.apply?.entry }),
  ];
  const isGone = citesMissing(
    known,
    saved.flatMap(({ document }) => shownCandidates(document)).flatMap(cited),
  );
  const stripped = saved.flatMap((report) => strippedReport(report, (shown) => isGone(cited(shown))));
  const reports: string[] = [];
  for (const report of stripped) {
    const refused = catchUnreadable(`reports/${report.runId}`, () => {
      if (!isDry) saveRunReport(options, report);
      reports.push(report.runId);
    });
    unreadable.push(...refused);
  }
  return { reports, unreadable };
}

interface SavedReport {
  /** The name of the folder, whatever the document contains. */
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

/** Empty if the report shows no purged evidence. */
function strippedReport(
  { runId, document, page }: SavedReport,
  isPurged: (shown: ShownCandidate) => boolean,
): readonly RunReport[] {
  const purged = shownCandidates(document).filter(isPurged);
  if (purged.length === 0) return [];
  const stripped = withoutQuotes(document, new Set(purged.map(({ candidate }) => candidate)));
  const strippedPage = runPage(stripped);
  // The page is checked too, because an earlier purge may have been interrupted between the two files.
  const isStripped = page === strippedPage && JSON.stringify(stripped) === JSON.stringify(document);
  return isStripped ? [] : [{ runId, document: stripped, page: strippedPage }];
}

/** Which of these events still exist, or would exist after a dry run. */
export type KnownEvents = (ids: readonly string[]) => ReadonlySet<string>;

/** Whether any cited event is missing. `all` are the events of all later calls, which are looked up at once. */
export function citesMissing(
  known: KnownEvents,
  all: readonly string[],
): (cited: readonly string[]) => boolean {
  const existing = known([...new Set(all)]);
  return (cited) => cited.some((id) => !existing.has(id));
}

/** A file that may show purged evidence, but could not be read or rewritten. It is reported, so that the user can delete it. */
interface Unreadable {
  /** The path below the home. */
  readonly file: string;
  /** The error code, or another reason. */
  readonly reason: string;
}

/** Runs the action, and returns its refusal, if any. */
function catchUnreadable(file: string, act: () => void): readonly Unreadable[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [{ file, reason: error.code }];
  }
}

/** Temporary files of a process that was interrupted while writing, or is still writing. */
function unfinishedFiles(files: Files, folder: string, shownFolder: string): readonly Unreadable[] {
  return (files.list(folder) ?? [])
    .filter(({ name }) => /^\.coppice-.*\.tmp$/.test(name))
    .map(({ name }) => ({ file: `${shownFolder}/${name}`, reason: 'unfinished' }));
}
