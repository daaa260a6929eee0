/*
 * Reads the first page: what `coppice` alone shows, and the last days of the evidence with what `coppice cost` shows.
 */

import type { Context } from '../../app/context.js';
import { hasEvidence, withEvidence } from '../../app/evidence.js';
import { isUnavailable, nextStep } from '../../app/rules/status.js';
import { readStatus } from '../../app/status/status.js';
import { dayMs, utcDay } from '../../text/time.js';
import type { ActiveDay, ActivityAnswer, TodayAnswer } from '../api/today.js';
import { cardOf } from '../rules/card.js';
import { readListings } from './cost.js';

export const shownDays = 30;

export async function readToday(context: Context): Promise<TodayAnswer> {
  const status = await readStatus(context);
  const { counts, roots, plugins, lookedIn, unscanned, registry } = status;
  const login = isUnavailable(registry) ? null : registry.login;
  return {
    cards: status.attention.map(cardOf),
    next: nextStep(status),
    counts: { skills: counts.skills, stale: counts.stale, archived: counts.archived, used: counts.used },
    roots: [
      ...roots.map(({ label, shownAs, path, skills }) => ({ label, shownAs, path, skills })),
      ...plugins.map(({ name, path, skills }) => ({ label: name, shownAs: name, path, skills })),
    ],
    lookedIn,
    unscanned,
    team: login === null ? null : { url: login.url, tenant: login.tenant },
  };
}

export async function readActivity(context: Context): Promise<ActivityAnswer> {
  const isRead = hasEvidence(context);
  return {
    hasEvidence: isRead,
    days: isRead ? await activeDays(context) : idleDays(context.clock.now()),
    listings: readListings(context, shownDays),
  };
}

/** Whole days, of which the last one is today. */
export function shownWindow(now: number): { readonly from: number; readonly to: number } {
  const to = (Math.floor(now / dayMs) + 1) * dayMs;
  return { from: to - shownDays * dayMs, to };
}

async function activeDays(context: Context): Promise<readonly ActiveDay[]> {
  return await withEvidence(context, ({ store }) => store.activity(shownWindow(context.clock.now())));
}

function idleDays(now: number): readonly ActiveDay[] {
  const { from } = shownWindow(now);
  return Array.from({ length: shownDays }, (_, index) => ({
    day: utcDay(from + index * dayMs),
    sessions: 0,
    loads: 0,
    recovered: 0,
    failed: 0,
  }));
}
