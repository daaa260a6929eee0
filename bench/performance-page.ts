/*
 * Writes docs/performance.md from the results of a run: the figures, area by area, go between two marks; the hand-written
 * text around the marks stays.
 */

import type { Figures } from './bench.js';

export interface BenchResult extends Figures {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
  readonly holds: boolean;
}

export interface BenchRun {
  /** The day, as in the name of the file with the results. */
  readonly day: string;
  readonly machine: {
    readonly node: string;
    readonly system: string;
    readonly processor?: string;
    readonly cores: number;
    readonly memoryBytes: number;
  };
  readonly results: readonly BenchResult[];
}

const marks = ['<!-- figures: written by npm run bench -->', '<!-- end of the figures -->'] as const;

/** `page` is the current page; `fileOf` maps the name of a bench to its file in bench/. */
export function performancePage(page: string, run: BenchRun, fileOf: ReadonlyMap<string, string>): string {
  const start = page.indexOf(marks[0]);
  const end = page.indexOf(marks[1]);
  if (start < 0 || end < start) throw new Error(`the page has no ${marks.join(' ... ')}`);
  const before = page.slice(0, start + marks[0].length);
  return [before, figures(run, fileOf), page.slice(end)].join('\n\n');
}

/** The areas in the order of the page, each with the beginnings of its files' names. */
const areas: readonly (readonly [title: string, ...files: string[]])[] = [
  ['Starting and finding skills', 'start-up', 'library', 'growth', 'parse', 'search', 'scan'],
  ['Counting use, retiring the unused', 'usage', 'curator'],
  ['Evidence and notes', 'evidence', 'evolve'],
  ['The registry', 'registry'],
  ['A project', 'client'],
];

function figures(run: BenchRun, fileOf: ReadonlyMap<string, string>): string {
  const areaOf = ({ name }: BenchResult): string => {
    const file = fileOf.get(name);
    const area = areas.find(([, ...files]) => files.some((start) => file?.startsWith(start)));
    return area?.[0] ?? 'More';
  };
  const { results } = run;
  const sections = [...areas.map(([title]) => title), 'More'].flatMap((title) => {
    const rows = results.filter((result) => areaOf(result) === title).map(row);
    return rows.length === 0 ? [] : [`## ${title}`, [...tableHead, ...rows].join('\n')];
  });
  const within = results.filter(({ holds }) => holds).length;
  const summary = `${within} of ${results.length} are within their limit.`;
  return [machineText(run), summary, ...sections].join('\n\n');
}

function machineText({ day, machine }: BenchRun): string {
  const { node, system, processor = 'an unknown processor', cores, memoryBytes } = machine;
  const memory = `${Math.round(memoryBytes / 2 ** 30)} GiB`;
  return `Measured by \`npm run bench\` on ${day}: Node ${node.replace(/^v/, '')}, ${system}, ${cores} cores of ${processor}, ${memory}.`;
}

const tableHead = [
  '| what | Coppice | compared with | ratio | limit | within the limit |',
  '|---|---:|---|---:|---:|---|',
];

function row({ name, ours, peer, peerName, unit, ratio, limit, holds }: BenchResult): string {
  const cells = [
    cell(name),
    shown(ours, unit),
    `${shown(peer, unit)}: ${cell(peerName)}`,
    rounded(ratio),
    `at most ${rounded(limit)}`,
    holds ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function shown(value: number, unit: Figures['unit']): string {
  if (unit === 'ms' && value >= 1000) return `${rounded(value / 1000)} s`;
  return `${rounded(value)} ${unit === 'us' ? 'µs' : unit}`;
}

/** Rounds to three digits, without scientific notation. */
function rounded(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
