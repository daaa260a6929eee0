/*
 * The evidence by day, for a chart: sessions that began, loads of skills, and how the tasks with a skill ended.
 */

import { dayMs } from '../../text/time.js';
import type { Window } from '../rules/evidence.js';
import type { Connection } from './database.js';
import { days } from './queries.js';

export interface DayActivity {
  /** `2026-01-31`. */
  readonly day: string;
  /** Those that began on this day. */
  readonly sessions: number;
  readonly loads: number;
  /** Episodes in which something failed and then worked. */
  readonly recovered: number;
  /** Episodes that failed, or in which the user corrected the agent. */
  readonly failed: number;
}

/** One row per UTC day of the window, oldest first. The episodes must be up to date. */
export function activityByDay(connection: Connection, window: Window): readonly DayActivity[] {
  const { from, to } = window;
  const sessions = countsByDay(
    connection.all<DayCount>(
      `SELECT started_at / ${dayMs} AS day, count(*) AS count FROM sessions
       WHERE started_at >= ? AND started_at < ? GROUP BY 1`,
      from,
      to,
    ),
  );
  const ended = connection.all<{ day: number; recovered: number; failed: number }>(
    `SELECT started_at / ${dayMs} AS day, sum(result = 'recovered') AS recovered,
       sum(result IN ('failed', 'corrected')) AS failed
     FROM episodes WHERE started_at >= ? AND started_at < ? GROUP BY 1`,
    from,
    to,
  );
  const outcomes = new Map(ended.map(({ day, ...counts }) => [day, counts]));
  const first = Math.floor(from / dayMs);
  return days(connection, window).map(({ day, loads }, index) => ({
    day,
    sessions: sessions.get(first + index) ?? 0,
    loads,
    ...(outcomes.get(first + index) ?? { recovered: 0, failed: 0 }),
  }));
}

interface DayCount {
  readonly day: number;
  readonly count: number;
}

function countsByDay(rows: readonly DayCount[]): ReadonlyMap<number, number> {
  return new Map(rows.map(({ day, count }) => [day, count]));
}
