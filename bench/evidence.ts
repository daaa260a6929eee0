/*
 * Reading many sessions: the first backfill against parsing the same lines and inserting the same rows, and the second,
 * when nothing has changed, against an empty Node script. The sessions are invented: 500 of Claude Code with 200 messages
 * each, about 68 MB, a third of them with a skill and some with errors.
 */

import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { backfill } from '../src/evidence/backfill.js';
import { EvidenceStore } from '../src/evidence/store/evidence-store.js';
import { storeThread } from '../src/evidence/store/store-thread.js';
import { createEnvironmentFinder } from '../src/scan/secrets/redact.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import { openDatabase } from '../src/system/sqlite.js';
import type { Bench } from './bench.js';

const sessions = 500;
const messages = 200;
const skills = 40;
const now = Date.UTC(2026, 2, 1, 12);
const clock = { now: () => now };

export const benches: readonly Bench[] = [
  {
    name: 'first backfill of 500 sessions x 200 messages',
    limit: { ratio: 1.6 },
    run: () =>
      inHome(async (home) => {
        const bytes = writeSessions(home);
        let ours = Number.POSITIVE_INFINITY;
        let peer = Number.POSITIVE_INFINITY;
        let events = 0;
        for (let round = 0; round < 5; round += 1) {
          const path = join(home, `ours-${round}.sqlite`);
          const started = performance.now();
          events = await readAll(home, path);
          ours = Math.min(ours, performance.now() - started);
          peer = Math.min(peer, await parseAndInsert(home, path, join(home, `peer-${round}.sqlite`)));
        }
        const details = { events, 'megabytes of sessions': Math.round(bytes / 1e6) };
        return { ours, peer, unit: 'ms', peerName: 'parsing the lines and inserting the rows', details };
      }),
  },
  {
    name: 'second backfill, nothing new',
    limit: { ratio: 1 },
    run: () =>
      inHome((home) => {
        writeSessions(home);
        const environment = { HOME: home, COPPICE_NOW: String(now), PATH: process.env['PATH'] ?? '' };
        const command = () => time(environment, 'dist/main.js', 'evidence', 'backfill', '--json');
        command();
        const ours = Math.min(...Array.from({ length: 5 }, command));
        const bare = Math.min(...Array.from({ length: 5 }, () => time(environment, '-e', '0')));
        const details = { 'over node, ms': ours - bare };
        return { ours, peer: bare + 300, unit: 'ms', peerName: 'node -e 0 plus 300 ms', details };
      }),
  },
];

async function readAll(home: string, path: string): Promise<number> {
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock });
  const find = createEnvironmentFinder({});
  const { eventsAdded } = await backfill(
    // As the command does.
    {
      files: nodeFiles,
      clock,
      store,
      find,
      beside: () => storeThread(resolve('dist/store-worker.js'), path),
    },
    { agents: ['claude'], from: now - 30 * 86_400_000, home, userHome: home, environment: {} },
  );
  store.close();
  return eventsAdded;
}

/** Inserts the rows that we stored into the same tables, with one prepared statement in one transaction. */
async function parseAndInsert(home: string, from: string, to: string): Promise<number> {
  const rows = await allRows(from);
  (await EvidenceStore.open({ path: to, files: nodeFiles, clock })).close();
  const database = await openDatabase(to);
  const columns = Object.keys(rows[0] ?? {});
  const insert = database.prepare(
    `INSERT INTO events (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const started = performance.now();
  let parsed = 0;
  for (const path of transcripts(home)) {
    for (const line of readFileSync(path, 'utf8').split('\n'))
      if (line !== '') parsed += Object.keys(JSON.parse(line)).length;
  }
  database.exec('BEGIN');
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  database.exec('COMMIT');
  const elapsed = performance.now() - started;
  database.close();
  if (parsed === 0) throw new Error('there was nothing to parse');
  return elapsed;
}

type Value = string | number | bigint | Uint8Array | null;

async function allRows(path: string): Promise<readonly Readonly<Record<string, Value>>[]> {
  const database = await openDatabase(path, { readOnly: true });
  const rows = database.prepare('SELECT * FROM events').all() as Readonly<Record<string, Value>>[];
  database.close();
  return rows;
}

function writeSessions(home: string): number {
  const folder = join(home, '.claude', 'projects', '-work');
  mkdirSync(folder, { recursive: true });
  for (let skill = 0; skill < skills; skill += 1) {
    const skillFolder = join(home, '.claude', 'skills', `skill-${skill}`);
    mkdirSync(skillFolder, { recursive: true });
    writeFileSync(
      join(skillFolder, 'SKILL.md'),
      `---\nname: skill-${skill}\ndescription: Number ${skill}.\n---\nDo it.\n`,
    );
  }
  let bytes = 0;
  for (let session = 0; session < sessions; session += 1) {
    const text = sessionText(session);
    bytes += text.length;
    const path = join(folder, `session-${session}.jsonl`);
    writeFileSync(path, text);
    // An agent writes the file last when the session ends.
    utimesSync(path, startOf(session) / 1000, startOf(session) / 1000);
  }
  return bytes;
}

/** A prompt, then calls and results in turn, with an answer every tenth message. */
function sessionText(session: number): string {
  const id = `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`;
  const start = startOf(session);
  const lines = Array.from({ length: messages }, (_, index) => {
    const uuid = `${id}-${index}`;
    const base = {
      parentUuid: `${id}-${index - 1}`,
      isSidechain: false,
      userType: 'external',
      cwd: '/work/project',
      sessionId: id,
      version: '2.1.200',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(start + index * 1000).toISOString(),
    };
    return JSON.stringify({ ...base, ...messageOf(session, index) });
  });
  return `${lines.join('\n')}\n`;
}

/** Sessions start an hour apart, the newest first, over the last 21 days. */
function startOf(session: number): number {
  return now - (session + 1) * 3_600_000;
}

function messageOf(session: number, index: number): object {
  const call = `toolu_${session}_${index - (index % 2 === 0 ? 1 : 0)}`;
  if (index % 20 === 0) {
    return {
      type: 'user',
      message: { role: 'user', content: `please look at part ${index} of task ${session}` },
    };
  }
  if (index % 10 === 0) {
    const text = `Part ${index} is done. ${'It reads well and all checks are green. '.repeat(8)}`;
    return {
      type: 'assistant',
      message: { id: `msg_${session}_${index}`, role: 'assistant', content: [{ type: 'text', text }] },
    };
  }
  if (index % 2 === 1) {
    const input =
      index === 1 && session % 3 === 0
        ? { name: 'Skill', input: { skill: `skill-${session % skills}` } }
        : {
            name: 'Bash',
            input: {
              command: `npm test -- part-${index} && git diff --stat HEAD~${index}`,
              description: 'Run the tests',
            },
          };
    const content = [{ type: 'tool_use', id: call, ...input }];
    return {
      type: 'assistant',
      message: { id: `msg_${session}_${index}`, role: 'assistant', model: 'm', content },
    };
  }
  const failed = index % 38 === 0;
  const line = failed
    ? 'Error: expected 200 but got 500 at request.test.ts:41'
    : 'src/app.ts | 12 ++++++------ ok';
  const content = [
    {
      type: 'tool_result',
      tool_use_id: call,
      content: `${line}\n`.repeat(14),
      ...(failed && { is_error: true }),
    },
  ];
  return {
    type: 'user',
    message: { role: 'user', content },
    toolUseResult: { stdout: `${line}\n`.repeat(2), stderr: '', interrupted: false, isImage: false },
  };
}

function transcripts(home: string): readonly string[] {
  const folder = join(home, '.claude', 'projects', '-work');
  return readdirSync(folder).map((name) => join(folder, name));
}

function time(environment: Readonly<Record<string, string>>, ...words: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: 'ignore', env: environment });
  if (status !== 0) throw new Error(`node ${words.join(' ')} exited ${status}`);
  return performance.now() - started;
}

async function inHome<Value>(use: (home: string) => Promise<Value> | Value): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
