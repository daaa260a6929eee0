/*
 * Reads the sessions of OpenClaw from the database of one of its agents, with a row per entry of a session. An entry is a
 * line as Pi writes it. The format is known from reports, so a table with other columns is of an unknown version.
 */

import { timeIn } from '../../agents/sessions/fields.js';
import type { Observation } from '../../agents/sessions/observation.js';
import { PiReader } from '../../agents/sessions/pi.js';
import type { Database } from '../../system/sqlite.js';
import { column, type DatabaseFormat, foreignRows } from './foreign-database.js';

export const openclawDatabase: DatabaseFormat = {
  read(database, memory) {
    // Read before the entries, so that entries written meanwhile belong to the next reading.
    const reached = lastEntries(database);
    const known = new Map(pairsIn(memory));
    const rows = { unreadable: 0 };
    return {
      sessions: sessionsOf(
        database,
        reached.filter(([session, last]) => known.get(session) !== last),
        rows,
      ),
      memory: () => reached.slice(0, maxRemembered),
      unreadable: () => rows.unreadable,
    };
  },
};

/** Sessions that are not remembered are read again, which changes nothing. */
const maxRemembered = 2000;

/** The number of the last entry of every session, newest first. */
function lastEntries(database: Database): readonly (readonly [session: string, last: number])[] {
  const found = foreignRows(
    database,
    `SELECT ${column('session_id', 'text', 'session')}, ${column('max(seq)', 'number', 'last')}
     FROM transcript_events GROUP BY session_id ORDER BY max(created_at) DESC`,
  );
  // All at once, because a running statement may block the writer.
  return [...found].map(({ session, last }) => [String(session ?? ''), Number(last)] as const);
}

function pairsIn(memory: unknown): readonly (readonly [string, unknown])[] {
  return (Array.isArray(memory) ? memory : []).flatMap((pair: unknown) => {
    const [session, last]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    return typeof session === 'string' ? [[session, last] as const] : [];
  });
}

function* sessionsOf(
  database: Database,
  changed: readonly (readonly [session: string, last: number])[],
  rows: { unreadable: number },
): Generator<readonly Observation[]> {
  for (const [session] of changed) {
    if (session === '') {
      rows.unreadable += 1;
      continue;
    }
    const entries = foreignRows(
      database,
      `SELECT ${column('event_json', 'json', 'event')}, ${column('created_at', 'time', 'time')}
       FROM transcript_events WHERE session_id = ? ORDER BY seq`,
      session,
    );
    const observations: Observation[] = [];
    const reader = new PiReader({ name: session, mtimeMs: 0 }, { session, at: 0 });
    for (const { event, time } of entries) {
      const observed = typeof event === 'string' ? reader.line(event, timeOf(time)) : undefined;
      if (observed === undefined) rows.unreadable += 1;
      else for (const one of observed) observations.push(one);
    }
    if (observations.length > 0) yield observations;
  }
}

/** Milliseconds, or text as SQLite writes it. Most entries have a time of their own. */
function timeOf(value: unknown): number | undefined {
  return timeIn(typeof value === 'string' ? value.replace(' ', 'T') : Math.round(Number(value)));
}
