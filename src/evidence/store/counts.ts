/*
 * Sums of events by hour and by day, and the time span of sessions, so that the cost of a report does not depend on the
 * number of events. Sums are never adjusted: every change of events names the hours it touched, and these are recounted
 * in the same transaction. The three levels (moment, hour, day) have the same columns, each derived from the finer one.
 */

import { dayMs, hourMs } from '../../text/time.js';
import type { Window } from '../rules/evidence.js';
import { timeSlices } from '../rules/time-slices.js';
import type { Connection, SqlValue } from './database.js';

/** By tool: every event; by skill: events credited to a skill; by cluster: errors with a cause. */
type CountsKind = keyof typeof kinds;

/** A subquery with the partial sums of a window. */
export interface Counts {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export function countsIn(kind: CountsKind, window: Window): Counts {
  const { table, keys, sums, latest, moments } = kinds[kind];
  const columns = ['start', ...keys, ...Object.keys(sums), ...Object.keys(latest)].join(', ');
  const slices = timeSlices(window);
  const parts = slices.map(({ unit }) =>
    unit === 0
      ? `SELECT ${columns} FROM (${moments}) WHERE start >= ? AND start < ?`
      : `SELECT ${columns} FROM ${table} WHERE unit = ${unit} AND start >= ? AND start < ?`,
  );
  const none = `SELECT ${columns} FROM ${table} WHERE false`;
  return {
    sql: `(${parts.length === 0 ? none : parts.join(' UNION ALL ')})`,
    values: slices.flatMap(({ from, to }) => [from, to]),
  };
}

/** Recounts these hours, and the days that contain them. */
export function recount(connection: Connection, hours: ReadonlySet<number>): void {
  const days = new Set([...hours].map((hour) => hour - (hour % dayMs)));
  for (const kind of Object.values(kinds)) {
    for (const range of ranges(hours, hourMs)) recountRange(connection, kind, hourMs, range);
    for (const range of ranges(days, dayMs)) recountRange(connection, kind, dayMs, range);
  }
}

export function hourOf(at: number): number {
  return at - (at % hourMs);
}

interface Kind {
  readonly table: string;
  readonly keys: readonly string[];
  /** Columns that are summed, and columns whose maximum counts: the SQL for one event. */
  readonly sums: Readonly<Record<string, string>>;
  readonly latest: Readonly<Record<string, string>>;
  /** One row per event. */
  readonly moments: string;
}

function kindOf(kind: Omit<Kind, 'moments'> & { readonly where: string }): Kind {
  const columns = Object.entries({ ...kind.sums, ...kind.latest }).map(([name, sql]) => `${sql} AS ${name}`);
  const moments = `
    SELECT at AS start, ${kind.keys.map((key) => `coalesce(${key}, 0) AS ${key}`).join(', ')}, ${columns.join(', ')}
    FROM events WHERE ${kind.where}`;
  return { ...kind, moments };
}

const sumsOfAny = {
  tools: 'tool IS NOT NULL',
  skill_events: `kind IN ('skill-load', 'reference-read', 'script-run', 'skill-write')`,
  errors: 'is_error IS 1',
  turns: `kind = 'turn'`,
  loads: `(kind = 'skill-load' AND is_error IS NOT 1)`,
};

const kinds = {
  tool: kindOf({ table: 'tool_counts', keys: ['tool'], sums: sumsOfAny, latest: {}, where: 'true' }),
  skill: kindOf({
    table: 'skill_counts',
    keys: ['mention', 'agent'],
    sums: {
      ...sumsOfAny,
      // Whether the work with a skill failed is a matter of its episodes.
      failed_loads: '0',
      corrections: 'is_correction',
      evidence: 'is_evidence',
      uses: `activity IS 'use'`,
      views: `activity IS 'view'`,
      patches: `activity IS 'patch'`,
    },
    latest: {
      last_at: 'at * is_evidence',
      last_used_at: `at * (activity IS 'use')`,
      last_viewed_at: `at * (activity IS 'view')`,
      last_patched_at: `at * (activity IS 'patch')`,
    },
    where: 'mention IS NOT NULL',
  }),
  cluster: kindOf({
    table: 'cluster_counts',
    keys: ['cluster'],
    sums: { errors: '1' },
    latest: { last_at: 'at' },
    where: 'is_error = 1 AND cluster IS NOT NULL',
  }),
};

function recountRange(connection: Connection, kind: Kind, unit: number, { from, to }: Window): void {
  const { table, keys, sums, latest, moments } = kind;
  const columns = [...keys, ...Object.keys(sums), ...Object.keys(latest)];
  const values = [
    ...keys,
    ...Object.keys(sums).map((name) => `sum(${name})`),
    ...Object.keys(latest).map((name) => `max(${name})`),
  ];
  const finer = unit === hourMs ? `(${moments})` : `(SELECT * FROM ${table} WHERE unit = ${hourMs})`;
  connection.run(`DELETE FROM ${table} WHERE unit = ${unit} AND start >= ? AND start < ?`, from, to);
  connection.run(
    `INSERT INTO ${table} (unit, start, ${columns.join(', ')})
     SELECT ${unit}, start - start % ${unit} AS beginning, ${values.join(', ')}
     FROM ${finer} WHERE start >= ? AND start < ? GROUP BY beginning, ${keys.join(', ')}`,
    from,
    to,
  );
}

/** Adjacent hours are recounted together, because a first backfill touches every hour of a month. */
function ranges(starts: ReadonlySet<number>, unit: number): readonly Window[] {
  const found: { from: number; to: number }[] = [];
  for (const start of [...starts].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.to === start) last.to = start + unit;
    else found.push({ from: start, to: start + unit });
  }
  return found;
}

/**
 * Updates the time span of a session from its events, marks its episodes as stale, and returns its id. A session without
 * events is removed, unless it is kept for its facts: the rest of its transcript may follow.
 */
export function refreshSession(
  connection: Connection,
  ref: number,
  { keepsFacts }: { readonly keepsFacts: boolean },
): string {
  const row = connection.get<{ id: string; startedAt: number | null }>(refresh, ref);
  if (row?.startedAt === null) connection.run(keepsFacts ? removeUnknown : removeSession, ref);
  return row?.id ?? '';
}

const refresh = `
  UPDATE sessions SET
    started_at = (SELECT min(at) FROM events WHERE session = ?1),
    last_at = (SELECT max(at) FROM events WHERE session = ?1),
    is_stale = 1
  WHERE ref = ?1
  RETURNING id, started_at AS startedAt`;

const removeSession = 'DELETE FROM sessions WHERE ref = ?1';
const removeUnknown = `${removeSession} AND NOT EXISTS (SELECT 1 FROM session_facts WHERE session = ?1)`;

/** Most sessions start or end in the window; only those that span it must be searched for events. */
export function countSessions(connection: Connection, { from, to }: Window): number {
  const row = connection.get<{ sessions: number }>(
    `SELECT count(*) AS sessions FROM sessions
     WHERE started_at < ?2 AND last_at >= ?1 AND (
       started_at >= ?1 OR last_at < ?2
       OR EXISTS (SELECT 1 FROM events WHERE session = sessions.ref AND at >= ?1 AND at < ?2))`,
    from,
    to,
  );
  return row?.sessions ?? 0;
}
