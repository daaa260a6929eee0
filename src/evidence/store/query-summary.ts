/*
 * How much happened: in all, by tool and by day.
 */

import type { DayEvidence, EvidenceSummary, ToolEvidence, Window } from '../evidence.js';
import type { Connection } from './connection.js';
import { type Counts, countsIn } from './counts.js';
import { mentionsOfSkill } from './mentions.js';
import { countSessions } from './sessions.js';
import { dayMs } from './time-slices.js';

export function summary(connection: Connection, window: Window, skill?: string): EvidenceSummary {
  const { sql, values } = countsOf(window, skill);
  const row = connection.get<Omit<EvidenceSummary, 'sessions'>>(
    `SELECT coalesce(sum(tools), 0) AS toolEvents, coalesce(sum(skill_events), 0) AS skillEvents,
       coalesce(sum(errors), 0) AS errorEvents, coalesce(sum(turns), 0) AS turns
     FROM ${sql}`,
    ...values,
  );
  const sessions =
    skill === undefined ? countSessions(connection, window) : countSessionsOfSkill(connection, window, skill);
  return { toolEvents: 0, skillEvents: 0, errorEvents: 0, turns: 0, ...row, sessions };
}

export function tools(connection: Connection, window: Window, skill?: string): readonly ToolEvidence[] {
  const { sql, values } = skill === undefined ? countsIn('tool', window) : toolsOfSkill(window, skill);
  return connection.all(
    `SELECT word AS tool, sum(tools) AS events, sum(errors) AS errors
     FROM ${sql} JOIN words ON words.ref = tool
     GROUP BY tool ORDER BY events DESC, errors DESC, word`,
    ...values,
  );
}

export function days(connection: Connection, window: Window, skill?: string): readonly DayEvidence[] {
  const { sql, values } = countsOf(window, skill);
  const rows = connection.all<Omit<DayEvidence, 'day'> & { readonly start: number }>(
    `SELECT start - start % ${dayMs} AS start, sum(loads) AS loads, sum(tools) AS tools, sum(errors) AS errors
     FROM ${sql} GROUP BY 1`,
    ...values,
  );
  const found = new Map(rows.map(({ start, ...day }) => [start, day]));
  const all: DayEvidence[] = [];
  for (let start = Math.floor(window.from / dayMs) * dayMs; start < window.to; start += dayMs) {
    const day = new Date(start).toISOString().slice(0, 10);
    all.push({ day, ...(found.get(start) ?? { loads: 0, tools: 0, errors: 0 }) });
  }
  return all;
}

function countsOf(window: Window, skill: string | undefined): Counts {
  if (skill === undefined) return countsIn('tool', window);
  const { sql, values } = countsIn('skill', window);
  return { sql: `(SELECT * FROM ${sql} WHERE mention IN ${mentionsOfSkill})`, values: [...values, skill] };
}

/** Not summed up by hour: that would be a row for nearly every event. */
function toolsOfSkill({ from, to }: Window, skill: string): Counts {
  return {
    sql: `(SELECT tool, 1 AS tools, is_error IS 1 AS errors FROM events
       WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ?)`,
    values: [skill, from, to],
  };
}

function countSessionsOfSkill(connection: Connection, { from, to }: Window, skill: string): number {
  const row = connection.get<{ sessions: number }>(
    `SELECT count(DISTINCT session) AS sessions FROM events
     WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ?`,
    skill,
    from,
    to,
  );
  return row?.sessions ?? 0;
}
