/*
 * Writes labelled sessions as transcripts into an empty home, reads them with a backfill into a store, and gives the store
 * to a measure. Every row has a window of time of its own, so that what is stored about a row can be asked for whatever
 * the agents make of the ids of sessions.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionAgents } from '../../src/agents/sessions/reader.js';
import { backfill } from '../../src/evidence/backfill.js';
import type { Window } from '../../src/evidence/rules/evidence.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import type { Finder } from '../../src/scan/secrets/find.js';
import { createEnvironmentFinder } from '../../src/scan/secrets/redact.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { openDatabase } from '../../src/system/sqlite.js';
import type { AgentSteps } from '../evidence-sets.js';
import { writeSession } from '../session-files.js';

/** A row of a set, with the sessions that it is about. */
export interface StoredRow {
  readonly id: string;
  readonly skill: string;
  readonly sessions: readonly AgentSteps[];
}

export interface StoredSessions {
  readonly store: EvidenceStore;
  /** The window in which all sessions of the row at this index are. */
  windowOf(index: number): Window;
  /** Everything that is stored, as one text. */
  contents(): Promise<string>;
}

const hourMs = 3_600_000;
/** A session has at most some hundred records, and a record takes some seconds. */
const sessionMs = hourMs;
const maxSessions = 8;
const rowMs = maxSessions * sessionMs;
const now = Date.UTC(2026, 10, 1);

export async function withStoredSessions<Value>(
  rows: readonly StoredRow[],
  use: (stored: StoredSessions) => Promise<Value> | Value,
  find: Finder = createEnvironmentFinder({}),
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-sets-'));
  const first = now - rows.length * rowMs;
  try {
    for (const [index, { id, skill, sessions }] of rows.entries()) {
      if (sessions.length > maxSessions) throw new Error(`${id} has more than ${maxSessions} sessions`);
      for (const [number, { agent, steps }] of sessions.entries()) {
        const start = first + index * rowMs + number * sessionMs;
        await writeSession(folder, agent, `${id}-${number}`, start, skill, steps);
      }
    }
    const clock = fixedClock(now);
    const path = join(folder, 'evidence.sqlite');
    const store = await EvidenceStore.open({ path, files: nodeFiles, clock });
    try {
      const { failures, linesSkipped } = await backfill(
        { files: nodeFiles, clock, store, find },
        { agents: sessionAgents, from: 0, home: folder, userHome: folder, environment: {} },
      );
      if (failures.length > 0 || linesSkipped > 0)
        throw new Error(`${linesSkipped} lines and these sources were not read: ${JSON.stringify(failures)}`);
      return await use({
        store,
        windowOf: (index) => ({ from: first + index * rowMs, to: first + (index + 1) * rowMs }),
        contents: () => contentsOf(path),
      });
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function contentsOf(path: string): Promise<string> {
  const database = await openDatabase(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables
      .flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all())
      .flatMap((row) => Object.values(row as object))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n');
  } finally {
    database.close();
  }
}
