/*
 * The tables of the report, independent of the output format: every format shows the same rows and columns. Text from
 * outside is marked as a quote, so that every format escapes it.
 */

import type { DayEvidence, EvidenceSummary } from '../evidence.js';
import type { EvidenceReport, RecentRow } from './report.js';

export interface ReportTable {
  readonly title: string;
  /** An explanation of the headers. */
  readonly note: string;
  readonly columns: readonly ReportColumn[];
  /** The first rows, if there are many. */
  readonly rows: readonly (readonly Cell[])[];
  /** The number of omitted rows. */
  readonly more: number;
}

export interface ReportColumn {
  readonly header: string;
  readonly align?: 'right';
  /** Whether the column shrinks if there is little space. */
  readonly flexible?: true;
  /** The width in characters from which the column is shown; the style of the page has the same steps. */
  readonly minWidth?: 48 | 72 | 110 | 150;
}

export type Cell =
  /** Text of the program. */
  | { readonly kind: 'words'; readonly text: string; readonly isBad?: boolean }
  /** Text from outside. */
  | { readonly kind: 'quote'; readonly text: string }
  /** `max` is the greatest value of the column, if the cell shows a bar. */
  | { readonly kind: 'count'; readonly count: number; readonly max?: number; readonly isBad?: boolean }
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
    note: 'Days in UTC; the first and the last day are only partly in the window.',
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
    note: 'Before: the same number of days before this period.',
    columns: [{ header: '' }, count('Now'), count('Before'), count('Change')],
    cells: ([label, key]) => [
      { kind: 'words', text: label },
      { kind: 'count', count: summary[key], isBad: key === 'errorEvents' },
      { kind: 'count', count: previous[key] },
      { kind: 'change', count: summary[key], before: previous[key] },
    ],
  });
}

/** The counts of a summary, in order. */
const summaryRows: readonly (readonly [label: string, key: keyof EvidenceSummary])[] = [
  ['Sessions', 'sessions'],
  ['Turns', 'turns'],
  ['Tool calls', 'toolEvents'],
  ['Skill events', 'skillEvents'],
  ['Errors', 'errorEvents'],
];

function skillsTable({ skills }: EvidenceReport): ReportTable {
  const max = Math.max(1, ...skills.map(({ loads }) => loads));
  return reportTable(skills, {
    title: 'Skills',
    note: 'Failed loads: loads during which at least one error occurred.',
    columns: [
      { header: 'Skill', flexible: true },
      count('Loads'),
      count('Change'),
      count('Errors'),
      { header: 'Failed loads', align: 'right', minWidth: 48 },
      { header: 'Corrected', align: 'right', minWidth: 72 },
      { header: 'Last used', minWidth: 110 },
      { header: 'Agents', flexible: true, minWidth: 110 },
    ],
    cells: ({ id, loads, errors, failedLoads, corrections, previous, lastUsedAt, agents }) => [
      { kind: 'quote', text: id },
      { kind: 'count', count: loads, max },
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
  const max = Math.max(1, ...tools.map(({ events }) => events));
  return reportTable(tools, {
    title: 'Tools',
    note: 'Tool calls, including those that load skills.',
    columns: [{ header: 'Tool', flexible: true }, count('Calls'), count('Errors')],
    cells: ({ tool, events, errors }) => [
      { kind: 'quote', text: tool },
      { kind: 'count', count: events, max },
      { kind: 'count', count: errors, isBad: true },
    ],
  });
}

function clustersTable({ clusters }: EvidenceReport): ReportTable {
  return reportTable(clusters, {
    title: 'Errors by cause',
    note: 'Messages that differ only in numbers, paths and names count as one.',
    columns: [
      count('Times'),
      { header: 'Last', minWidth: 72 },
      { header: 'Tools', flexible: true, minWidth: 110 },
      { header: 'Skills', flexible: true, minWidth: 72 },
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
    note: 'The error, or else the request; shortened, and without secrets.',
    columns: [
      { header: 'When' },
      { header: 'Agent', minWidth: 110 },
      { header: 'Session', flexible: true, minWidth: 150 },
      { header: 'Tool', flexible: true, minWidth: 72 },
      { header: 'Skill', flexible: true, minWidth: 72 },
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

/** The most important fact about the event. */
function whatOf({ isError, isCorrection, kind }: RecentRow): string {
  if (isError) return 'error';
  return isCorrection ? 'correction' : kind;
}

/** Rows shown of longer lists; the document contains all of them. */
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

/** Days grouped into steps of equal length, so that a chart of any window fits; the newest step is complete. */
interface DaySteps {
  readonly daysPerStep: number;
  /** Oldest first, each named by its first day. */
  readonly steps: readonly DayEvidence[];
}

export function daySteps(days: readonly DayEvidence[], maxSteps: number): DaySteps {
  const daysPerStep = Math.max(1, Math.ceil(days.length / maxSteps));
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
