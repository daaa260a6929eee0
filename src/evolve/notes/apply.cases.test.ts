import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drill, saveDrillState } from '../../library/write/drill.js';
import { undo } from '../../library/write/undo.js';
import { writePackage } from '../../library/write/write.js';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { countingIds } from '../../system/ids.js';
import { EvolveWorld, end, now, outcomes, start } from '../evolve.world.js';
import { exitCodeOf } from '../rules/report.js';
import { verification } from './verify.js';

/*
 * What a guarded write and the drill of its restoration have to do, each under the words by which the case is known.
 */

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-cases-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In memory unless a program has to see it. */
function worldOf(names: readonly string[], isReal = false): EvolveWorld {
  const skills = Object.fromEntries(names.map((name) => [name, {}]));
  const world = new EvolveWorld(skills, isReal ? { disk: nodeDisk, folder } : {});
  for (const name of names) world.fails(name);
  return world;
}

const writingIn = (world: EvolveWorld) => ({ ...world.deps(), ids: countingIds('w'), usage: world.usage });
const deployIn = ({ home }: EvolveWorld) => ({
  id: 'home:deploy',
  name: 'deploy',
  root: { label: 'home', path: `${home}/skills` },
  folder: `${home}/skills/deploy`,
});

test('guarded apply: rejects a hash mismatch', async () => {
  const world = worldOf(['deploy']);
  const ids = countingIds();
  // The first id is drawn between the plan and the write.
  const editing = {
    next: () => {
      const id = ids.next();
      if (id.endsWith('1')) world.skill('deploy', { body: 'Edited.\n' });
      return id;
    },
  };
  expect(outcomes(await world.apply({}, { ids: editing }))).toEqual({ deploy: 'failed changed-on-disk' });
  expect(world.text('deploy').endsWith('\nEdited.\n')).toBe(true);
});

test('guarded apply: creates a backup, and the rollback restores it and is recorded', async () => {
  const world = worldOf(['deploy']);
  const before = world.text('deploy');
  const { candidates } = await world.apply();
  const entry = candidates[0]?.apply?.entry;
  expect(world.text(`/home/blobs/${world.entries()[0]?.files[0]?.before?.sha256}`)).toBe(before);
  expect(await world.undo(entry)).toMatchObject([{ kind: 'undone', undoes: entry }]);
  expect(world.text('deploy')).toBe(before);
  expect(world.entries().at(-1)).toMatchObject({ action: 'undo', undoes: entry, state: 'committed' });
});

test('guarded apply: the rollback refuses to clobber changes after the apply without force', async () => {
  const world = worldOf(['deploy']);
  const before = world.text('deploy');
  const entry = (await world.apply()).candidates[0]?.apply?.entry ?? '';
  const edited = `${world.text('deploy')}By hand.\n`;
  world.put('/home/skills/deploy/SKILL.md', edited);
  expect(await world.undo(entry)).toMatchObject([{ kind: 'failed', error: { code: 'changed-since' } }]);
  expect(world.text('deploy')).toBe(edited);
  await undo(writingIn(world), entry, { actor: 'user', force: true });
  expect(world.text('deploy')).toBe(before);
});

test('guarded apply: rolls back when the verify command fails, and reports its exit code 7', async () => {
  const world = worldOf(['deploy'], true);
  const before = world.text('deploy');
  const report = await world.apply({ verify: 'exit 7' });
  expect(report.candidates).toMatchObject([
    { status: 'failed', reason: 'verify-failed', apply: { applied: false, verify: { exit_code: 7 } } },
  ]);
  expect([exitCodeOf(report), world.text('deploy')]).toEqual([3, before]);
  expect(world.entries()).toMatchObject([{ state: 'rolled-back' }]);
});

const block = (text: string) => `\n${start}\n${text}\n${end}\n`;

test.each<[string, (text: string) => string, RegExp]>([
  ['a block of 200,000 characters', (text) => text + block('x'.repeat(200_000)), /^over-hard-cap:/],
  [
    'invalid YAML frontmatter',
    (text) => text.replace('name: deploy', 'name: [deploy') + block('note'),
    /^frontmatter-changed/,
  ],
  ['an unbalanced block', (text) => `${text}\n${start}\nnote\n`, /^unbalanced-managed-block-markers:1!=0/],
])(
  'guarded apply: %s fails cheaply, which skips the expensive stage and is rolled back',
  async (_, change, why) => {
    const world = worldOf(['deploy'], true);
    const before = world.text('deploy');
    const bytes = new TextEncoder().encode(change(before));
    const ran = join(folder, 'ran');
    const { stages, report } = verification(world, { verify: `touch ${ran}` });
    const { kind, entry } = await writePackage(
      writingIn(world),
      deployIn(world),
      (current) => ({ action: 'note', files: [{ path: current.readSkill().path, bytes }] }),
      { actor: 'evolver', verify: stages },
    );
    expect(kind).toBe('rolled-back');
    expect(report(entry.id)).toMatchObject({
      failed_stage: 'builtin-structural',
      output: expect.stringMatching(why),
    });
    expect(existsSync(ran)).toBe(false);
    expect(world.text('deploy')).toBe(before);
  },
);

test.each(['../other/SKILL.md', '/outside/SKILL.md', 'references/../../../../outside.md'])(
  'restore drill: the unsafe relative path %s is refused before anything is recorded',
  async (path) => {
    const world = worldOf(['deploy', 'other']);
    const before = world.tree();
    const bytes = new TextEncoder().encode('evil');
    const change = () => ({ action: 'note' as const, files: [{ path, bytes }] });
    const written = writePackage(writingIn(world), deployIn(world), change, { actor: 'evolver' });
    await expect(written).rejects.toMatchObject({ name: 'CoppiceError', code: 'path-unsafe' });
    const isOurs = (name: string) => name.startsWith('/home/locks');
    const after = Object.entries(world.tree()).filter(([name]) => !isOurs(name));
    expect(Object.fromEntries(after)).toEqual(before);
  },
);

test('restore drill: passes for a clean ledger, and leaves the live files untouched', async () => {
  const world = worldOf(['deploy', 'near']);
  world.put('/home/skills/near/SKILL.md', `${world.text('near')}${'x'.repeat(89_990)}\n`);
  await world.apply();
  const live = world.tree('/home/skills');
  expect(drill(world)).toEqual({ ok: true, entries: 2, problems: [] });
  expect(world.tree('/home/skills')).toEqual(live);
  const spilled = world
    .entries()
    .flatMap(({ files }) => files.filter(({ path }) => path.includes('references/')));
  expect(spilled.length).toBeGreaterThan(0);
});

test('restore drill: fails when the backup is corrupted', async () => {
  const world = worldOf(['deploy']);
  await world.apply();
  world.put(`/home/blobs/${world.entries()[0]?.files[0]?.before?.sha256}`, 'corrupted');
  expect(drill(world)).toMatchObject({
    ok: false,
    problems: [{ path: 'SKILL.md', message: expect.stringContaining('damaged') }],
  });
});

const required = { requireRestoreDrill: true };

test('restore drill: when required, the second apply of the same pass is blocked', async () => {
  const world = worldOf(['a', 'b']);
  const before = world.text('b');
  expect(outcomes(await world.apply(required))).toEqual({
    a: 'applied',
    b: 'skipped restore-drill-required',
  });
  expect(world.text('b')).toBe(before);
});

test.each<[string, string | undefined, string]>([
  ['no drill after a prior apply blocks the first apply', undefined, 'skipped restore-drill-required'],
  ['an unreadable state blocks', '{"at": 1, "ok"', 'skipped restore-drill-required'],
  ['a drill that passed lets it through', 'passed', 'applied'],
])('restore drill: when required, %s', async (_, state, expected) => {
  const world = worldOf(['a']);
  await world.apply();
  const { ok } = drill(world);
  const upTo = world.entries().at(-1)?.id ?? null;
  if (state === 'passed') saveDrillState(world, { at: now, ok, entry: null, upTo });
  else if (state !== undefined) world.put('/home/drill.json', state);
  world.skill('b');
  world.fails('b');
  expect(outcomes(await world.apply(required))).toMatchObject({ b: expected });
});
