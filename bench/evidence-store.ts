/*
 * The cost of the evidence store: storing a first backfill, against bare inserts of the same rows; and all queries of a
 * report over a million events, against a limit.
 */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceEvent } from '../src/evidence/rules/event.js';
import type { Window } from '../src/evidence/rules/evidence.js';
import { EvidenceStore } from '../src/evidence/store/evidence-store.js';
import { fixedClock } from '../src/system/clock.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import { openDatabase } from '../src/system/sqlite.js';
import { dayMs } from '../src/text/time.js';
import { type Bench, type Figures, shortest } from './bench.js';

const now = Date.UTC(2026, 2, 1, 12, 34, 56);

export const benches: readonly Bench[] = [
  {
    name: 'evidence: store 60,000 events',
    limit: { ratio: 2 },
    run: () => inFolder(storeEvents),
  },
  {
    name: 'evidence: report over 1 million events',
    limit: { ratio: 1 },
    run: () => inFolder(reportEvents),
  },
];

async function storeEvents(folder: string): Promise<Figures> {
  const sessions = Array.from({ length: 600 }, (_, session) => eventsOf(session, 100, 30 * dayMs));
  const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round += 1) {
    const peer = await bareTable(join(folder, `bare-${round}.sqlite`));
    const store = await storeAt(join(folder, `store-${round}.sqlite`));
    const { ours, peer: bare } = shortest(
      1,
      () => store.ingestAll(sessions.map(batchOf)),
      () => peer.insert(sessions.flat()),
    );
    best.ours = Math.min(best.ours, ours);
    best.peer = Math.min(best.peer, bare);
    store.close();
    peer.close();
  }
  return { ...best, unit: 'ms', peerName: 'bare inserts of the same rows' };
}

async function reportEvents(folder: string): Promise<Figures> {
  const store = await storeAt(join(folder, 'store.sqlite'));
  const spanMs = 30 * dayMs;
  for (let session = 0; session < 10_000; session += 1_000) {
    const more = Array.from({ length: 1_000 }, (_, index) => eventsOf(session + index, 100, spanMs));
    store.ingestAll(more.map(batchOf));
  }
  const window: Window = { from: now - spanMs, to: now };
  const queries: Readonly<Record<string, () => unknown>> = {
    summary: () => store.summary(window),
    skills: () => store.skills(window),
    tools: () => store.tools(window),
    days: () => store.days(window),
    clusters: () => store.clusters(window, { limit: 10 }),
    recent: () => store.recent(window, { limit: 20 }),
    previous: () => store.summary({ from: now - 2 * spanMs, to: now - spanMs }),
  };
  const time = (work: () => void) => shortest(5, work, () => undefined).ours;
  const details = Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [`${name}, ms`, Math.round(time(query))]),
  );
  const ours = time(() => {
    for (const query of Object.values(queries)) query();
  });
  store.close();
  return { ours, peer: 300, unit: 'ms', peerName: 'the limit', details };
}

const agents = ['claude', 'codex', 'gemini'];
const tools = Array.from({ length: 20 }, (_, index) => `Tool${index}`);

/** A session somewhere in the span: every tenth event a load, every tenth an error. */
function eventsOf(session: number, length: number, spanMs: number): readonly EvidenceEvent[] {
  const start = now - spanMs + Math.floor(((session * 7919) % 10_000) * (spanMs / 10_000));
  const agent = agents[session % agents.length] ?? '';
  let load = '';
  return Array.from({ length }, (_, index): EvidenceEvent => {
    const number = session * length + index;
    const id = createHash('md5').update(`${number}`).digest('hex');
    const isLoad = index % 10 === 0;
    const isError = number % 10 === 7;
    if (isLoad) load = id;
    return {
      id,
      at: start + index * 9_000,
      agent,
      session: `session-${session}`,
      thread: '',
      turn: 1 + Math.floor(index / 20),
      kind: isLoad ? 'skill-load' : index % 20 === 19 ? 'turn' : 'tool',
      tool: index % 20 === 19 ? undefined : tools[(number * 31) % tools.length],
      credit: {
        skill: { name: `skill-${(number - (index % 10)) % 211}` },
        reason: isLoad ? 'named' : 'active-span',
        weight: 1,
        load,
      },
      isError,
      isCorrection: index % 40 === 39,
      durationMs: 120,
      ended: undefined,
      follows: undefined,
      model: 'model-1',
      tokens: undefined,
      item: undefined,
      args: `{"command":"npm test -- --run ${number}","description":"${'words '.repeat(20)}"}`,
      result: isError ? `error: ${number % 499} failed ${'in some place '.repeat(10)}` : 'done '.repeat(20),
      cluster: isError ? `error: ${(number * 13) % 499} failed in some place` : '',
    };
  });
}

function batchOf(events: readonly EvidenceEvent[]) {
  const source = `/home/user/.claude/projects/${events[0]?.session}.jsonl`;
  return { source, origin: 'transcript' as const, events, patches: [], retracted: [] };
}

async function bareTable(path: string) {
  const database = await openDatabase(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE events (id BLOB PRIMARY KEY, at INTEGER, agent TEXT, session TEXT, thread TEXT, turn INTEGER,
      kind TEXT, tool TEXT, skill TEXT, reason TEXT, weight REAL, load BLOB, is_error INTEGER,
      is_correction INTEGER, duration_ms REAL, args TEXT, result TEXT, cluster TEXT) STRICT;
    CREATE INDEX by_time ON events (at);`);
  const insert = database.prepare(`INSERT INTO events VALUES (${Array(18).fill('?').join(', ')})`);
  return {
    close: () => database.close(),
    insert: (events: readonly EvidenceEvent[]) => {
      database.exec('BEGIN IMMEDIATE');
      for (const event of events) {
        insert.run(
          Buffer.from(event.id, 'hex'),
          event.at,
          event.agent,
          event.session,
          event.thread,
          event.turn,
          event.kind,
          event.tool ?? null,
          event.credit?.skill.name ?? null,
          event.credit?.reason ?? null,
          event.credit?.weight ?? null,
          event.credit?.load === undefined ? null : Buffer.from(event.credit.load, 'hex'),
          Number(event.isError),
          Number(event.isCorrection),
          event.durationMs ?? null,
          event.args,
          event.result,
          event.cluster,
        );
      }
      database.exec('COMMIT');
    },
  };
}

function storeAt(path: string): Promise<EvidenceStore> {
  return EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(now) });
}

async function inFolder(run: (folder: string) => Promise<Figures>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
