/*
 * The report as one page that needs nothing else: no script, no font, no picture from elsewhere. Its policy forbids
 * them too, and every style but its own, so that text from outside could not fetch or run anything even if it got out
 * of its place.
 */

import { sha256Hex } from '../../text/hash.js';
import { daySteps } from './day-steps.js';
import { cellText, isAlarming, windowText } from './figures.js';
import { columnChart, rateLine, shareBar } from './html-charts.js';
import { type Html, html } from './html-markup.js';
import { pageStyle } from './html-style.js';
import type { EvidenceReport } from './report.js';
import {
  type Cell,
  dayCounts,
  daysTable,
  type ReportColumn,
  type ReportTable,
  reportTables,
} from './tables.js';
import { isEmpty, moreText, nothingChanged, teaching } from './words.js';

const opening = '<!doctype html>\n<html lang="en" data-page="coppice-evidence-report">';

export function reportPage(report: EvidenceReport): string {
  const title = report.skill === null ? 'Evidence' : `Evidence for ${report.skill}`;
  const page = html`
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}: ${windowText(report)}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<main>
<header><h1>${title}</h1><p>${windowText(report)}. ${nothingChanged}</p></header>
${isEmpty(report) ? emptySection(report) : filledSections(report)}
</main>
</body>
</html>
`;
  return opening + page.markup;
}

/** Whether a file is a page that this program made, and may replace. */
export function isReportPage(text: string): boolean {
  return text.startsWith(opening);
}

function policy(): string {
  const styleHash = Buffer.from(sha256Hex(pageStyle), 'hex').toString('base64');
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}

function emptySection(report: EvidenceReport): Html {
  return html`<section><h2>There is no evidence of this time yet.</h2>
<ul>${teaching(report).map(([command, what]) => html`<li><code>${command}</code> ${what}</li>`)}</ul></section>`;
}

function filledSections(report: EvidenceReport): readonly Html[] {
  const tables = reportTables(report);
  return [
    summarySection(tables.summary),
    daysSection(report),
    tableSection('skills', tables.skills, [rateLegend, ...unresolvedRemark(report)]),
    tableSection('tools', tables.tools),
    tableSection('clusters', tables.clusters),
    tableSection('recent', tables.recent),
  ];
}

function summarySection({ title, rows }: ReportTable): Html {
  return html`<section aria-labelledby="summary"><h2 class="hidden" id="summary">${title}</h2>
<dl class="tiles">${rows.map(([label, now, before, change]) => {
    if (!label || !now || !before || !change) return html``;
    return html`<div><dt>${cellText(label)}</dt><dd class="now${isAlarming(now) ? ' bad' : ''}">${cellText(now)}</dd>
<dd class="quiet">${cellText(before)} before ${cellText(change)}</dd></div>`;
  })}</dl></section>
`;
}

const mostColumns = 31;

function daysSection(report: EvidenceReport): Html {
  const { daysPerStep, steps } = daySteps(report.days, mostColumns);
  const table = daysTable({ daysPerStep, steps });
  const charts = dayCounts.map(([label, key]) => {
    const values = steps.map((step) => step[key]);
    const chart = columnChart({
      id: `days-${key}`,
      title: `${label}, ${table.title.toLowerCase()}`,
      description: `From ${Math.min(...values)} to ${Math.max(...values)}. The table has every value.`,
      unit: label.toLowerCase(),
      columns: steps.map((step) => ({ label: step.day, value: step[key] })),
      isBad: key === 'errors',
    });
    return html`<figure><figcaption><b>${label}</b> ${table.title.toLowerCase()}</figcaption>${chart}</figure>`;
  });
  return html`<section aria-labelledby="days"><h2 id="days">${table.title}</h2>
<div class="beside"><div class="charts">${charts}</div>${tableMarkup('days', table)}</div></section>
`;
}

function tableSection(id: string, table: ReportTable, remarks: readonly Html[] = []): Html {
  if (table.rows.length === 0) return html``;
  const more = table.more > 0 ? html`<p>${moreText(table)}</p>` : html``;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${table.title}</h2>
${tableMarkup(id, table)}${more}${remarks}</section>
`;
}

/** Only where there is room for the lines it is about. */
const rateLegend = html`<p class="from-72">The line beside a rate runs from 0 to 100 %; its thick part holds the true rate with 95 % certainty (Wilson).</p>`;

function unresolvedRemark({ unresolved }: EvidenceReport): readonly Html[] {
  return unresolved.length === 0 ? [] : [html`<p>No root holds: ${unresolved.join(', ')}</p>`];
}

function tableMarkup(id: string, { note, columns, rows }: ReportTable): Html {
  const head = columns.map(
    (column) =>
      html`<th scope="col" class="${column.align ?? 'left'} ${roomClass(column)}">${column.header}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, at) => {
      const classes = `${cellClass(cell)} ${roomClass(columns[at])}`;
      return at === 0
        ? html`<th scope="row" class="${classes}">${cellMarkup(cell)}</th>`
        : html`<td class="${classes}">${cellMarkup(cell)}</td>`;
    });
    return html`<tr>${cells}</tr>\n`;
  });
  return html`<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}"><table><caption>${note}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}

/** A narrow page leaves out what a narrow terminal does. */
function roomClass(column: ReportColumn | undefined): string {
  return column?.leastWidth === undefined ? '' : `from-${column.leastWidth}`;
}

function cellClass(cell: Cell): string {
  return isAlarming(cell) ? `${cell.kind} bad` : cell.kind;
}

function cellMarkup(cell: Cell): Html {
  const text = cellText(cell);
  if (cell.kind === 'count' && cell.most !== undefined)
    return html`<span class="measure">${shareBar(cell.count, cell.most)}<span>${text}</span></span>`;
  if (cell.kind === 'rate' && cell.whole > 0)
    return html`<span class="measure">${rateLine(cell.part, cell.whole)}<span>${text}</span></span>`;
  return html`${text}`;
}
