/*
 * What happened in sessions, as the command line and the pages show it: a list of episodes a page at a time, and one
 * episode with its steps.
 */

import {
  type EpisodeFigures,
  type EpisodeFilter,
  episodeFigures,
  type ListedEpisode,
} from '../evidence/rules/episodes/episode-list.js';
import type { EpisodeStory } from '../evidence/rules/episodes/episode-story.js';
import type { Window } from '../evidence/rules/evidence.js';
import { findSkill } from '../library/read/resolve.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { dayMs, isoTime, utcDay } from '../text/time.js';
import type { Context } from './context.js';
import { hasEvidence, withEvidence } from './evidence.js';

export interface EpisodeQuery extends EpisodeFilter {
  /** Whole days, of which the last one is today. */
  readonly days: number;
  /** Only episodes that began on this day: `2026-01-31`. The figures are still of all days. */
  readonly day?: string | undefined;
  /** Where the page before ended. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface EpisodeListing {
  readonly hasEvidence: boolean;
  readonly window: Window;
  /** Sessions in the window, also those in which no skill was loaded. */
  readonly sessions: number;
  readonly figures: EpisodeFigures;
  /** Newest first. */
  readonly episodes: readonly ListedEpisode[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export async function listEpisodes(
  context: Context,
  { days, day, cursor, limit, ...filter }: EpisodeQuery,
): Promise<EpisodeListing> {
  const window = lastDays(context.clock.now(), days);
  const listed = day === undefined ? window : oneDay(day);
  const before = cursor === undefined ? undefined : positionOf(cursor);
  const none = { figures: episodeFigures([], {}), episodes: [], next: null, sessions: 0 };
  if (!hasEvidence(context)) return { hasEvidence: false, window, ...none };
  return await withEvidence(context, ({ store }) => {
    const found = store.listEpisodes({ ...filter, window: listed, before, limit: limit + 1 });
    const episodes = found.slice(0, limit);
    const last = episodes.at(-1);
    return {
      hasEvidence: true,
      window,
      sessions: store.summary(window).sessions,
      figures: episodeFigures(store.countEpisodes(window, filter), filter),
      episodes,
      next: last !== undefined && found.length > limit ? `${last.startedAt}-${last.id}` : null,
    };
  });
}

/** Whole UTC days, of which the last one is today. */
function lastDays(now: number, days: number): Window {
  const to = (Math.floor(now / dayMs) + 1) * dayMs;
  return { from: to - days * dayMs, to };
}

function oneDay(day: string): Window {
  const from = isoTime(day);
  if (!Number.isNaN(from) && utcDay(from) === day) return { from, to: from + dayMs };
  throw new CoppiceError('bad-value', `${day} is not a day`, { hint: 'write it as 2026-01-31' });
}

function positionOf(cursor: string): { readonly startedAt: number; readonly id: string } {
  const [, at, id] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined) return { startedAt: Number(at), id };
  throw new CoppiceError('bad-value', `no list of episodes goes on at ${cursor}`, {
    hint: 'begin with the first page',
  });
}

export interface ShownEpisode extends EpisodeStory {
  /** The other episodes of the session, newest first. */
  readonly beside: readonly ListedEpisode[];
  /** Whether its skill is on this machine, outside the archive. */
  readonly isHere: boolean;
}

const maxBeside = 50;

/** By its id, or by the beginning of it. */
export async function showEpisode(context: Context, wanted: string): Promise<ShownEpisode> {
  const missing = new CoppiceError('not-found', `there is no episode ${wanted}`, {
    hint: 'it may have been deleted; coppice evidence episodes lists those that there are',
  });
  if (!/^[0-9a-f]{4,32}$/.test(wanted) || !hasEvidence(context)) throw missing;
  return await withEvidence(context, ({ store, library }) => {
    const [id, second] = store.episodesFrom(wanted);
    if (second !== undefined)
      throw new CoppiceError('bad-value', `the ids of several episodes start with ${wanted}`, {
        hint: `give more of the id: ${id}, ${second}`,
      });
    const found = id === undefined ? undefined : store.story(id, maxBeside);
    if (found === undefined) throw missing;
    const { episode, steps, beside } = found;
    // A skill that was named after the session was read has its id only here.
    const skill = beside.find((each) => each.id === id)?.skill ?? episode.skill.name;
    return {
      episode: { ...episode, skill: { ...episode.skill, name: skill } },
      steps,
      beside: beside.filter((each) => each.id !== id),
      isHere: unlessRefused(() => findSkill(library, skill))?.entry.id === skill,
    };
  });
}
