/*
 * Reads OpenCode's database. It has two generations: `message` with `part`, and `session_message`. Some versions write
 * both; then the older one is read, because it contains the session from its start.
 */

import { nameIn, tokensIn } from '../../agents/sessions/fields.js';
import { SessionKeys } from '../../agents/sessions/keys.js';
import type { Observation } from '../../agents/sessions/observation.js';
import {
  factsOfSession,
  interruptionOf,
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
  const read = sessionReader(database, progress);
  for (const { session, parent_id: parent, directory, created, updated } of changed) {
    progress.updatedAt = Math.max(progress.updatedAt, opencodeTime(updated) ?? 0);
    if (typeof session !== 'string' || session === '') {
      progress.unreadable += 1;
      continue;
    }
    const isDelegated = typeof parent === 'string' && parent !== '';
    const observations = [...read({ session, isDelegated, keys: new SessionKeys(session) })];
    const [first] = observations;
    if (first === undefined) continue;
    yield [...factsOfSession(session, opencodeTime(created) ?? first.at, directory, parent), ...observations];
  }
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
  const sessionColumns = foreignColumns(database, 'session');
  return foreignRows(
    database,
    `SELECT ${column('session.id', 'text', 'session')},
      ${selection(database, 'session', { parent_id: 'text', directory: 'text' })},
      ${sessionColumns.has('time_created') ? column('session.time_created', 'number', 'created') : 'NULL AS created'},
      ${column('max(updated)', 'number', 'updated')}
    FROM (SELECT id, time_updated AS updated FROM session ${changes}) AS change JOIN session USING (id)
    WHERE typeof(updated) IN ('integer', 'real') AND updated >= ? AND updated < ${latestTime}
    GROUP BY session.id ORDER BY max(updated) DESC`,
    since,
  );
}

/** The year 2286; a time far in the future would hide every session that changes before it. */
const latestTime = 10_000_000_000_000;

type SessionReader = (context: Omit<RowContext, 'at'>) => Iterable<Observation>;

/** Reads a session in the generation that contains it from its start. */
function sessionReader(database: Database, progress: Progress): SessionReader {
  const hasParts = foreignColumns(database, 'part').size > 0;
  const hasMessages = foreignColumns(database, 'session_message').size > 0;
  const older = hasParts ? olderReader(database, progress) : undefined;
  const newer = hasMessages || !hasParts ? newerReader(database, progress) : undefined;
  return (context) => {
    if (older === undefined || newer === undefined) return (older ?? newer)?.(context) ?? [];
    const [part] = foreignRows(database, 'SELECT 1 FROM part WHERE session_id = ? LIMIT 1', context.session);
    return part === undefined ? newer(context) : older(context);
  };
}

/** `session_message`, with whole messages. */
function newerReader(database: Database, progress: Progress): SessionReader {
  const columns = foreignColumns(database, 'session_message');
  const sql = `SELECT ${selection(database, 'session_message', { type: 'text', data: 'json', time_created: 'number' })},
      ${column(jsonValue('data', '$.time.created'), 'number', 'created')}
    FROM session_message WHERE session_id = ? ORDER BY ${columns.has('seq') ? 'seq' : 'time_created, id'}`;
  return function* (context) {
    for (const row of foreignRows(database, sql, context.session)) {
      const message = contentOf(row, progress);
      if (message !== undefined)
        yield* observationsOfMessage(row['type'], message, { ...context, at: timeOf(row) });
    }
  };
}

/** `message` with `part`. What the parts of a message have in common is read once for the message. */
function olderReader(database: Database, progress: Progress): SessionReader {
  const messages = `SELECT ${column('rowid', 'number', 'row')}, ${column('data', 'json', 'data')}
    FROM message WHERE session_id = ? ORDER BY time_created, id`;
  const parts = `SELECT ${column('message.rowid', 'number', 'message')},
      ${selection(database, 'part', { data: 'json', time_created: 'number' })}
    FROM part LEFT JOIN message ON message.id = part.message_id
    WHERE part.session_id = ? ORDER BY message.time_created, message.id, part.id`;
  return function* (context) {
    const known: MessageFacts[] = [];
    for (const row of foreignRows(database, messages, context.session)) known.push(messageFacts(row));
    const byRow = new Map(known.map((message) => [message.row, message]));
    let next = 0;
    for (const row of foreignRows(database, parts, context.session)) {
      const message = byRow.get(row['message']);
      // The messages before this one are complete; some of them have no parts.
      while (message !== undefined && known[next] !== message && next < known.length) {
        yield* interruptionIn(known[next], context);
        next += 1;
      }
      const part = contentOf(row, progress);
      if (part === undefined) continue;
      const at = message?.at ?? timeOf(row);
      const { model, tokens } = message ?? {};
      for (const observation of observationsOfPart(part, message?.role, { ...context, at, model, tokens })) {
        if (observation.type === 'call' && message !== undefined) message.tokens = undefined;
        yield observation;
      }
    }
    for (const message of known.slice(next)) yield* interruptionIn(message, context);
  };
}

interface MessageFacts {
  readonly row: ForeignRow[string] | undefined;
  readonly role: unknown;
  /** Undefined if the message does not state its time; then its parts have theirs. */
  readonly at: number | undefined;
  readonly model: string | undefined;
  /** For the first call of the message. */
  tokens: number | undefined;
  readonly error: unknown;
}

/** Undecodable data is as if it were empty; its parts may be readable. */
function messageFacts({ row, data }: ForeignRow): MessageFacts {
  const { role, time, modelID, tokens, error } = objectIn(
    typeof data === 'string' ? parseJson(data) : undefined,
  );
  const { output, reasoning } = objectIn(tokens);
  return {
    row,
    role,
    at: opencodeTime(objectIn(time)['created']),
    model: nameIn(modelID),
    tokens: tokensIn(output, reasoning),
    error: objectIn(error)['name'],
  };
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function interruptionIn(message: MessageFacts | undefined, context: Omit<RowContext, 'at'>): Observation[] {
  return message?.at === undefined ? [] : interruptionOf(message.error, { ...context, at: message.at });
}

function contentOf(row: ForeignRow, progress: Progress): unknown {
  const content = typeof row['data'] === 'string' ? parseJson(row['data']) : undefined;
  if (content === undefined) progress.unreadable += 1;
  return content;
}

function timeOf(row: ForeignRow): number {
  return opencodeTime(row['created']) ?? opencodeTime(row['time_created']) ?? 0;
}

/** A scalar in a JSON column, which may contain anything and be large. */
function jsonValue(name: string, path: string): string {
  return `CASE WHEN json_valid(${name}) THEN json_extract(${name}, '${path}') END`;
}
