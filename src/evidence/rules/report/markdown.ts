/*
 * The report as GitHub-flavoured Markdown. Text from outside is put into code spans, in which nothing acts: no HTML,
 * no link, no mention; and it can neither end its span nor its cell.
 */

import { printable } from '../../../text/printable.js';
import { cellText, emptyReportHints, isEmpty, moreText, nothingChanged, windowText } from './figures.js';
import type { EvidenceReport } from './report.js';
import { type Cell, daySteps, daysTable, type ReportTable, reportTables } from './tables.js';

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
  return ['There is no evidence of this time yet.', commands.join('\n')];
}

const maxDays = 31;

function filledBlocks(report: EvidenceReport): readonly string[] {
  const { unresolved, days } = report;
  const tables = reportTables(report);
  return [
    ...tableBlocks(tables.summary),
    ...tableBlocks(daysTable(daySteps(days, maxDays))),
    ...tableBlocks(tables.skills),
    ...(unresolved.length > 0 ? [`No root holds: ${unresolved.map(codeSpan).join(', ')}`] : []),
    ...tableBlocks(tables.tools),
    ...tableBlocks(tables.clusters),
    ...tableBlocks(tables.recent),
  ];
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
  // A bar ends a cell even inside a code span, unless a backslash is before it that is not itself escaped.
  return codeSpan(text).replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
}

/** On one line, and without the one character that would end it. */
function codeSpan(text: string): string {
  return text === '' ? '' : `\`${printable(text).replaceAll('`', "'")}\``;
}
