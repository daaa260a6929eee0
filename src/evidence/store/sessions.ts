/*
 * Sessions: when each began and when something last happened in it. Both follow from its events.
 */

import type { Window } from '../evidence.js';
import type { Connection } from './connection.js';

/** Its id. A session without events is none, and is removed. */
export function refreshSession(connection: Connection, ref: number): string {
  const row = connection.get<{ id: string; startedAt: number | null }>(refresh, ref);
  if (row?.startedAt === null) connection.run('DELETE FROM sessions WHERE ref = ?', ref);
  return row?.id ?? '';
}

const refresh = `
  UPDATE sessions SET
    started_at = (SELECT min(at) FROM events WHERE session = ?1),
    last_at = (SELECT max(at) FROM events WHERE session = ?1)
  WHERE ref = ?1
  RETURNING id, started_at AS startedAt`;

/** Most begin or end in the window; only those that span it must be searched for events. */
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
