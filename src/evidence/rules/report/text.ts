/*
 * The report for a terminal: tables with bars, as wide as the terminal. Text from outside passes `printable`.
 */

import type { Colours } from '../../../text/colour.js';
import { printable } from '../../../text/printable.js';
import { sparkline } from '../../../text/sparkline.js';
import { type Column, table } from '../../../text/table.js';
import { cut, displayWidth } from '../../../text/width.js';
import { daySteps } from './day-steps.js';
import {
  cellText,
  emptyReportHints,
  hasEpisodes,
  isAlarming,
  isEmpty,
  moreText,
  noPeriodEpisodes,
  noPeriodEvidence,
  nothingChanged,
  windowText,
} from './figures.js';
import { correctionFindings, type Findings, failureFindings, type Piece } from './findings.js';
import type { EvidenceReport } from './report.js';
import { type Cell, dayCounts, type ReportTable, reportTables } from './tables.js';

export interface TextLayout {
  /** Infinity if nothing should be cut. */
  readonly width: number;
  readonly unicode: boolean;
  readonly colours: Colours;
}

export function reportText(report: EvidenceReport, layout: TextLayout): string {
  const about = report.skill === null ? 'Evidence' : `Evidence for ${printable(report.skill)}`;
  const sections = [
    [layout.colours.bold(`${about}: ${windowText(report)}`)],
    ...(isEmpty(report) ? [emptyLines(report)] : filledSections(report, layout)),
    [nothingChanged],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function emptyLines(report: EvidenceReport): readonly string[] {
  const commands = table(emptyReportHints(report), { columns: [{}, {}], width: Number.POSITIVE_INFINITY });
  return [noPeriodEvidence, ...commands.map((line) => `  ${line}`)];
}

function filledSections(report: EvidenceReport, layout: TextLayout): readonly (readonly string[])[] {
  const tables = reportTables(report);
  return [
    tableLines(tables.episodes, layout),
    ...(hasEpisodes(report)
      ? [failureFindings(report), correctionFindings(report)].map((found) => findingLines(found, layout))
      : [[noPeriodEpisodes]]),
    tableLines(tables.skills, layout),
    unresolvedLines(report, layout),
    tableLines(tables.items, layout),
    tableLines(tables.models, layout),
    tableLines(tables.summary, layout),
    perDayLines(report, layout),
    tableLines(tables.tools, layout),
    tableLines(tables.clusters, layout),
    tableLines(tables.recent, layout),
  ];
}

function findingLines(findings: Findings, layout: TextLayout): readonly string[] {
  const title = findings.title.toUpperCase();
  if (findings.sentences.length === 0) return [title, ...wrapped(findings.none, layout)];
  const more = moreText(findings);
  return [
    title,
    ...findings.sentences.flatMap((sentence) => wrapped(`- ${sentence.map(pieceText).join('')}`, layout)),
    ...(more === '' ? [] : [more]),
  ];
}

function pieceText({ kind, text }: Piece): string {
  if (kind === 'words') return text;
  return kind === 'code' ? `\`${printable(text)}\`` : `"${printable(text)}"`;
}

/** Continued lines are indented. A word that is longer than a line is divided. */
function wrapped(text: string, { width }: TextLayout): readonly string[] {
  const room = Math.max(minWrapWidth, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && displayWidth(`${line} ${rest}`) > room) {
      lines.push(line);
      line = '';
    }
    while (displayWidth(rest) > room - indent.length) {
      const start = cut(rest, room - indent.length, { unicode: true }).replace(/…$/, '');
      if (start === '') break;
      lines.push(`${lines.length === 0 ? '' : indent}${start}`);
      rest = rest.slice(start.length);
    }
    line = line === '' ? `${lines.length === 0 ? '' : indent}${rest}` : `${line} ${rest}`;
  }
  return [...lines, line];
}

const indent = '  ';
const minWrapWidth = 24;

function tableLines(shown: ReportTable, layout: TextLayout): readonly string[] {
  if (shown.rows.length === 0) return [];
  const visible = shown.columns.flatMap((column, at) => ((column.minWidth ?? 0) <= layout.width ? [at] : []));
  const columns = visible.map((at): Column => {
    const { header = '', align = 'left', flexible = false } = shown.columns[at] ?? {};
    return { header: header.toUpperCase(), align, flexible };
  });
  const rows = shown.rows.map((row) => visible.map((at) => (row[at] ? drawn(row[at], layout) : '')));
  const more = moreText(shown);
  return [...table(rows, { ...layout, columns }), ...(more === '' ? [] : [more])];
}

const barLength = 12;
const widthForBars = 72;

function drawn(cell: Cell, { width, unicode, colours }: TextLayout): string {
  const text = printable(cellText(cell, { unicode }));
  if (isAlarming(cell)) return colours.red(text);
  if (cell.kind !== 'count' || cell.max === undefined || width < widthForBars) return text;
  const bar = (unicode ? '█' : '#').repeat(Math.ceil((cell.count / cell.max) * barLength));
  return `${bar.padEnd(barLength)} ${text.padStart(String(cell.max).length)}`;
}

/** The width of a line without its chart: the label, the maximum, and the separators. */
const besideChart = 24;
const maxChartSteps = 60;

function perDayLines({ days }: EvidenceReport, layout: TextLayout): readonly string[] {
  const room = Math.max(8, Math.min(maxChartSteps, layout.width - besideChart));
  const { daysPerStep, steps } = daySteps(days, room);
  const header = daysPerStep === 1 ? 'PER DAY' : `PER ${daysPerStep} DAYS`;
  const rows = dayCounts.map(([label, key]) => {
    const values = steps.map((step) => step[key]);
    return [label, sparkline(values, layout), String(Math.max(0, ...values))];
  });
  const columns: readonly Column[] = [{ header: '' }, { header }, { header: 'MAX', align: 'right' }];
  return table(rows, { ...layout, columns });
}

function unresolvedLines({ unresolved }: EvidenceReport, layout: TextLayout): readonly string[] {
  if (unresolved.length === 0) return [];
  const line = `Not installed here: ${unresolved.map((name) => printable(name)).join(', ')}`;
  return [cut(line, layout.width, layout)];
}
