/*
 * A `state.db` in memory, with the columns that matter here.
 */

import { type Database, openDatabase } from '../../system/sqlite.js';

export interface SessionFixture {
  readonly id: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

const stateSchema = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, model_config TEXT, parent_session_id TEXT,
    cwd TEXT, started_at REAL, ended_at REAL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content TEXT,
    tool_call_id TEXT, tool_calls TEXT, timestamp REAL, active INTEGER NOT NULL DEFAULT 1);`;

/** The first message of a session, in seconds. */
export const firstAt = Date.UTC(2026, 0, 31, 12) / 1_000;

export async function stateDatabase(sessions: readonly SessionFixture[] = []): Promise<Database> {
  const database = await openDatabase(':memory:');
  database.exec(stateSchema);
  for (const session of sessions) addSession(database, session);
  return database;
}

/** Adds to a session that is there already, too. */
export function addSession(database: Database, { id, messages }: SessionFixture): void {
  database.prepare('INSERT OR IGNORE INTO sessions (id, started_at) VALUES (?, ?)').run(id, firstAt);
  const insert = database.prepare(
    `INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, timestamp, active)
    VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?, ?)`,
  );
  for (const [index, message] of messages.entries()) {
    const { role, content = null, tool_call_id: answers = null, tool_calls: calls, active = 1 } = message;
    const stored =
      typeof content === 'string' || content === null ? content : `\0json:${JSON.stringify(content)}`;
    // As bytes, for the driver would end the text at a NUL.
    const bytes = stored === null ? null : new TextEncoder().encode(stored);
    const list = calls === undefined ? null : JSON.stringify(calls);
    insert.run(id, role, bytes, answers, list, firstAt + index, active);
  }
}
