/*
 * The geometry of the chart: days as stacked bars, scales, and labels. Each series is one path, so that a year draws as
 * fast as a week.
 */

import { groupedCount } from './wording.js';

/** From the ground up. */
export const series = ['uses', 'views', 'downloads'] as const;
type Series = (typeof series)[number];

export type Figures = Readonly<Record<Series, number>>;

interface Plot {
  readonly width: number;
  readonly height: number;
  /** The value at the upper edge. */
  readonly top: number;
}

interface SeriesPath {
  readonly name: Series;
  /** For the `d` of an SVG path, the upper left corner being 0, 0. */
  readonly path: string;
}

export function stackedBars(days: readonly Figures[], { width, height, top }: Plot): readonly SeriesPath[] {
  const band = width / days.length;
  const gap = band >= 4 ? band * 0.2 : 0;
  const yOf = (value: number) => rounded(height - (value / top) * height);
  const stacks = days.map(stackOf);
  return series.map((name) => {
    const bars = stacks.map((stack, index) => {
      const { from, to } = stack[name];
      if (from === to) return '';
      const [left, right] = [index * band + gap / 2, (index + 1) * band - gap / 2].map(rounded);
      return `M${left} ${yOf(from)}V${yOf(to)}H${right}V${yOf(from)}Z`;
    });
    return { name, path: bars.join('') };
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The figures upon each other. */
export function stackOf({ uses, views, downloads }: Figures): Readonly<Record<Series, Span>> {
  return {
    uses: { from: 0, to: uses },
    views: { from: uses, to: uses + views },
    downloads: { from: uses + views, to: uses + views + downloads },
  };
}

export function totalOf({ uses, views, downloads }: Figures): number {
  return uses + views + downloads;
}

export function sumOf(days: readonly Figures[]): Figures {
  const sum = (name: Series) => days.reduce((before, day) => before + day[name], 0);
  return { uses: sum('uses'), views: sum('views'), downloads: sum('downloads') };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const tickCount = 5;

/** From 0 to the first round number that is at least `max`; at least to 1, so that an empty chart has an axis too. */
export function valueTicks(max: number): readonly number[] {
  const step = roundStep(max / tickCount);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

const daySteps = [1, 2, 7, 14, 28, 56, 91, 182];

/** The indexes of the days that get a label; the last day is always among them. */
export function dayTicks(dayCount: number, room: number): readonly number[] {
  const step = daySteps.find((days) => Math.ceil(dayCount / days) <= room) ?? dayCount;
  const indexes = Array.from({ length: dayCount }, (_, index) => index);
  return indexes.filter((index) => (dayCount - 1 - index) % step === 0);
}

/** The day under a point of the plot, `part` being how far along it is, from 0 to 1. */
export function dayAt(part: number, dayCount: number): number {
  return Math.max(0, Math.min(dayCount - 1, Math.floor(part * dayCount)));
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The figures and days of a chart in words. Days are UTC, as they are counted. */
export function figuresText({ uses, views, downloads }: Figures): string {
  return [groupedCount(uses, 'use'), groupedCount(views, 'view'), groupedCount(downloads, 'download')].join(
    ', ',
  );
}

/** Short enough for an axis. */
export function tickText(count: number): string {
  return compact.format(count);
}

/** The scales of a chart of days: round, whole ticks for counts, and as many days with a label as there is room for. */
export function dayText(day: string, how: 'short' | 'whole'): string {
  return (how === 'short' ? shortDay : wholeDay).format(Date.parse(day));
}
