/*
 * What a long ledger costs: a write, an undo and the history of one skill in a home whose ledger has a million entries,
 * beside the same in one that has ten. Both work in processes of their own, with the index that an earlier one made.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, shortest } from './bench.js';

const few = 10;
const many = Number(process.env['COPPICE_BENCH_ENTRIES'] ?? 1_000_000);
const rounds = 9;

const patch = ['patch', 'skill-3', '--find', 'Do it', '--replace', 'Do it, do it'];
const works: readonly (readonly [name: string, words: readonly (readonly string[])[]])[] = [
  ['a write', [patch]],
  ['a write and its undo', [patch, ['undo', '--yes']]],
  ['the history of one skill', [['history', 'skill-3', '--json']]],
];

export const benches: readonly Bench[] = [
  ...works.map(
    ([name, words]): Bench => ({
      name: `${name} beside a ledger of ${many.toLocaleString('en')} entries`,
      limit: { ratio: 1.5 },
      run: () => {
        const [long, short] = [homeWith(many), homeWith(few)];
        const work = (home: string) => () => {
          for (const one of words) coppice(home, one);
        };
        const figures = shortest(rounds, work(long), work(short));
        return { ...figures, unit: 'ms', peerName: `a ledger of ${few} entries` };
      },
    }),
  ),
  {
    name: `memory of a history beside a ledger of ${many.toLocaleString('en')} entries`,
    limit: { ratio: 1 },
    run: () => {
      const [long, short] = [homeWith(many), homeWith(few)];
      const grown = memoryOf(long) - memoryOf(short);
      return { ours: grown, peer: 100, unit: 'MB', peerName: `the limit, beyond that with ${few} entries` };
    },
  },
];

const homes = new Map<number, string>();

export function close(): void {
  for (const home of homes.values()) rmSync(home, { recursive: true, force: true });
  homes.clear();
}

/** A home of ten skills whose ledger says that they were often edited. The first command makes the index. */
function homeWith(entries: number): string {
  const known = homes.get(entries);
  if (known !== undefined) return known;
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  homes.set(entries, home);
  const root = join(home, '.coppice/skills');
  for (let number = 0; number < 10; number += 1) {
    mkdirSync(join(root, `skill-${number}`), { recursive: true });
    const text = `---\nname: skill-${number}\ndescription: Does the thing number ${number}.\n---\n\nDo it step by step.\n`;
    writeFileSync(join(root, `skill-${number}/SKILL.md`), text);
  }
  writeLedger(join(home, '.coppice/ledger.jsonl'), root, entries);
  coppice(home, ['patch', 'skill-3', '--find', 'step by step', '--replace', 'slowly']);
  coppice(home, ['history', 'skill-3', '--json']);
  return home;
}

/** Edits of skills that are no longer there; skill-3 has none of them. */
function writeLedger(path: string, root: string, entries: number): void {
  const file = openSync(path, 'w', 0o600);
  for (let from = 0; from < entries; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, entries - from) }, (_, at) =>
      linesOf(root, from + at),
    );
    writeSync(file, lines.join(''));
  }
  closeSync(file);
}

function linesOf(root: string, number: number): string {
  const id = `entry${number.toString(36).padStart(7, '0')}`;
  const skill = `past-${number % 5_000}`;
  const state = (salt: string) => ({
    sha256: `${salt}${number.toString(16)}`.padStart(64, '0'),
    mode: 0o644,
  });
  const entry = {
    id,
    at: 1_700_000_000_000 + number * 1_000,
    actor: 'user',
    action: 'patch',
    skill: `home:${skill}`,
    renamedTo: null,
    root,
    folder: skill,
    move: null,
    files: [{ path: 'SKILL.md', before: state('a'), after: state('b') }],
    madeFolders: [],
    emptiedFolders: [],
    verify: [],
    run: null,
    reason: null,
    undoes: null,
    createdBy: null,
    manifest: null,
  };
  const outcome = { entry: id, state: 'committed', at: entry.at + 5, message: null, conflicts: [] };
  return `\n${JSON.stringify(entry)}\n\n${JSON.stringify(outcome)}\n`;
}

function coppice(home: string, words: readonly string[], options: readonly string[] = []): string {
  const { status, stderr } = spawnSync(process.execPath, [...options, 'dist/main.js', ...words], {
    encoding: 'utf8',
    env: { ...process.env, HOME: home, COPPICE_HOME: join(home, '.coppice') },
  });
  if (status !== 0) throw new Error(`coppice ${words.join(' ')} failed: ${stderr}`);
  return stderr;
}

/** The peak of a process that shows the history of one skill, in MB. */
function memoryOf(home: string): number {
  const report = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const stderr = coppice(home, ['history', 'skill-3', '--json'], ['--import', report]);
  return Number(stderr.trim().split('\n').at(-1)) / 1024;
}
