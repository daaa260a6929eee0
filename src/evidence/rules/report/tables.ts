/*
 * What the report shows, as tables that have no form yet: every form draws the same rows and columns in its own way.
 * Text from outside is marked as a quote, so that no form can take it for its own words.
 */

import type { DayEvidence, EvidenceSummary } from '../evidence.js';
import type { EvidenceReport, RecentRow } from './report.js';

export interface ReportTable {
  readonly title: string;
  /** What the headers do not say. */
  readonly note: string;
  readonly columns: readonly ReportColumn[];
  /** The first of them, where there are many. */
  readonly rows: readonly (readonly Cell[])[];
  /** How many were left out. */
  readonly more: number;
}

export interface ReportColumn {
  readonly header: string;
  readonly align?: 'right';
  /** Gives way where there is little room. */
  readonly flexible?: true;
  /** The width in characters from which there is room for it; the style of the page knows the same steps. */
  readonly leastWidth?: 48 | 72 | 110 | 150;
}

export type Cell =
  /** Our own. */
  | { readonly kind: 'words'; readonly text: string; readonly isBad?: boolean }
  /** From outside. */
  | { readonly kind: 'quote'; readonly text: string }
  /** `most` is the greatest of its column, where it is to be compared with the others. */
  | { readonly kind: 'count'; readonly count: number; readonly most?: number; readonly isBad?: boolean }
  | { readonly kind: 'change'; readonly count: number; readonly before: number }
  | { readonly kind: 'rate'; readonly part: number; readonly whole: number }
  /** 0 is a time that is not known. */
  | { readonly kind: 'time'; readonly at: number };

export function reportTables(report: EvidenceReport) {
  return {
    summary: summaryTable(report),
    skills: skillsTable(report),
    tools: toolsTable(report),
    clusters: clustersTable(report),
    recent: recentTable(report),
  };
}

export const dayCounts = [
  ['Skill loads', 'loads'],
  ['Tool calls', 'tools'],
  ['Errors', 'errors'],
] as const;

export function daysTable({ daysPerStep, steps }: DaySteps): ReportTable {
  return reportTable(steps, {
    title: daysPerStep === 1 ? 'Per day' : `Per ${daysPerStep} days`,
    note: 'Days in UTC; the window holds only a part of the first and of the last.',
    columns: [{ header: daysPerStep === 1 ? 'Day' : 'From' }, ...dayCounts.map(([label]) => count(label))],
    cells: (step) => [
      { kind: 'words', text: step.day },
      ...dayCounts.map(([, key]): Cell => ({ kind: 'count', count: step[key], isBad: key === 'errors' })),
    ],
    limit: steps.length,
  });
}

function summaryTable({ summary, previous }: EvidenceReport): ReportTable {
  return reportTable(summaryRows, {
    title: 'Summary',
    note: 'Before: as many days, right before these.',
    columns: [{ header: '' }, count('Now'), count('Before'), count('Change')],
    cells: ([label, key]) => [
      { kind: 'words', text: label },
      { kind: 'count', count: summary[key], isBad: key === 'errorEvents' },
      { kind: 'count', count: previous[key] },
      { kind: 'change', count: summary[key], before: previous[key] },
    ],
  });
}

/** The counts of a summary, in the order they are shown. */
const summaryRows: readonly (readonly [label: string, key: keyof EvidenceSummary])[] = [
  ['Sessions', 'sessions'],
  ['Turns', 'turns'],
  ['Tool calls', 'toolEvents'],
  ['Skill events', 'skillEvents'],
  ['Errors', 'errorEvents'],
];

function skillsTable({ skills }: EvidenceReport): ReportTable {
  const most = Math.max(1, ...skills.map(({ loads }) => loads));
  return reportTable(skills, {
    title: 'Skills',
    note: 'Failed loads: those during which at least one error came.',
    columns: [
      { header: 'Skill', flexible: true },
      count('Loads'),
      count('Change'),
      count('Errors'),
      { header: 'Failed loads', align: 'right', leastWidth: 48 },
      { header: 'Corrected', align: 'right', leastWidth: 72 },
      { header: 'Last used', leastWidth: 110 },
      { header: 'Agents', flexible: true, leastWidth: 110 },
    ],
    cells: ({ id, loads, errors, failedLoads, corrections, previous, lastUsedAt, agents }) => [
      { kind: 'quote', text: id },
      { kind: 'count', count: loads, most },
      { kind: 'change', count: loads, before: previous.loads },
      { kind: 'count', count: errors, isBad: true },
      { kind: 'rate', part: failedLoads, whole: loads },
      { kind: 'count', count: corrections },
      { kind: 'time', at: lastUsedAt },
      { kind: 'quote', text: agents.join(', ') },
    ],
  });
}

function toolsTable({ tools }: EvidenceReport): ReportTable {
  const most = Math.max(1, ...tools.map(({ events }) => events));
  return reportTable(tools, {
    title: 'Tools',
    note: 'Calls of tools, those that load skills among them.',
    columns: [{ header: 'Tool', flexible: true }, count('Calls'), count('Errors')],
    cells: ({ tool, events, errors }) => [
      { kind: 'quote', text: tool },
      { kind: 'count', count: events, most },
      { kind: 'count', count: errors, isBad: true },
    ],
  });
}

function clustersTable({ clusters }: EvidenceReport): ReportTable {
  return reportTable(clusters, {
    title: 'Errors of the same cause',
    note: 'Messages that differ only in numbers, paths and names count as one.',
    columns: [
      count('Times'),
      { header: 'Last', leastWidth: 72 },
      { header: 'Tools', flexible: true, leastWidth: 110 },
      { header: 'Skills', flexible: true, leastWidth: 72 },
      { header: 'Error', flexible: true },
    ],
    cells: ({ count: times, lastAt, tools, skills, message }) => [
      { kind: 'count', count: times },
      { kind: 'time', at: lastAt },
      { kind: 'quote', text: tools.join(', ') },
      { kind: 'quote', text: skills.join(', ') },
      { kind: 'quote', text: message },
    ],
  });
}

function recentTable({ recent }: EvidenceReport): ReportTable {
  return reportTable(recent, {
    title: 'Latest',
    note: 'Of an error what came back, else what was asked; shortened, and without secrets.',
    columns: [
      { header: 'When' },
      { header: 'Agent', leastWidth: 110 },
      { header: 'Session', flexible: true, leastWidth: 150 },
      { header: 'Tool', flexible: true, leastWidth: 72 },
      { header: 'Skill', flexible: true, leastWidth: 72 },
      { header: 'What' },
      { header: 'Preview', flexible: true },
    ],
    cells: (row) => [
      { kind: 'time', at: row.at },
      { kind: 'quote', text: row.agent },
      { kind: 'quote', text: row.session },
      { kind: 'quote', text: row.tool ?? '' },
      { kind: 'quote', text: row.skill ?? '' },
      { kind: 'words', text: whatOf(row), isBad: row.isError },
      { kind: 'quote', text: row.preview },
    ],
  });
}

/** The most telling thing about it. */
function whatOf({ isError, isCorrection, kind }: RecentRow): string {
  if (isError) return 'error';
  return isCorrection ? 'correction' : kind;
}

/** Of longer lists only so many are shown; the document has them all. */
const shownRows = 20;

function reportTable<Item>(
  items: readonly Item[],
  {
    cells,
    limit = shownRows,
    ...described
  }: Omit<ReportTable, 'rows' | 'more'> & {
    readonly cells: (item: Item) => readonly Cell[];
    readonly limit?: number;
  },
): ReportTable {
  const rows = items.slice(0, limit).map(cells);
  return { ...described, rows, more: items.length - rows.length };
}

function count(header: string): ReportColumn {
  return { header, align: 'right' };
}

/*
 * Days put together so that a chart of any window has room: steps of the same number of days, the newest step whole.
 */

interface DaySteps {
  readonly daysPerStep: number;
  /** Oldest first, each named by its first day. */
  readonly steps: readonly DayEvidence[];
}

export function daySteps(days: readonly DayEvidence[], mostSteps: number): DaySteps {
  const daysPerStep = Math.max(1, Math.ceil(days.length / mostSteps));
  const steps: DayEvidence[] = [];
  for (let end = days.length; end > 0; end -= daysPerStep) {
    steps.unshift(sum(days.slice(Math.max(0, end - daysPerStep), end)));
  }
  return { daysPerStep, steps };
}

function sum(days: readonly DayEvidence[]): DayEvidence {
  return days.reduce((total, { loads, tools, errors }) => ({
    day: total.day,
    loads: total.loads + loads,
    tools: total.tools + tools,
    errors: total.errors + errors,
  }));
}
