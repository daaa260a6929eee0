/*
 * The report as one self-contained HTML page: no script, font or picture from elsewhere. Its content security policy
 * forbids them too, so that injected text could not fetch or run anything even if escaping failed.
 */

import { sha256Hex } from '../../../text/hash.js';
import { printable } from '../../../text/printable.js';
import { wilsonInterval } from '../wilson-interval.js';
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

/** Whether this program wrote the page, and so may replace it. */
export function isReportPage(text: string): boolean {
  return text.startsWith(opening);
}

function policy(): string {
  const styleHash = Buffer.from(sha256Hex(pageStyle), 'hex').toString('base64');
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}

function emptySection(report: EvidenceReport): Html {
  return html`<section><h2>${noPeriodEvidence}</h2>
<ul>${emptyReportHints(report).map(([command, what]) => html`<li><code>${command}</code> ${what}</li>`)}</ul></section>`;
}

function filledSections(report: EvidenceReport): readonly Html[] {
  const tables = reportTables(report);
  return [
    tilesSection('episodes', tables.episodes),
    ...(hasEpisodes(report)
      ? [
          findingSection('failures', failureFindings(report)),
          findingSection('corrections', correctionFindings(report)),
        ]
      : [html`<p>${noPeriodEpisodes}</p>`]),
    tableSection('skills', tables.skills, [rateLegend, ...unresolvedRemark(report)]),
    tableSection('items', tables.items),
    tableSection('models', tables.models),
    tilesSection('summary', tables.summary),
    daysSection(report),
    tableSection('tools', tables.tools),
    tableSection('clusters', tables.clusters),
    tableSection('recent', tables.recent),
  ];
}

function tilesSection(id: string, { title, note, rows }: ReportTable): Html {
  if (rows.length === 0) return html``;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<dl class="tiles">${rows.map(([label, now, before, change, meaning]) => {
    if (!label || !now || !before || !change) return html``;
    const why = meaning === undefined ? html`` : html`<dd class="quiet">${cellText(meaning)}</dd>`;
    return html`<div><dt>${cellText(label)}</dt><dd class="now${isAlarming(now) ? ' bad' : ''}">${cellText(now)}</dd>
<dd class="quiet">${cellText(before)} before ${cellText(change)}</dd>${why}</div>`;
  })}</dl><p>${note}</p></section>
`;
}

function findingSection(id: string, { title, sentences, more, none }: Findings): Html {
  const list = html`<ul class="findings">${sentences.map((sentence) => html`<li>${sentence.map(pieceMarkup)}</li>\n`)}</ul>`;
  const rest = more > 0 ? html`<p>${moreText({ more })}</p>` : html``;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${sentences.length === 0 ? html`<p>${none}</p>` : list}${rest}</section>
`;
}

function pieceMarkup({ kind, text }: Piece): Html {
  if (kind === 'words') return html`${text}`;
  return kind === 'code' ? html`<code>${text}</code>` : html`<q>${text}</q>`;
}

const maxColumns = 31;

function daysSection(report: EvidenceReport): Html {
  const { daysPerStep, steps } = daySteps(report.days, maxColumns);
  // Beside the charts, the table scrolls: the latest days are seen first.
  const table = daysTable({ daysPerStep, steps: steps.toReversed() });
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

/** Shown only if the page is wide enough for the lines. */
const rateLegend = html`<p class="from-72">The line beside a rate runs from 0 to 100 %; its thick part is the 95 % confidence interval (Wilson).</p>`;

function unresolvedRemark({ unresolved }: EvidenceReport): readonly Html[] {
  return unresolved.length === 0 ? [] : [html`<p>Not installed here: ${unresolved.join(', ')}</p>`];
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

/** A narrow page omits the same columns as a narrow terminal. */
function roomClass(column: ReportColumn | undefined): string {
  return column?.minWidth === undefined ? '' : `from-${column.minWidth}`;
}

function cellClass(cell: Cell): string {
  return isAlarming(cell) ? `${cell.kind} bad` : cell.kind;
}

function cellMarkup(cell: Cell): Html {
  const text = cellText(cell);
  if (cell.kind === 'count' && cell.max !== undefined)
    return html`<span class="measure">${shareBar(cell.count, cell.max)}<span>${text}</span></span>`;
  if (cell.kind === 'rate' && cell.whole > 0)
    return html`<span class="measure">${rateLine(cell.part, cell.whole)}<span>${text}</span></span>`;
  return html`${text}`;
}

/** A chart as SVG. Horizontal positions are in per cent and vertical ones in pixels, so that it fills any width. */
interface ColumnChart {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly columns: readonly { readonly label: string; readonly value: number }[];
  readonly isBad: boolean;
}

const plotHeight = 96;
const labelHeight = 24;
const topMargin = 8;
const maxLabels = 8;

/** Counts over time, from 0. The labels of the vertical axis are in the left margin. */
function columnChart({ id, title, description, unit, columns, isBad }: ColumnChart): Html {
  const top = axisTop(Math.max(0, ...columns.map(({ value }) => value)));
  const vertical = (value: number) => topMargin + plotHeight * (1 - value / top);
  const ticks = top % 2 === 0 ? [0, top / 2, top] : [0, top];
  const step = 100 / Math.max(1, columns.length);
  const labelEvery = Math.ceil(columns.length / maxLabels);
  return html`<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-description" width="100%" height="${topMargin + plotHeight + labelHeight}">
<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>
${ticks.map(
  (tick) =>
    html`<line class="grid" x1="0" x2="100%" y1="${vertical(tick)}" y2="${vertical(tick)}"/><text class="upright" x="-8" y="${vertical(tick) + 4}">${tick}</text>`,
)}
${columns.map(({ label, value }, at) => {
  const bar = html`<rect class="${isBad ? 'bad' : 'data'}" x="${percent(step * (at + 0.15))}" width="${percent(step * 0.7)}" y="${vertical(value)}" height="${topMargin + plotHeight - vertical(value)}"><title>${label}: ${value} ${unit}</title></rect>`;
  if (at % labelEvery > 0) return bar;
  return html`${bar}<text class="across${(at / labelEvery) % 2 > 0 ? ' second' : ''}" x="${percent(step * (at + 0.5))}" y="${topMargin + plotHeight + 16}">${label.slice(5)}</text>`;
})}
</svg>`;
}

/** The share of the greatest value as a bar. It repeats the cell, so screen readers skip it. */
function shareBar(count: number, max: number): Html {
  return html`<svg class="share" aria-hidden="true" width="100%" height="8"><rect class="track" width="100%" height="8"/><rect class="data" width="${percent((100 * count) / max)}" height="8"/></svg>`;
}

/** A rate on a line from 0 to 100 %, with its confidence interval. */
function rateLine(part: number, whole: number): Html {
  const { low, high } = wilsonInterval(part, whole);
  const [from, to, at] = [low, high, part / whole].map((rate) => percent(5 + 90 * rate));
  return html`<svg class="share" aria-hidden="true" width="100%" height="12"><line class="track" x1="5%" x2="95%" y1="6" y2="6"/><line class="range" x1="${from ?? ''}" x2="${to ?? ''}" y1="6" y2="6"/><circle class="${part > 0 ? 'bad' : 'good'}" cx="${at ?? ''}" cy="6" r="4"/></svg>`;
}

/** The next of 1, 2, 4, 6, 8, 10, 20, 40, ... */
function axisTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)));
  const steps = [1, 2, 4, 6, 8, 10].map((step) => step * power);
  return steps.find((step) => step >= max) ?? max;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** Markup that is safe by construction: template values are escaped unless they are Html, and invisible characters are shown. */
interface Html {
  readonly markup: string;
}

function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: pieces.map((piece, at) => piece + markupOf(values[at] ?? '')).join('') };
}

/** Attributes must be quoted. */
type Value = string | number | Html | readonly Html[];

function markupOf(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return printable(value).replace(/[&<>"']/g, escaped);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escaped(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
