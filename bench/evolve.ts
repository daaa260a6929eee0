/*
 * The cost of evolving: a dry run over a large library with much evidence, against an empty Node script plus a second; and
 * guarded writes, with journal, lock and all stages, against bare durable writes of the same three files.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EvidenceEvent } from '../src/evidence/rules/event.js';
import { EvidenceStore } from '../src/evidence/store/evidence-store.js';
import { runEvolver } from '../src/evolve/run.js';
import { fixedClock } from '../src/system/clock.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import { hourMs } from '../src/text/time.js';
import { applyJournal, usageOf } from '../src/usage/rules/apply-journal.js';
import { printSnapshot } from '../src/usage/rules/snapshot.js';
import { type Bench, type Figures, shortest } from './bench.js';

const now = Date.UTC(2026, 5, 15, 12);

export const benches: readonly Bench[] = [
  {
    name: 'dry evolve run over 2,000 skills and 40,000 events',
    limit: { ratio: 1 },
    run: () => inFolder((folder) => dryRun(folder, { skills: 2_000, events: 20, sessions: 1 })),
  },
  {
    name: 'dry evolve run over 300 skills with eight sessions each',
    // Every skill fails, and the name of each error is judged: a guard against more, not a goal.
    limit: { ratio: 6 },
    run: () => inFolder((folder) => dryRun(folder, { skills: 300, events: 16, sessions: 8 })),
  },
  {
    name: 'evolve run that writes 25 notes, all stages',
    limit: { ratio: 3 },
    run: () => inFolder(applyNotes),
  },
];

interface Size {
  readonly skills: number;
  /** Of each session. */
  readonly events: number;
  /** Of each skill. */
  readonly sessions: number;
}

async function dryRun(folder: string, { skills, events, sessions }: Size): Promise<Figures> {
  const store = await newHome(folder, skills, events, sessions);
  store.close();
  const environment = { PATH: process.env['PATH'], HOME: folder, COPPICE_NOW: String(now) };
  const node = (...words: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, words, { env: environment, encoding: 'utf8' });
    if (status !== 0) throw new Error(`node ${words.join(' ')} exited ${status}`);
    return stdout;
  };
  const run = () => node('dist/main.js', 'evolve', 'run', '--json');
  const { summary } = JSON.parse(run());
  if (summary.planned !== 3 || summary.skipped !== skills - 3) throw new Error(JSON.stringify(summary));
  const { ours, peer } = shortest(3, run, () => node('-e', '0'));
  return {
    ours,
    peer: peer + 1_000,
    unit: 'ms',
    peerName: 'node -e 0 plus a second',
    details: { 'node -e 0, ms': Math.round(peer) },
  };
}

async function applyNotes(folder: string): Promise<Figures> {
  const count = 25;
  const infinity = Number.POSITIVE_INFINITY;
  const best = { ours: infinity, skillOnly: infinity, allFiles: infinity };
  for (let round = 0; round < 15; round += 1) {
    const home = join(folder, String(round));
    const store = await newHome(home, count, 4);
    const started = performance.now();
    const { summary } = await apply(home, store, count);
    best.ours = Math.min(best.ours, performance.now() - started);
    store.close();
    if (summary.applied !== count) throw new Error(JSON.stringify(summary));
    const bytes = nodeFiles.read(skillPath(home, nameOf(0)))?.bytes ?? new Uint8Array();
    const bare = join(folder, `bare-${round}`);
    for (let number = 0; number < count; number += 1)
      mkdirSync(join(bare, nameOf(number)), { recursive: true });
    const write = (path: (name: string) => string) => () => {
      for (let number = 0; number < count; number += 1) replaceBare(path(nameOf(number)), bytes);
    };
    // A change that can be undone also stores the old and the new bytes elsewhere.
    const { ours: skillOnly, peer: allFiles } = shortest(
      1,
      write((name) => join(bare, name, 'SKILL.md')),
      () => {
        for (const name of ['old', 'new', 'SKILL.md']) write((skill) => join(bare, skill, name))();
      },
    );
    best.skillOnly = Math.min(best.skillOnly, skillOnly);
    best.allFiles = Math.min(best.allFiles, allFiles);
  }
  return {
    ours: best.ours,
    peer: best.allFiles,
    unit: 'ms',
    peerName: 'bare writes of old bytes, new bytes and SKILL.md, each with fsync',
    details: {
      'ms per note': Math.round((best.ours * 10) / count) / 10,
      'bare writes of SKILL.md alone, which could not be undone, ms': Math.round(best.skillOnly),
    },
  };
}

async function apply(home: string, evidence: EvidenceStore, maxSkills: number) {
  const none = () => Promise.reject(new Error('no model'));
  return await runEvolver(
    {
      home: join(home, '.coppice'),
      userHome: home,
      workingFolder: home,
      files: nodeFiles,
      clock: fixedClock(now),
      platform: process.platform,
      environment: {},
      evidence,
      models: { embedder: none, reranker: none, textLimit: 512 },
    },
    {
      days: 7,
      maxSkills,
      minEvidence: 2,
      variants: 1,
      applyLowRisk: true,
      approveAutoApply: true,
      names: { protectCore: true, coreSkills: [], allow: [], block: [] },
      requireRestoreDrill: false,
      semantic: false,
      rerank: false,
    },
  );
}

/** The least durable work: write and fsync a new file, rename it over the old one, and fsync the folder. */
function replaceBare(path: string, bytes: Uint8Array): void {
  const file = openSync(`${path}.tmp`, 'w');
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.tmp`, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** A home with skills that an agent made, and `eventsEach` events about each. */
async function newHome(
  folder: string,
  skills: number,
  eventsEach: number,
  sessionsEach = 1,
): Promise<EvidenceStore> {
  const home = join(folder, '.coppice');
  const names = Array.from({ length: skills }, (_, number) => nameOf(number));
  for (const name of names) {
    mkdirSync(join(home, 'skills', name), { recursive: true });
    writeFileSync(skillPath(folder, name), skillText(name));
  }
  const set = { createdBy: 'agent', createdAt: now } as const;
  const lines = names.map((name) => ({ kind: 'put' as const, id: `home:${name}`, set }));
  const folded = { generation: 1, offset: 0, rotated: [] };
  writeFileSync(join(home, 'usage.json'), printSnapshot({ usage: applyJournal(usageOf([]), lines), folded }));
  const path = join(home, 'evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(now) });
  store.ingestAll(
    names.flatMap((name, number) =>
      Array.from({ length: sessionsEach }, (_, session) =>
        batchOf(name, number + session * skills, eventsEach),
      ),
    ),
  );
  store.resolve(store.mentions().map(({ ref, name }) => ({ ref, skill: `home:${name}` })));
  return store;
}

/** One session of a skill: every fourth event a load, every fourth an error. */
function batchOf(name: string, number: number, length: number) {
  let load = '';
  const events = Array.from({ length }, (_, index): EvidenceEvent => {
    const id = createHash('md5').update(`${number} ${index}`).digest('hex');
    const isLoad = index % 4 === 0;
    const isError = index % 4 === 2;
    if (isLoad) load = id;
    return {
      id,
      at: now - (index + 1) * hourMs,
      agent: 'claude',
      session: `session-${number}`,
      thread: '',
      turn: 1,
      kind: isLoad ? 'skill-load' : 'tool',
      tool: isLoad ? 'Skill' : 'Bash',
      credit: { skill: { name }, reason: isLoad ? 'named' : 'active-span', weight: 1, load },
      isError,
      isCorrection: false,
      durationMs: 120,
      ended: undefined,
      follows: undefined,
      model: 'model-1',
      tokens: undefined,
      item: undefined,
      args: '{"command":"npm test"}',
      result: isError ? `error: ${number} failed ${'in some place '.repeat(10)}` : 'done',
      cluster: isError ? `error: ${index} failed in some place` : '',
    };
  });
  return {
    source: `/sessions/${name}.jsonl`,
    origin: 'transcript' as const,
    events,
    patches: [],
    retracted: [],
  };
}

function nameOf(number: number): string {
  return `skill-${String(number).padStart(4, '0')}`;
}

function skillPath(folder: string, name: string): string {
  return join(folder, '.coppice/skills', name, 'SKILL.md');
}

function skillText(name: string): string {
  const steps = 'A line of instructions.\n'.repeat(40);
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is needed.\n---\n\n# ${name}\n\n${steps}`;
}

async function inFolder(run: (folder: string) => Promise<Figures>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
