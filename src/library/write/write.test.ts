import { expect, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import { Fault } from '../../system/disk/faulty-disk.js';
import { acquireLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { unfinishedEntries } from '../ledger/unfinished.js';
import { archiveSkill } from './archive.js';
import { patchSkill } from './author.js';
import { renameSkill } from './rename.js';
import { type VerifierStage, writePackage, writePackages } from './write.js';
import { skillText, World } from './write.world.js';
import type { Plan } from './write-change.js';

const user = { actor: 'user' } as const;
const bytes = (text: string) => new TextEncoder().encode(text);

function worldOf(): World {
  return new World({
    'pdf/SKILL.md': skillText('pdf'),
    'pdf/references/a.md': 'a\n',
    'pdf/references/b.md': 'b\n',
  });
}

/** One of each: a file that is replaced, one that comes and one that goes. */
const plan: Plan = (current) => ({
  action: 'note',
  files: [
    { path: 'SKILL.md', bytes: bytes(`${new TextDecoder().decode(current.readSkill().bytes)}Note.\n`) },
    { path: 'scripts/new.sh', bytes: bytes('new\n'), mode: 0o755 },
    { path: 'references/b.md', bytes: null },
  ],
});

const written = {
  'pdf/SKILL.md': `644 ${skillText('pdf')}Note.\n`,
  'pdf/references/a.md': '644 a\n',
  'pdf/scripts/new.sh': '755 new\n',
};

const stage = (name: string, run: VerifierStage['run']): VerifierStage => ({ name, run });
const passing = (name: string, seen: string[] = []) =>
  stage(name, async ({ folder }) => {
    seen.push(`${name} ${folder}`);
    return { ok: true, message: '' };
  });
const refusing = stage('tests', async () => ({ ok: false, message: 'they fail' }));

test('all files of a change are written, and nothing is left unfinished', async () => {
  const world = worldOf();
  const outcome = await writePackage(world.deps, world.target('pdf'), plan, { actor: 'evolver', run: 'r' });
  expect(outcome).toMatchObject({ kind: 'committed', entry: { action: 'note', actor: 'evolver', run: 'r' } });
  expect(world.fileTree()).toEqual(written);
  expect(unfinishedEntries(world.deps)).toEqual([]);
  await writePackage(world.deps, world.target('pdf'), plan, user).catch(() => undefined);
  expect(world.recovered).toEqual([]);
});

test('old and new bytes are stored, and the folders of a home are for its owner alone', async () => {
  const world = worldOf();
  await writePackage(world.deps, world.target('pdf'), plan, user);
  for (const text of [skillText('pdf'), `${skillText('pdf')}Note.\n`, 'new\n', 'b\n']) {
    expect(world.files.stat(`/home/blobs/${sha256Hex(text)}`)?.mode).toBe(0o600);
  }
  expect(world.files.stat('/home/blobs')?.mode).toBe(0o700);
  expect(world.files.stat('/home/ledger.jsonl')?.mode).toBe(0o600);
});

test('verifier stages run in order on what is on the disk then', async () => {
  const world = worldOf();
  const seen: string[] = [];
  const looking = stage('look', async ({ folder }) => {
    seen.push(`look ${world.files.stat(`${folder}/scripts/new.sh`)?.kind}`);
    return { ok: true, message: '' };
  });
  const verify = [passing('first', seen), looking, passing('last', seen)];
  const outcome = await writePackage(world.deps, world.target('pdf'), plan, { ...user, verify });
  expect(outcome.kind).toBe('committed');
  expect(seen).toEqual(['first /skills/pdf', 'look file', 'last /skills/pdf']);
});

test('a stage is given the skill under its new name', async () => {
  const world = worldOf();
  const targets: unknown[] = [];
  const keeping = stage('keep', async (target) => {
    targets.push(target);
    return { ok: true, message: '' };
  });
  const options = { ...user, taken: () => undefined, verify: [keeping] };
  await renameSkill(world.deps, world.target('pdf'), 'forms', options);
  expect(targets).toEqual([world.target('forms')]);
});

test('a stage that refuses takes everything back, and the ledger says so', async () => {
  const world = worldOf();
  const before = world.tree();
  const verify = [passing('first'), refusing, passing('never')];
  const outcome = await writePackage(world.deps, world.target('pdf'), plan, { ...user, verify });
  expect(outcome).toMatchObject({ kind: 'rolled-back', stage: 'tests', message: 'they fail', conflicts: [] });
  expect(world.tree()).toEqual(before);
  expect(world.entries()).toMatchObject([{ state: 'rolled-back', outcome: { message: 'tests: they fail' } }]);
});

test('a stage that throws takes everything back, and the error is passed on', async () => {
  const world = worldOf();
  const before = world.tree();
  const throwing = stage('broken', async () => {
    throw new TypeError('a bug');
  });
  const write = writePackage(world.deps, world.target('pdf'), plan, { ...user, verify: [throwing] });
  await expect(write).rejects.toThrow('a bug');
  expect(world.tree()).toEqual(before);
  expect(world.entries()).toMatchObject([{ state: 'rolled-back', outcome: { message: 'a bug' } }]);
});

test('a verb that is refused by a stage is an error', async () => {
  const world = worldOf();
  const patch = { find: 'Steps', replace: 'Stages' };
  const write = patchSkill(world.deps, world.target('pdf'), patch, { ...user, verify: [refusing] });
  await expect(write).rejects.toMatchObject({
    code: 'verify-failed',
    message: expect.stringContaining('they fail'),
  });
});

test('an edit made between the change and its rollback stays, and is reported', async () => {
  const world = worldOf();
  const editing = stage('tests', async () => {
    world.put('pdf/SKILL.md', 'edited by hand\n');
    world.put('pdf/references/b.md', 'back by hand\n');
    return { ok: false, message: 'they fail' };
  });
  const outcome = await writePackage(world.deps, world.target('pdf'), plan, { ...user, verify: [editing] });
  expect(outcome).toMatchObject({ kind: 'rolled-back', conflicts: ['references/b.md', 'SKILL.md'] });
  expect(world.fileTree()).toEqual({
    'pdf/SKILL.md': '644 edited by hand\n',
    'pdf/references/a.md': '644 a\n',
    'pdf/references/b.md': '644 back by hand\n',
  });
  expect(world.entries()[0]?.outcome?.conflicts).toEqual(['references/b.md', 'SKILL.md']);
});

longTest('an edit made meanwhile is lost only in the instant in which the file is replaced', async () => {
  const edited = skillText('pdf', 'Edited meanwhile.\n');
  const lost: number[] = [];
  let operations: readonly string[] = [];
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const world = worldOf();
    const fault = new Fault(at, { act: 'meanwhile', run: () => world.put('pdf/SKILL.md', edited) });
    const deps = world.depsOn(fault.on(world.disk));
    await writePackage(deps, world.target('pdf'), plan, user).catch((error) =>
      expect(error, `${fault}`).toMatchObject({ code: 'changed-on-disk' }),
    );
    isOver = !fault.struck;
    const isStored = world.files.stat(`/home/blobs/${sha256Hex(edited)}`) !== undefined;
    if (fault.struck && world.text('pdf/SKILL.md') !== edited && !isStored) lost.push(at);
    operations = fault.operations;
  }
  const [first = 0, last = 0] = [lost[0], lost.at(-1)];
  expect(lost).toEqual(Array.from(lost, (_, index) => first + index));
  expect(lost.length).toBeLessThan(16);
  expect(operations[last - 1]).toBe('rename');
});

test('a package that another process is writing is left to it', async () => {
  const world = worldOf();
  const name = `root-${sha256Hex('/skills').slice(0, 16)}`;
  world.files.makeFolder('/home/locks');
  const lock = await acquireLock(world.files, `/home/locks/${name}`, { timeoutMs: 0 });
  const write = writePackage(world.deps, world.target('pdf'), plan, user);
  await expect(write).rejects.toMatchObject({ code: 'lock-busy' });
  lock.release();
  await writePackage(world.deps, world.target('pdf'), plan, user);
  expect(world.fileTree()).toEqual(written);
});

test('writes of one process wait for each other, and the later plans on what the earlier left', async () => {
  const world = worldOf();
  const deps = { ...world.deps, lockTimeoutMs: 10_000 };
  const patches = [
    ['Steps', 'Stages'],
    ['Stages', 'Phases'],
  ] as const;
  await Promise.all(
    patches.map(([find, replace]) => patchSkill(deps, world.target('pdf'), { find, replace }, user)),
  );
  expect(world.text('pdf/SKILL.md')).toContain('Phases for pdf');
});

test('two writes of one package in a batch come one after the other', async () => {
  const world = worldOf();
  const adding =
    (text: string): Plan =>
    (current) => ({
      action: 'note',
      files: [{ path: 'SKILL.md', bytes: bytes(new TextDecoder().decode(current.readSkill().bytes) + text) }],
    });
  const target = world.target('pdf');
  const outcomes = await writePackages(
    world.deps,
    [
      { target, plan: adding('one\n') },
      { target, plan: adding('two\n') },
    ],
    user,
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'committed']);
  expect(world.text('pdf/SKILL.md')).toBe(`${skillText('pdf')}one\ntwo\n`);
});

test('every write of a batch has its own outcome, in the order given', async () => {
  const world = worldOf();
  world.put('b/SKILL.md', skillText('b'));
  const refuse: Plan = () => {
    throw new CoppiceError('bad-value', 'no');
  };
  const elsewhere = { ...world.target('x'), root: { label: 'x', path: '/missing' }, folder: '/missing/x' };
  const outcomes = await writePackages(
    world.deps,
    [
      { target: elsewhere, plan },
      { target: world.target('b'), plan: refuse },
      { target: world.target('pdf'), plan },
    ],
    user,
  );
  expect(outcomes).toMatchObject([
    { kind: 'failed', error: { code: 'not-found' } },
    { kind: 'failed', error: { code: 'bad-value' } },
    { kind: 'committed' },
  ]);
});

test('a root that another process is writing into does not keep the others waiting', async () => {
  const world = worldOf();
  const other = { ...world.target('x'), root: { label: 'x', path: '/other' }, folder: '/other/pdf' };
  world.files.makeFolder('/other/pdf', 0o755);
  world.files.write('/other/pdf/SKILL.md', bytes(skillText('pdf')));
  world.files.makeFolder('/home/locks');
  await acquireLock(world.files, `/home/locks/root-${sha256Hex('/other').slice(0, 16)}`, { timeoutMs: 0 });
  const writes = [other, world.target('pdf')].map((target) => ({ target, plan }));
  expect(await writePackages(world.deps, writes, user)).toMatchObject([
    { kind: 'failed', error: { code: 'lock-busy' } },
    { kind: 'committed' },
  ]);
});

test('a package is written where it really is', async () => {
  const world = worldOf();
  world.disk.symlink('/skills', '/link');
  world.files.makeFolder('/elsewhere/pack', 0o755);
  world.files.write('/elsewhere/pack/SKILL.md', bytes(skillText('pack')));
  world.disk.symlink('/elsewhere/pack', '/skills/pack');
  const root = { label: 'agents', path: '/link' };
  const throughRoot = { id: 'agents:pdf', name: 'pdf', root, folder: '/link/pdf' };
  const answer = await patchSkill(world.deps, throughRoot, { find: 'Steps', replace: 'S' }, user);
  expect(answer.path).toBe('/link/pdf/SKILL.md');
  await patchSkill(world.deps, world.target('pack'), { find: 'Steps', replace: 'S' }, user);
  expect(world.entries().map(({ root, folder }) => [root, folder])).toEqual([
    ['/skills', 'pdf'],
    ['/elsewhere', 'pack'],
  ]);
  expect(world.text('pdf/SKILL.md')).toContain('S for pdf');
  expect(world.text('pack/SKILL.md')).toContain('S for pack');
});

test('a folder outside the root is refused', async () => {
  const world = worldOf();
  const target = { ...world.target('pdf'), folder: '/elsewhere/new' };
  await expect(writePackage(world.deps, target, plan, user)).rejects.toMatchObject({ code: 'path-unsafe' });
});

test('a move whose record cannot be changed is finished by the next write', async () => {
  const world = worldOf();
  world.put('b/SKILL.md', skillText('b'));
  world.files.makeFolder('/home/usage.journal');
  const archive = archiveSkill(world.deps, { target: world.target('pdf') }, user);
  await expect(archive).rejects.toMatchObject({ code: 'not-a-file' });
  expect(unfinishedEntries(world.deps)).toHaveLength(1);
  world.files.remove('/home/usage.journal');
  await patchSkill(world.deps, world.target('b'), { find: 'Steps', replace: 'S' }, user);
  expect(world.recovered).toMatchObject([{ state: 'committed', entry: { action: 'archive' } }]);
  expect(world.text('.archive/pdf/SKILL.md')).toBe(skillText('pdf'));
});
