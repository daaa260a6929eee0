import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { randomIds } from '../../system/ids.js';
import { patchSkill } from './author.js';
import { readLedger } from './ledger.js';
import { skillText } from './write.world.js';

let folder: string;
let script: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-write-'));
  script = join(folder, 'child.cjs');
  const source = fileURLToPath(new URL('write.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'cjs' });
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function newFolder(name: string) {
  const workFolder = join(folder, name);
  for (const skill of ['pdf', 'other']) {
    mkdirSync(join(workFolder, 'skills', skill), { recursive: true });
    writeFileSync(join(workFolder, 'skills', skill, 'SKILL.md'), skillText(skill));
  }
  const deps = { files: nodeFiles, clock: systemClock, ids: randomIds, home: join(workFolder, 'home') };
  const root = { label: 'home', path: join(workFolder, 'skills') };
  const other = { id: 'home:other', name: 'other', root, folder: join(root.path, 'other') };
  return { workFolder, deps, other };
}

test.skipIf(process.platform === 'win32')(
  'a process killed at any operation leaves what the next write heals',
  async () => {
    const states = new Set<string>();
    // Every eleventh, as each costs a process; the disk in memory stops at all of them.
    for (let at = 5, isOver = false; !isOver; at += 11) {
      const { workFolder, deps, other } = newFolder(`kill-${at}`);
      const { signal, stdout } = spawnSync(process.execPath, [script, workFolder, 'rename', String(at)], {
        input: '\n',
      });
      isOver = signal === null;
      if (isOver) expect(String(stdout)).toBe('ready\ndone\n');
      await patchSkill(deps, other, { find: 'Steps', replace: 'Healed' }, { actor: 'user' });

      const entries = readLedger(deps).entries;
      const state = entries.length === 2 ? entries[0]?.state : 'none';
      const renamed = { forms: skillText('pdf').replace('name: pdf', 'name: forms') };
      expect(packagesIn(workFolder), `killed at ${at}`).toEqual(
        state === 'committed' ? renamed : { pdf: skillText('pdf') },
      );
      states.add(state ?? '');
    }
    expect(states).toEqual(new Set(['none', 'rolled-back', 'committed']));
  },
);

test('of two processes that write the same skill one wins, and the other is refused', async () => {
  const { workFolder, deps } = newFolder('duel');
  const children = ['Left', 'Right'].map((word) => {
    const child = spawn(process.execPath, [script, workFolder, word], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return { word, child, said: text(child.stdout), ready: once(child.stdout, 'data') };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('\n');
  const said = await Promise.all(children.map(({ said }) => said));
  expect(said.toSorted()).toEqual(['ready\ndone\n', 'ready\npatch-no-match\n']);
  const winner = children[said.indexOf('ready\ndone\n')]?.word ?? '';
  expect(packagesIn(workFolder)).toEqual({ pdf: skillText('pdf').replace('Steps', winner) });
  expect(readLedger(deps).entries).toMatchObject([{ state: 'committed' }]);
});

/** The text of each SKILL.md but the other's; anything beside one is a fault. */
function packagesIn(workFolder: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(workFolder, 'skills')).filter((name) => name !== 'other');
  return Object.fromEntries(
    names.map((name) => {
      expect(readdirSync(join(workFolder, 'skills', name))).toEqual(['SKILL.md']);
      return [name, readFileSync(join(workFolder, 'skills', name, 'SKILL.md'), 'utf8')];
    }),
  );
}
