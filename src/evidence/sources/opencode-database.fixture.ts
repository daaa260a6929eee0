/*
 * OpenCode's database in memory, with the columns that matter here, in its older and its newer generation.
 */

import { type Database, openDatabase } from '../../system/sqlite.js';

export const sessionAt = Date.UTC(2026, 0, 31, 12);

const schema = `
  CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, time_created INTEGER, time_updated INTEGER,
    directory TEXT);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER,
    data TEXT);
  CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER,
    time_updated INTEGER, data TEXT);`;

export async function opencodeFixture(): Promise<Database> {
  const database = await openDatabase(':memory:');
  database.exec(schema);
  return database;
}

export interface MessageFixture {
  readonly session: string;
  /** Further fields of the message, besides its role and time. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** In milliseconds after the session began; the id sorts by it. */
  readonly after: number;
}

export function addSession(
  database: Database,
  id: string,
  parent: string | null = null,
  folder: string | null = null,
): void {
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?)');
  insert.run(id, parent, sessionAt, sessionAt, folder);
}

export function addMessage(
  database: Database,
  { session, after, fields }: MessageFixture,
  role: string,
  ...parts: readonly unknown[]
): void {
  const at = sessionAt + after;
  const id = `msg_${session}_${at}`;
  const data = JSON.stringify({ role, time: { created: at }, ...fields });
  database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, at, at, data);
  const insert = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)');
  for (const [index, part] of parts.entries())
    insert.run(`prt_${id}_${index}`, id, session, at, at, JSON.stringify(part));
}

export function addNewMessage(
  database: Database,
  { session, after }: MessageFixture,
  type: string,
  data: Readonly<Record<string, unknown>>,
): void {
  const at = sessionAt + after;
  const json = JSON.stringify({ ...data, time: { created: at } });
  database
    .prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(`evt_${session}_${at}`, session, type, after, at, at, json);
}
