/*
 * Charts as SVG. Everything across is in per cent and everything upright in pixels, so that a chart fills any width
 * and its letters keep their size.
 */

import { type Html, html } from './html-markup.js';
import { wilsonInterval } from './wilson-interval.js';

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
const mostLabels = 8;

/** Counts over time, from 0. The letters of the upright axis are left of the drawing, in the margin the style leaves. */
export function columnChart({ id, title, description, unit, columns, isBad }: ColumnChart): Html {
  const top = axisTop(Math.max(0, ...columns.map(({ value }) => value)));
  const upright = (value: number) => topMargin + plotHeight * (1 - value / top);
  const ticks = top % 2 === 0 ? [0, top / 2, top] : [0, top];
  const step = 100 / Math.max(1, columns.length);
  const labelEvery = Math.ceil(columns.length / mostLabels);
  return html`<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-description" width="100%" height="${topMargin + plotHeight + labelHeight}">
<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>
${ticks.map(
  (tick) =>
    html`<line class="grid" x1="0" x2="100%" y1="${upright(tick)}" y2="${upright(tick)}"/><text class="upright" x="-8" y="${upright(tick) + 4}">${tick}</text>`,
)}
${columns.map(({ label, value }, at) => {
  const bar = html`<rect class="${isBad ? 'bad' : 'data'}" x="${percent(step * (at + 0.15))}" width="${percent(step * 0.7)}" y="${upright(value)}" height="${topMargin + plotHeight - upright(value)}"><title>${label}: ${value} ${unit}</title></rect>`;
  if (at % labelEvery > 0) return bar;
  return html`${bar}<text class="across${(at / labelEvery) % 2 > 0 ? ' second' : ''}" x="${percent(step * (at + 0.5))}" y="${topMargin + plotHeight + 16}">${label.slice(5)}</text>`;
})}
</svg>`;
}

/** A number beside its share of the greatest. It repeats what the cell says, so it is not read out. */
export function shareBar(count: number, most: number): Html {
  return html`<svg class="share" aria-hidden="true" width="100%" height="8"><rect class="track" width="100%" height="8"/><rect class="data" width="${percent((100 * count) / most)}" height="8"/></svg>`;
}

/** A rate on a line from 0 to 100 %, with the range that so few cases leave open. */
export function rateLine(part: number, whole: number): Html {
  const { low, high } = wilsonInterval(part, whole);
  const [from, to, at] = [low, high, part / whole].map((rate) => percent(5 + 90 * rate));
  return html`<svg class="share" aria-hidden="true" width="100%" height="12"><line class="track" x1="5%" x2="95%" y1="6" y2="6"/><line class="range" x1="${from ?? ''}" x2="${to ?? ''}" y1="6" y2="6"/><circle class="${part > 0 ? 'bad' : 'good'}" cx="${at ?? ''}" cy="6" r="4"/></svg>`;
}

/** The next of 1, 2, 4, 6, 8, 10, 20, 40, ... */
function axisTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [1, 2, 4, 6, 8, 10].map((step) => step * power);
  return steps.find((step) => step >= most) ?? most;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
