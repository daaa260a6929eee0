/*
 * The tables of the report, independent of the output format: every format shows the same rows and columns. Text from
 * outside is marked as a quote, so that every format escapes it.
 */

import { type EpisodeResult, episodeResults } from '../episodes/episode.js';
import type { EvidenceSummary } from '../evidence.js';
import type { DaySteps } from './day-steps.js';
import { type EvidenceReport, episodeTotal, type RecentRow } from './report.js';

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
    episodes: episodesTable(report),
    skills: skillsTable(report),
    items: itemsTable(report),
    models: modelsTable(report),
    summary: summaryTable(report),
    tools: toolsTable(report),
    clusters: clustersTable(report),
    recent: recentTable(report),
  };
}

export const dayCounts = [
  ['Skill loads', 'loads'],
  ['Tool calls', 'tools'],
  ['Stated errors', 'errors'],
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
  ['Stated errors', 'errorEvents'],
];

/** Results that count against a skill. */
const badResults: ReadonlySet<EpisodeResult> = new Set(['failed', 'corrected']);

const meanings: Readonly<Record<EpisodeResult, string>> = {
  clean: 'nothing failed',
  recovered: 'something failed, then worked',
  failed: 'the last attempt failed',
  corrected: 'the user corrected the agent',
  abandoned: 'the user stopped the agent',
  unknown: 'too little happened to say',
};

function episodesTable({ episodes, previous }: EvidenceReport): ReportTable {
  return reportTable(episodeTotal(episodes) + episodeTotal(previous.episodes) === 0 ? [] : episodeResults, {
    title: 'Episodes',
    note: 'An episode is the work with a skill, from its load until the task is over.',
    columns: [
      { header: 'Episodes' },
      count('Now'),
      count('Before'),
      count('Change'),
      { header: 'Meaning', minWidth: 72 },
    ],
    cells: (result) => [
      { kind: 'words', text: result },
      { kind: 'count', count: episodes[result], isBad: badResults.has(result) },
      { kind: 'count', count: previous.episodes[result] },
      { kind: 'change', count: episodes[result], before: previous.episodes[result] },
      { kind: 'words', text: meanings[result] },
    ],
  });
}

function skillsTable({ skills }: EvidenceReport): ReportTable {
  const max = Math.max(1, ...skills.map(({ episodes }) => episodeTotal(episodes)));
  return reportTable(skills, {
    title: 'Skills',
    note: 'Bad: episodes that failed or were corrected.',
    columns: [
      { header: 'Skill', flexible: true },
      count('Episodes'),
      { header: 'Change', align: 'right', minWidth: 48 },
      count('Bad'),
      { header: 'Recovered', align: 'right', minWidth: 72 },
      { header: 'Failed', align: 'right', minWidth: 72 },
      { header: 'Corrected', align: 'right', minWidth: 72 },
      { header: 'Loads', align: 'right', minWidth: 110 },
      { header: 'Last used', minWidth: 110 },
      { header: 'Agents', flexible: true, minWidth: 150 },
    ],
    cells: ({ id, loads, episodes, failedLoads, previous, lastUsedAt, agents }) => [
      { kind: 'quote', text: id },
      { kind: 'count', count: episodeTotal(episodes), max },
      { kind: 'change', count: episodeTotal(episodes), before: episodeTotal(previous.episodes) },
      { kind: 'rate', part: failedLoads, whole: episodeTotal(episodes) },
      { kind: 'count', count: episodes.recovered },
      { kind: 'count', count: episodes.failed, isBad: true },
      { kind: 'count', count: episodes.corrected, isBad: true },
      { kind: 'count', count: loads },
      { kind: 'time', at: lastUsedAt },
      { kind: 'quote', text: agents.join(', ') },
    ],
  });
}

function itemsTable({ items }: EvidenceReport): ReportTable {
  const max = Math.max(1, ...items.map(({ uses }) => uses));
  return reportTable(items, {
    title: 'Subagents and commands',
    note: 'Subagents that were started and commands that users gave, as far as the sessions show it.',
    columns: [
      { header: 'Name', flexible: true },
      { header: 'Kind' },
      { header: 'Agent', minWidth: 72 },
      count('Uses'),
      { header: 'Last used', minWidth: 110 },
    ],
    cells: ({ kind, name, agent, uses, lastUsedAt }) => [
      { kind: 'quote', text: name },
      { kind: 'words', text: kind === 'agent' ? 'subagent' : kind },
      { kind: 'quote', text: agent },
      { kind: 'count', count: uses, max },
      { kind: 'time', at: lastUsedAt },
    ],
  });
}

/** A single model says nothing, unless somebody asked. */
function modelsTable({ models, by }: EvidenceReport): ReportTable {
  const max = Math.max(1, ...models.map(({ episodes }) => episodeTotal(episodes)));
  return reportTable(models.length > 1 || by === 'model' ? models : [], {
    title: 'Models',
    note: 'Episodes by model, as the transcripts name it. Tokens: output of the agent.',
    columns: [
      { header: 'Model', flexible: true },
      count('Episodes'),
      count('Bad'),
      { header: 'Recovered', align: 'right', minWidth: 72 },
      { header: 'Failed', align: 'right', minWidth: 72 },
      { header: 'Corrected', align: 'right', minWidth: 110 },
      { header: 'Tokens', align: 'right', minWidth: 48 },
    ],
    cells: ({ model, episodes, tokens }) => [
      model === null ? { kind: 'words', text: 'not stated' } : { kind: 'quote', text: model },
      { kind: 'count', count: episodeTotal(episodes), max },
      { kind: 'rate', part: episodes.failed + episodes.corrected, whole: episodeTotal(episodes) },
      { kind: 'count', count: episodes.recovered },
      { kind: 'count', count: episodes.failed, isBad: true },
      { kind: 'count', count: episodes.corrected, isBad: true },
      tokens === null ? { kind: 'words', text: '' } : { kind: 'count', count: tokens },
    ],
  });
}

function toolsTable({ tools }: EvidenceReport): ReportTable {
  const max = Math.max(1, ...tools.map(({ events }) => events));
  return reportTable(tools, {
    title: 'Tools',
    note: 'Tool calls, including those that load skills.',
    columns: [{ header: 'Tool', flexible: true }, count('Calls'), count('Stated errors')],
    cells: ({ tool, events, errors }) => [
      { kind: 'quote', text: tool },
      { kind: 'count', count: events, max },
      { kind: 'count', count: errors, isBad: true },
    ],
  });
}

function clustersTable({ clusters }: EvidenceReport): ReportTable {
  return reportTable(clusters, {
    title: 'Errors that tools stated',
    note: 'A search without a match is one, too: what counts against a skill is under “What fails”. Messages that differ only in numbers, paths and names count as one.',
    columns: [
      count('Times'),
      { header: 'Last', minWidth: 72 },
      { header: 'Tools', flexible: true, minWidth: 110 },
      { header: 'Skills', flexible: true, minWidth: 72 },
      { header: 'Stated error', flexible: true },
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
