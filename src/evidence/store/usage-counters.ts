/*
 * Usage counters of skills from the events, in the format of the usage store. Purged events still count: a skill does not
 * become unused because its history was purged.
 */

import { dayMs, utcDay } from '../../text/time.js';
import type { Counters } from '../../usage/rules/counters.js';
import type { Connection } from './database.js';

export interface UsageByAgent extends Counters {
  readonly agent: string;
  /** The id of the skill. */
  readonly skill: string;
}

const retainedDays = 60;

/** The counters of all resolved skills, or of the given ones. */
export function usageCounters(
  connection: Connection,
  now: number,
  skills?: readonly string[],
): readonly UsageByAgent[] {
  const wanted = skills === undefined ? null : JSON.stringify(skills);
  const rows = connection.all<Omit<UsageByAgent, 'days'>>(
    `SELECT words.word AS agent, mentions.skill, sum(uses) AS useCount, sum(views) AS viewCount,
       sum(patches) AS patchCount, max(last_used_at) AS lastUsedAt, max(last_viewed_at) AS lastViewedAt,
       max(last_patched_at) AS lastPatchedAt
     ${fromActivity} GROUP BY 1, 2 ORDER BY 1, 2`,
    0,
    wanted,
  );
  const firstDay = Math.max(0, now - (now % dayMs) - (retainedDays - 1) * dayMs);
  const dayRows = connection.all<DayRow>(
    `SELECT words.word AS agent, mentions.skill, start, sum(uses + views + patches) AS events
     ${fromActivity} GROUP BY 1, 2, 3 ORDER BY 3`,
    firstDay,
    wanted,
  );
  const days = new Map<string, Record<string, number>>();
  for (const { agent, skill, start, events } of dayRows) {
    const key = `${agent}\0${skill}`;
    const counted = days.get(key) ?? {};
    counted[utcDay(start)] = events;
    days.set(key, counted);
  }
  return rows.map((row) => ({ ...row, days: days.get(`${row.agent}\0${row.skill}`) ?? {} }));
}

interface DayRow {
  readonly agent: string;
  readonly skill: string;
  readonly start: number;
  readonly events: number;
}

const activityColumns =
  'start, mention, agent, uses, views, patches, last_used_at, last_viewed_at, last_patched_at';

const fromActivity = `
  FROM (
    SELECT ${activityColumns} FROM skill_counts WHERE unit = ${dayMs} AND uses + views + patches > 0
    UNION ALL SELECT ${activityColumns} FROM tallies)
  JOIN mentions ON mentions.ref = mention
  JOIN words ON words.ref = agent
  WHERE mentions.skill IS NOT NULL AND start >= ?1
    AND (?2 IS NULL OR mentions.skill IN (SELECT value FROM json_each(?2)))`;
