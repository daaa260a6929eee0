/*
 * Search by words measured on a file with skills and questions, `{skills, queries}`, for bare questions and for
 * questions with keywords: how often the right skill is found, how often "nothing matches" is said rightly and wrongly,
 * whether a score is the probability that it claims to be, and how long a search takes.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { buildIndex } from '../src/search/build-index.js';
import { goodConfidence } from '../src/search/confidence.js';
import type { SearchDocument } from '../src/search/document.js';
import { search } from '../src/search/search.js';
import { searchDocument } from '../src/search/skill-document.js';
import { quantile } from './search.js';

const skillShape = z.union([
  /** A SKILL.md as text. */
  z.object({ id: z.string(), text: z.string() }),
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()).default([]),
    body: z.string().default(''),
  }),
]);

const setShape = z.object({
  skills: z.array(skillShape).min(1),
  queries: z
    .array(
      z.object({
        question: z.string(),
        keywords: z.array(z.string()).optional(),
        /** Ids; finding any of them is right. Empty where no skill answers the question. */
        relevant: z.array(z.string()),
        kind: z.string().default('all'),
      }),
    )
    .min(1),
});

export type SearchSet = z.output<typeof setShape>;
type FileQuery = SearchSet['queries'][number];

/** What a search is given. Without keywords it is bare. */
export type Searched = Pick<FileQuery, 'question' | 'keywords'>;

/** Best first, at most ten. */
export interface FoundSkill {
  readonly id: string;
  readonly score: number;
}

interface FileReport {
  readonly skills: number;
  readonly buildMs: number;
  /** The first search of the process. */
  readonly firstMs: number;
  readonly rows: readonly FileRow[];
}

interface FileRow {
  readonly input: 'bare' | 'with keywords';
  readonly kind: string;
  readonly answerable: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly meanReciprocalRank: number;
  /** The share of the answerable questions for which nothing is said to match. */
  readonly nothingWrong: number;
  readonly unanswerable: number;
  /** The share of the others for which it is. */
  readonly nothingRight: number;
  /** The mean difference between the score of a first result and the share of such results that are right. */
  readonly calibrationError: number;
  readonly medianMs: number;
}

export function readSearchFile(path: string): SearchSet {
  return setShape.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** In an index of the skills, as in a library. */
export async function measureLibrary({ skills, queries }: SearchSet): Promise<FileReport> {
  const documents = skills.map(documentOf);
  const started = performance.now();
  const index = buildIndex(documents);
  const built = performance.now();
  search(index, queries[0]?.question ?? '');
  const firstMs = performance.now() - built;
  const rows = await measureQueries(queries, async (asked) => search(index, asked, { limit: 10 }));
  return { skills: skills.length, buildMs: built - started, firstMs, rows };
}

/** Questions about skills that the search does not have are left out. */
export async function measureQueries(
  queries: readonly FileQuery[],
  find: (asked: Searched) => Promise<readonly FoundSkill[]>,
): Promise<readonly FileRow[]> {
  const bare: Answer[] = [];
  const keyed: Answer[] = [];
  for (const query of queries) {
    bare.push(await answerTo(query, { question: query.question }, find));
    if (query.keywords !== undefined) keyed.push(await answerTo(query, query, find));
  }
  return [...rowsOf('bare', bare), ...rowsOf('with keywords', keyed)];
}

/** A table for a terminal. */
export function reportText({ skills, buildMs, firstMs, rows }: FileReport): string {
  return `${rowsText(rows)}${skills} skills, indexed in ${Math.round(buildMs)} ms; the first search took ${firstMs.toFixed(1)} ms\n`;
}

export function rowsText(rows: readonly FileRow[]): string {
  const share = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(2)).padStart(6);
  const lines = rows.map((row) =>
    [
      row.input.padEnd(14),
      row.kind.padEnd(16),
      String(row.answerable + row.unanswerable).padStart(6),
      ...[row.recallAt1, row.recallAt5, row.meanReciprocalRank].map(share),
      ...[row.nothingWrong, row.nothingRight, row.calibrationError].map(share),
      row.medianMs.toFixed(1).padStart(7),
    ].join(' '),
  );
  return [
    'recall@1, recall@5, mean reciprocal rank; "nothing matches" said wrongly and rightly; calibration error; median ms',
    ...lines,
    '',
  ].join('\n');
}

function documentOf(skill: z.output<typeof skillShape>): SearchDocument {
  if (!('text' in skill)) return { ...skill, headings: [] };
  const folder = skill.id.split('/').at(-2) ?? skill.id;
  return searchDocument(skill.id, new TextEncoder().encode(skill.text), folder);
}

interface Answer {
  readonly kind: string;
  readonly isAnswerable: boolean;
  /** Of the first right result, from 1; 0 where there is none among the first ten. */
  readonly place: number;
  /** Of the first result. */
  readonly score: number;
  readonly saysNothing: boolean;
  readonly elapsedMs: number;
}

async function answerTo(
  { kind, relevant }: FileQuery,
  asked: Searched,
  find: (asked: Searched) => Promise<readonly FoundSkill[]>,
): Promise<Answer> {
  const started = performance.now();
  const hits = await find(asked);
  const elapsedMs = performance.now() - started;
  const score = hits[0]?.score ?? 0;
  return {
    kind,
    isAnswerable: relevant.length > 0,
    place: hits.findIndex(({ id }) => relevant.includes(id)) + 1,
    score,
    saysNothing: hits.length === 0 || score < goodConfidence(asked),
    elapsedMs,
  };
}

function rowsOf(input: FileRow['input'], answers: readonly Answer[]): readonly FileRow[] {
  if (answers.length === 0) return [];
  const kinds = [...new Set(answers.map(({ kind }) => kind))].filter((kind) => kind !== 'all').sort();
  return [
    ...kinds.map((kind) =>
      rowOf(
        input,
        kind,
        answers.filter((answer) => answer.kind === kind),
      ),
    ),
    rowOf(input, 'all', answers),
  ];
}

function rowOf(input: FileRow['input'], kind: string, answers: readonly Answer[]): FileRow {
  const right = answers.filter(({ isAnswerable }) => isAnswerable);
  const none = answers.filter(({ isAnswerable }) => !isAnswerable);
  const share = (some: readonly Answer[], worth: (answer: Answer) => number) =>
    some.length === 0 ? Number.NaN : some.reduce((sum, one) => sum + worth(one), 0) / some.length;
  const saysNothing = (answer: Answer) => (answer.saysNothing ? 1 : 0);
  return {
    input,
    kind,
    answerable: right.length,
    recallAt1: share(right, ({ place }) => (place === 1 ? 1 : 0)),
    recallAt5: share(right, ({ place }) => (place >= 1 && place <= 5 ? 1 : 0)),
    meanReciprocalRank: share(right, ({ place }) => (place === 0 ? 0 : 1 / place)),
    nothingWrong: share(right, saysNothing),
    unanswerable: none.length,
    nothingRight: share(none, saysNothing),
    calibrationError: calibrationError(answers),
    medianMs: quantile(
      answers.map(({ elapsedMs }) => elapsedMs),
      0.5,
    ),
  };
}

/** Expected calibration error: first results in ten groups by their score, weighted by the size of the group. */
function calibrationError(answers: readonly Answer[]): number {
  const excess = new Float64Array(10);
  for (const { score, place } of answers) {
    const group = Math.min(9, Math.floor(score * 10));
    excess[group] = (excess[group] ?? 0) + score - (place === 1 ? 1 : 0);
  }
  return excess.reduce((sum, one) => sum + Math.abs(one), 0) / answers.length;
}
