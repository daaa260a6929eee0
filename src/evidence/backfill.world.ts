/*
 * A machine for tests of the backfill: sessions of agents on a disk in memory, and a real store in a temporary folder,
 * whose contents can be compared with those of another as a person would read them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionAgents } from '../agents/sessions/reader.js';
import type { Finder } from '../scan/secrets/find.js';
import { fixedClock } from '../system/clock.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import type { Files } from '../system/files.js';
import { openDatabase } from '../system/sqlite.js';
import { UsageStore } from '../usage/store.js';
import { type BackfillDeps, type BackfillOptions, backfill } from './backfill.js';
import type { BackfillReport } from './backfill-tally.js';
import { type IngestReport, ingest } from './ingest.js';
import type { KnownSkill } from './rules/skill-names.js';
import { EvidenceStore } from './store/evidence-store.js';

export const userHome = '/u';
export const home = '/u/.coppice';
export const now = Date.UTC(2026, 8, 1);

export interface Machine {
  /** Where the agents keep their sessions. */
  readonly files: Files;
  readonly store: EvidenceStore;
  readonly usage: UsageStore;
  /** A real one, for what must be on a real disk. */
  readonly folder: string;
  put(path: string, content: string | Uint8Array): void;
  /** Defaults to everything of every agent. */
  backfill(options?: Partial<BackfillOptions>, beside?: BackfillDeps['beside']): Promise<BackfillReport>;
  /** What every command does before and after; by default no skill is known. */
  takeIn(skills?: readonly KnownSkill[]): IngestReport;
  /** Every column of every event, with words in the place of references. */
  events(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function withMachine<Value>(
  work: (machine: Machine) => Promise<Value>,
  files: Files = memoryFiles(),
  find: Finder = () => [],
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-backfill-'));
  const clock = fixedClock(now);
  const path = join(folder, 'evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock });
  const usage = new UsageStore({ path: `${home}/usage.json`, files, clock });
  try {
    return await work({
      files,
      store,
      usage,
      folder,
      put: (name, content) => putInto(files, name, content),
      backfill: (options, beside) =>
        backfill(
          { files, clock, store, find, beside },
          { agents: sessionAgents, from: 0, home, userHome, environment: {}, ...options },
        ),
      takeIn: (skills = []) => ingest({ files, home, store, find, usage, userHome, skills, now }),
      events: () => storedEvents(path),
    });
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
}

export function putInto(files: Files, path: string, content: string | Uint8Array): void {
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
}

/** One line of a session of Claude Code: a message that the user typed. */
export function promptLine(text: string, at: number, session = 's1'): string {
  const timestamp = new Date(at).toISOString();
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ type: 'user', uuid: `${session}-${text}`, sessionId: session, timestamp, message })}\n`;
}

async function storedEvents(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const database = await openDatabase(path, { readOnly: true });
  try {
    return database.prepare(everyColumn).all();
  } finally {
    database.close();
  }
}

const everyColumn = `
  SELECT lower(hex(events.id)) AS id, at, is_live, agents.word AS agent, sessions.id AS session, thread, turn, kind,
    activity, tools.word AS tool, mentions.name, mentions.folder, mentions.skill, reason, weight,
    lower(hex(load)) AS load, is_evidence, is_correction, is_error, is_outcome_live, duration_ms,
    ended, follows, models.word AS model, tokens, clusters.word AS cluster, args, result
  FROM events
  JOIN words AS agents ON agents.ref = events.agent
  JOIN sessions ON sessions.ref = events.session
  LEFT JOIN words AS tools ON tools.ref = events.tool
  LEFT JOIN mentions ON mentions.ref = events.mention
  LEFT JOIN words AS clusters ON clusters.ref = events.cluster
  LEFT JOIN words AS models ON models.ref = events.model
  ORDER BY events.id`;
