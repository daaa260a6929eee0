/*
 * Reads the sessions of Hermes from `state.db`, with a row per message. Inactive rows were retracted, or are repeated
 * after a compaction. The columns differ between versions.
 */

import { nameIn } from '../../agents/sessions/fields.js';
import { type HermesMessage, hermesTime, observationsOf } from '../../agents/sessions/hermes.js';
import type { Observation } from '../../agents/sessions/observation.js';
import type { Database } from '../../system/sqlite.js';
import { parseJson } from '../../text/json.js';
import { isCount, isObject } from '../../text/shape.js';
import {
  column,
  type DatabaseFormat,
  type ForeignRow,
  foreignColumns,
  foreignRows,
  selection,
} from './foreign-database.js';

export const hermesState: DatabaseFormat = {
  read(database, memory) {
    // Read before the sessions, so that rows written meanwhile belong to the next reading.
    const reached = lastOf(database);
    const since = sinceOf(memory, reached);
    const rows = { unreadable: 0 };
    return {
      sessions: sessionsSince(database, since, rows),
      memory: () => reached,
      unreadable: () => rows.unreadable,
    };
  },
};

/** How far a reading got. Message ids only grow; the end of a session is written after its messages. */
interface Reached {
  readonly messageId: number;
  /** In seconds. */
  readonly endedAt: number;
}

const nothing: Reached = { messageId: 0, endedAt: 0 };

function lastOf(database: Database): Reached {
  const [{ messageId = 0, endedAt = 0 } = {}] = foreignRows(
    database,
    `SELECT ${column('(SELECT max(id) FROM messages)', 'number', 'messageId')},
      ${column(`(SELECT max(ended_at) FROM sessions WHERE ${isPlausible('ended_at')})`, 'number', 'endedAt')}`,
  );
  return { messageId: Number(messageId), endedAt: Number(endedAt) };
}

/** A time far in the future would hide every session that ends before it. */
function isPlausible(name: string): string {
  return `typeof(${name}) IN ('integer', 'real') AND ${name} < 10000000000`;
}

/** A database with fewer messages than before is a different one. */
function sinceOf(memory: unknown, reached: Reached): Reached {
  if (!isObject(memory)) return nothing;
  const { messageId, endedAt } = memory;
  if (!isCount(messageId) || typeof endedAt !== 'number' || messageId > reached.messageId) return nothing;
  return { messageId, endedAt };
}

function* sessionsSince(
  database: Database,
  since: Reached,
  rows: { unreadable: number },
): Generator<readonly Observation[]> {
  // All at once, because a running statement may block the writer.
  const changed = [
    ...foreignRows(
      database,
      `SELECT ${column('session', 'text', 'session')} FROM (
        SELECT session_id AS session, max(id) AS last FROM messages WHERE id > ? GROUP BY session_id
        UNION ALL SELECT id, 0 FROM sessions WHERE ended_at > ? AND ${isPlausible('ended_at')}
      ) GROUP BY session ORDER BY max(last) DESC`,
      since.messageId,
      since.endedAt,
    ),
  ];
  const facts = selection(database, 'sessions', {
    started_at: 'time',
    ended_at: 'time',
    model_config: 'json',
    model: 'text',
    source: 'text',
    parent_session_id: 'text',
    cwd: 'text',
  });
  const contents = selection(database, 'messages', {
    role: 'text',
    content: 'text',
    tool_call_id: 'text',
    tool_calls: 'json',
    timestamp: 'time',
  });
  const isActive = foreignColumns(database, 'messages').has('active') ? 'AND active = 1' : '';
  for (const { session } of changed) {
    if (typeof session !== 'string' || session === '') {
      rows.unreadable += 1;
      continue;
    }
    const [known = {}] = foreignRows(database, `SELECT ${facts} FROM sessions WHERE id = ?`, session);
    const messages = foreignRows(
      database,
      `SELECT ${contents} FROM messages WHERE session_id = ? ${isActive} ORDER BY timestamp, id`,
      session,
    );
    const at = hermesTime(known['started_at']) ?? 0;
    const observations = observationsOf(
      {
        session,
        at,
        isDelegated: isDelegated(known),
        model: nameIn(known['model']),
        source: known['source'],
        parent: known['parent_session_id'],
        folder: known['cwd'],
      },
      messagesIn(messages, at, rows),
    );
    const endedAt = hermesTime(known['ended_at']);
    if (endedAt !== undefined) observations.push({ type: 'end', session, at: endedAt });
    if (observations.length > 0) yield observations;
  }
}

function isDelegated({ model_config: text }: ForeignRow): boolean {
  const config = typeof text === 'string' ? parseJson(text) : undefined;
  return isObject(config) && typeof config['_delegate_from'] === 'string';
}

function* messagesIn(
  messages: Iterable<ForeignRow>,
  startedAt: number,
  rows: { unreadable: number },
): Generator<HermesMessage> {
  let at = startedAt;
  for (const { role, content, tool_call_id: answers, tool_calls: requested, timestamp } of messages) {
    at = hermesTime(timestamp) ?? at;
    const calls = typeof requested === 'string' && requested !== '' ? parseJson(requested) : null;
    if (typeof role !== 'string' || calls === undefined) rows.unreadable += 1;
    yield { at, role, content: contentOf(content), calls, answers };
  }
}

/** Content that is not text is stored as JSON after a mark. */
function contentOf(content: unknown): unknown {
  if (typeof content !== 'string' || !/^[\0\x01]json:/.test(content)) return content;
  const json = content.slice('?json:'.length);
  return parseJson(json) ?? json;
}
