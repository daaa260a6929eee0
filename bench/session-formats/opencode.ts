/*
 * A session of OpenCode: rows of its database, which is made with the first session. A command that ended is completed,
 * whatever its exit code, which is in the metadata; a refusal and an interrupt are errors of the tool.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/system/sqlite.js';
import type { Step, WrittenSession } from '../session-files.js';
import { hexId, stepMs } from './moments.js';

export async function writeOpencodeSession(home: string, session: WrittenSession): Promise<void> {
  const folder = join(home, '.local', 'share', 'opencode');
  mkdirSync(folder, { recursive: true });
  const database = await openDatabase(join(folder, 'opencode.db'));
  try {
    // One transaction, because a commit for every row would take most of the time.
    database.exec(`BEGIN; ${schema}`);
    const rows = new Rows(database, session);
    rows.message('user', { type: 'text', text: session.request });
    rows.loads(session.skill);
    for (const step of session.steps) rows.add(step);
    rows.end();
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT,
    version TEXT, time_created INTEGER, time_updated INTEGER);
  CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER,
    data TEXT);
  CREATE TABLE IF NOT EXISTS part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER,
    time_updated INTEGER, data TEXT);`;

type Fields = Readonly<Record<string, unknown>>;

const rejected = 'The user rejected permission to use this specific tool call';

class Rows {
  readonly #database: Database;
  readonly #session: WrittenSession;
  #messages = 0;

  constructor(database: Database, session: WrittenSession) {
    this.#database = database;
    this.#session = session;
    const { id, start } = session;
    database
      .prepare(
        'INSERT INTO session (id, project_id, parent_id, directory, title, version, time_created, time_updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, 'prj_r', null, '/r', session.request, '1.18.18', start, start);
  }

  add(step: Step): void {
    if ('user' in step) this.message('user', { type: 'text', text: step.user });
    else if ('says' in step) this.message('assistant', { type: 'text', text: step.says });
    else if ('load' in step) this.loads(step.load);
    else if ('run' in step) this.#runs(step.run, step.out, step.exit);
    else if ('tool' in step) this.#uses(step);
    else if ('refused' in step) this.#refuses(step.refused, step.words);
    else this.#stops();
  }

  loads(name: string): void {
    const output = `<skill_content name="${name}">\n# Skill: ${name}\n</skill_content>`;
    const metadata = { name, dir: this.#session.folderOf(name) };
    this.#calls('skill', { status: 'completed', input: { name }, output, metadata });
  }

  message(role: 'user' | 'assistant', part: Fields | undefined, extra: Fields = {}): void {
    const { id: session } = this.#session;
    const at = this.#at();
    const id = `msg_${session}_${String(this.#messages).padStart(4, '0')}`;
    const model = role === 'assistant' ? { providerID: 'anthropic', modelID: 'claude-sonnet-5' } : {};
    const data = JSON.stringify({ role, time: { created: at }, ...model, ...extra });
    this.#database
      .prepare(
        'INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)',
      )
      .run(id, session, at, at, data);
    this.#messages += 1;
    if (part === undefined) return;
    this.#database
      .prepare(
        'INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(`prt_${id}`, id, session, at, at, JSON.stringify(part));
  }

  end(): void {
    this.#database
      .prepare('UPDATE session SET time_updated = ? WHERE id = ?')
      .run(this.#at(), this.#session.id);
  }

  #runs(command: string, out: string, exit: number | null): void {
    const input = { command, description: 'Run the command' };
    if (exit === null) {
      const metadata = { interrupted: true, output: out };
      this.#calls('bash', { status: 'error', input, error: 'Tool execution aborted', metadata });
    } else {
      const metadata = { output: out, exit, description: 'Run the command' };
      this.#calls('bash', { status: 'completed', input, output: out, title: command, metadata });
    }
  }

  #uses({ tool, input, out, error }: Extract<Step, { tool: string }>): void {
    if (error === true) this.#calls(tool, { status: 'error', input, error: out });
    else this.#calls(tool, { status: 'completed', input, output: out, title: tool, metadata: {} });
  }

  #refuses(command: string, words: string | undefined): void {
    const error = words === undefined ? `${rejected}.` : `${rejected} with the following feedback: ${words}`;
    this.#calls('bash', {
      status: 'error',
      input: { command, description: 'Run the command' },
      error,
    });
  }

  #stops(): void {
    const error = { name: 'MessageAbortedError', data: { message: 'The operation was aborted.' } };
    this.message('assistant', undefined, { error });
  }

  #calls(tool: string, state: Fields): void {
    const at = this.#at();
    const callID = `call_${hexId(this.#session.id, 'call', this.#messages)}`;
    const time = { start: at + 200, end: at + 1_200 };
    this.message('assistant', { type: 'tool', tool, callID, state: { ...state, time } });
  }

  #at(): number {
    return this.#session.start + this.#messages * stepMs;
  }
}
