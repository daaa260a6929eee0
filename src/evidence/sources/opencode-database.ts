/*
 * Reads OpenCode's database. It has two generations: `message` with `part`, and `session_message`. Some versions write
 * both; then the older one is read, because it contains the session from its start.
 */

import { SessionKeys } from '../../agents/sessions/keys.js';
import type { Observation } from '../../agents/sessions/observation.js';
import {
  observationsOfMessage,
  observationsOfPart,
  opencodeTime,
  type RowContext,
} from '../../agents/sessions/opencode.js';
import type { Database } from '../../system/sqlite.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import {
  column,
  type DatabaseFormat,
  type ForeignRow,
  foreignColumns,
  foreignRows,
  selection,
} from './foreign-database.js';

export const opencodeDatabase: DatabaseFormat = {
  read(database, memory) {
    const since = isObject(memory) ? (opencodeTime(memory['updatedAt']) ?? 0) : 0;
    const progress = { updatedAt: since, unreadable: 0 };
    return {
      sessions: sessionsSince(database, since, progress),
      memory: () => ({ updatedAt: progress.updatedAt }),
      unreadable: () => progress.unreadable,
    };
  },
};

interface Progress {
  updatedAt: number;
  unreadable: number;
}

function* sessionsSince(
  database: Database,
  since: number,
  progress: Progress,
): Generator<readonly Observation[]> {
  // All at once, because a running statement may block the writer.
  const changed = [...changedSince(database, since)];
  const rowsOf = rowsIn(database);
  for (const { session, parent_id: parent, updated } of changed) {
    progress.updatedAt = Math.max(progress.updatedAt, opencodeTime(updated) ?? 0);
    if (typeof session !== 'string' || session === '') {
      progress.unreadable += 1;
      continue;
    }
    const keys = new SessionKeys(session);
    const isDelegated = typeof parent === 'string' && parent !== '';
    const observations: Observation[] = [];
    for (const row of rowsOf(session)) {
      const content = typeof row['data'] === 'string' ? parseJson(row['data']) : undefined;
      if (content === undefined) progress.unreadable += 1;
      else observations.push(...observationsIn(row, content, { session, isDelegated, keys }));
    }
    if (observations.length > 0) yield observations;
  }
}

function observationsIn(row: ForeignRow, content: unknown, context: Omit<RowContext, 'at'>): Observation[] {
  const at = opencodeTime(row['created']) ?? opencodeTime(row['time_created']) ?? 0;
  return 'role' in row
    ? observationsOfPart(content, row['role'], { ...context, at })
    : observationsOfMessage(row['type'], content, { ...context, at });
}

/**
 * Newest first. The result of a call changes its row but not the session, so all tables are checked; changes in the
 * millisecond of the last reading are read again.
 */
function changedSince(database: Database, since: number): Generator<ForeignRow> {
  const changes = ['message', 'part', 'session_message']
    .filter((table) => foreignColumns(database, table).has('time_updated'))
    .map((table) => `UNION ALL SELECT session_id, time_updated FROM ${table}`)
    .join('\n');
  return foreignRows(
    database,
    `SELECT ${column('session.id', 'text', 'session')}, ${selection(database, 'session', { parent_id: 'text' })},
      ${column('max(updated)', 'number', 'updated')}
    FROM (SELECT id, time_updated AS updated FROM session ${changes}) AS change JOIN session USING (id)
    WHERE typeof(updated) IN ('integer', 'real') AND updated >= ? AND updated < ${latestTime}
    GROUP BY session.id ORDER BY max(updated) DESC`,
    since,
  );
}

/** The year 2286; a time far in the future would hide every session that changes before it. */
const latestTime = 10_000_000_000_000;

/** The rows of a session in order. */
function rowsIn(database: Database): (session: string) => Iterable<ForeignRow> {
  const messageColumns = foreignColumns(database, 'session_message');
  const messages = `SELECT ${selection(database, 'session_message', { type: 'text', data: 'json', time_created: 'number' })},
      ${column(jsonValue('data', '$.time.created'), 'number', 'created')}
    FROM session_message WHERE session_id = ?
    ORDER BY ${messageColumns.has('seq') ? 'seq' : 'time_created, id'}`;
  if (foreignColumns(database, 'part').size === 0)
    return (session) => foreignRows(database, messages, session);
  const parts = `SELECT ${selection(database, 'part', { data: 'json', time_created: 'number' })},
      ${column(jsonValue('message.data', '$.role'), 'text', 'role')},
      ${column(jsonValue('message.data', '$.time.created'), 'number', 'created')}
    FROM part LEFT JOIN message ON message.id = part.message_id
    WHERE part.session_id = ? ORDER BY message.time_created, message.id, part.id`;
  if (messageColumns.size === 0) return (session) => foreignRows(database, parts, session);
  return (session) => {
    const [part] = foreignRows(database, 'SELECT 1 FROM part WHERE session_id = ? LIMIT 1', session);
    return foreignRows(database, part === undefined ? messages : parts, session);
  };
}

/** A scalar in a JSON column, which may contain anything and be large. */
function jsonValue(name: string, path: string): string {
  return `CASE WHEN json_valid(${name}) THEN json_extract(${name}, '${path}') END`;
}
