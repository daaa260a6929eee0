/*
 * Episodes in a list: which of them, a page at a time, and their numbers by day, agent and model.
 */

import type { Window } from '../evidence.js';
import { noEpisodes } from '../evidence.js';
import type { EpisodeResult } from './episode.js';

export interface EpisodeFilter {
  /** The id of the skill, or its name if it is not installed. */
  readonly skill?: string | undefined;
  /** A part of it. */
  readonly find?: string | undefined;
  readonly agent?: string | undefined;
  /** Null for episodes whose transcripts do not name it. */
  readonly model?: string | null | undefined;
  readonly result?: EpisodeResult | undefined;
}

export interface EpisodePage extends EpisodeFilter {
  readonly window: Window;
  /** Only older ones than this one. */
  readonly before?: { readonly startedAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

export interface ListedEpisode {
  readonly id: string;
  /** The id of the skill, or its name if it is not installed. */
  readonly skill: string;
  readonly agent: string;
  readonly model: string | null;
  /** The root session. */
  readonly session: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: EpisodeResult;
  readonly attempts: number;
  readonly failed: number;
  readonly corrected: number;
  readonly tokens: number | null;
  /** The first command that failed, with what it printed; null where none did. */
  readonly failure: { readonly command: string; readonly error: string } | null;
  /** The first correction of the user. */
  readonly correction: string | null;
}

/** How many episodes began on a day, by agent, model and result. */
export interface EpisodeCount {
  /** Whole days since the epoch. */
  readonly day: number;
  readonly agent: string;
  readonly model: string | null;
  readonly result: EpisodeResult;
  readonly count: number;
}

export type ResultCounts = Readonly<Record<EpisodeResult, number>>;

export interface EpisodeFigures {
  /** Those that the filter leaves. */
  readonly total: number;
  readonly byDay: ReadonlyMap<number, ResultCounts>;
  /** Most episodes first, then by name. All of them, whatever the filter says about this one. */
  readonly byAgent: readonly NamedCounts<string>[];
  readonly byModel: readonly NamedCounts<string | null>[];
  readonly byResult: ResultCounts;
}

export interface NamedCounts<Name> {
  readonly name: Name;
  readonly counts: ResultCounts;
}

type Facet = 'agent' | 'model' | 'result';

export function episodeFigures(
  counts: readonly EpisodeCount[],
  filter: Pick<EpisodeFilter, Facet>,
): EpisodeFigures {
  const matching = (without?: Facet) =>
    counts.filter((row) =>
      (['agent', 'model', 'result'] as const).every(
        (facet) => facet === without || filter[facet] === undefined || row[facet] === filter[facet],
      ),
    );
  const all = matching();
  const byResult = summed(matching('result'), () => '');
  return {
    total: all.reduce((sum, { count }) => sum + count, 0),
    byDay: summed(all, ({ day }) => day),
    byAgent: named(summed(matching('agent'), ({ agent }) => agent)),
    byModel: named(summed(matching('model'), ({ model }) => model)),
    byResult: byResult.get('') ?? noEpisodes,
  };
}

function summed<Key>(
  counts: readonly EpisodeCount[],
  keyOf: (row: EpisodeCount) => Key,
): ReadonlyMap<Key, ResultCounts> {
  const sums = new Map<Key, Record<EpisodeResult, number>>();
  for (const row of counts) {
    const key = keyOf(row);
    const sum = sums.get(key) ?? { ...noEpisodes };
    sum[row.result] += row.count;
    sums.set(key, sum);
  }
  return sums;
}

function named<Name extends string | null>(
  sums: ReadonlyMap<Name, ResultCounts>,
): readonly NamedCounts<Name>[] {
  return [...sums]
    .map(([name, counts]) => ({ name, counts }))
    .sort((a, b) => totalOf(b.counts) - totalOf(a.counts) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}

export function totalOf(counts: ResultCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
