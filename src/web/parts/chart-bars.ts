/*
 * Days as stacked bars. Each series is one path, whatever the number of days, so that a year draws as fast as a week.
 */

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
