/*
 * The report as GitHub-flavoured Markdown. Text from outside is put into code spans, where HTML, links and mentions have
 * no effect, and it cannot end its span or its cell.
 */

import { printable } from '../../../text/printable.js';
import { daySteps } from './day-steps.js';
import {
  cellText,
  emptyReportHints,
  hasEpisodes,
  isEmpty,
  moreText,
  noPeriodEpisodes,
  noPeriodEvidence,
  nothingChanged,
  windowText,
} from './figures.js';
import { correctionFindings, type Findings, failureFindings, type Piece } from './findings.js';
import type { EvidenceReport } from './report.js';
import { type Cell, daysTable, type ReportTable, reportTables } from './tables.js';

export function reportMarkdown(report: EvidenceReport): string {
  const about = report.skill === null ? '' : ` for ${codeSpan(report.skill)}`;
  const blocks = [
    `# Evidence${about}`,
    `${windowText(report)}. ${nothingChanged}`,
    ...(isEmpty(report) ? emptyBlocks(report) : filledBlocks(report)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function emptyBlocks(report: EvidenceReport): readonly string[] {
  const commands = emptyReportHints(report).map(([command, what]) => `- \`${command}\` ${what}`);
  return [noPeriodEvidence, commands.join('\n')];
}

const maxDays = 31;

function filledBlocks(report: EvidenceReport): readonly string[] {
  const { unresolved, days } = report;
  const tables = reportTables(report);
  return [
    ...tableBlocks(tables.episodes),
    ...(hasEpisodes(report)
      ? [failureFindings(report), correctionFindings(report)].flatMap(findingBlocks)
      : [noPeriodEpisodes]),
    ...tableBlocks(tables.skills),
    ...(unresolved.length > 0 ? [`Not installed here: ${unresolved.map(codeSpan).join(', ')}`] : []),
    ...tableBlocks(tables.items),
    ...tableBlocks(tables.models),
    ...tableBlocks(tables.summary),
    ...tableBlocks(daysTable(daySteps(days, maxDays))),
    ...tableBlocks(tables.tools),
    ...tableBlocks(tables.clusters),
    ...tableBlocks(tables.recent),
  ];
}

function findingBlocks({ title, sentences, more, none }: Findings): readonly string[] {
  const list = sentences.map((sentence) => `- ${sentence.map(pieceText).join('')}`);
  const rest = moreText({ more });
  return [`## ${title}`, list.length === 0 ? none : list.join('\n'), ...(rest === '' ? [] : [rest])];
}

function pieceText({ kind, text }: Piece): string {
  return kind === 'words' ? text : codeSpan(text);
}

function tableBlocks(table: ReportTable): readonly string[] {
  if (table.rows.length === 0) return [];
  const { title, note, columns, rows } = table;
  const lines = [
    columns.map(({ header }) => header),
    columns.map(({ align }) => (align === 'right' ? '--:' : '---')),
    ...rows.map((row) => row.map(tableCell)),
  ];
  const grid = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const more = moreText(table);
  return [`## ${title}`, note, grid, ...(more === '' ? [] : [more])];
}

function tableCell(cell: Cell): string {
  const text = cellText(cell);
  if (cell.kind !== 'quote') return text;
  // A bar ends a cell even inside a code span, unless an unescaped backslash precedes it.
  return codeSpan(text).replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
}

/** On one line, without backticks, which would end the span. */
function codeSpan(text: string): string {
  return text === '' ? '' : `\`${printable(text).replaceAll('`', "'")}\``;
}
