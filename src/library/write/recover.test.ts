import { expect, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import { DiskStopped, Fault } from '../../system/disk/faulty-disk.js';
import { sha256Hex } from '../../text/hash.js';
import { unfinishedEntries } from '../ledger/unfinished.js';
import { archiveSkill } from './archive.js';
import { patchSkill } from './author.js';
import { createSkill } from './author-create.js';
import { renameSkill } from './rename.js';
import { settleInterrupted, writePackage } from './write.js';
import { skillText, World } from './write.world.js';
import type { Plan } from './write-change.js';
import type { WriteDeps } from './write-target.js';

const user = { actor: 'user' } as const;
const bytes = (text: string) => new TextEncoder().encode(text);
const patched = skillText('pdf').replace('Steps', 'Stages');

function worldOf(): World {
  return new World({ 'pdf/SKILL.md': skillText('pdf'), 'other/SKILL.md': skillText('other') });
}

/** A process that ends just before the outcome is journalled. */
function endingBeforeOutcome(world: World): WriteDeps {
  const { files } = world.deps;
  const append: typeof files.append = (path, line, options) => {
    if (path === '/home/ledger.jsonl' && new TextDecoder().decode(line).startsWith('\n{"entry"')) {
      throw new DiskStopped('before the outcome');
    }
    files.append(path, line, options);
  };
  return { ...world.deps, files: { ...files, append } };
}

async function interrupt(change: (deps: WriteDeps) => Promise<unknown>, world: World): Promise<void> {
  await expect(change(endingBeforeOutcome(world))).rejects.toBeInstanceOf(DiskStopped);
  expect(unfinishedEntries(world.deps)).toHaveLength(1);
}

/** Any write of the same root. */
async function nextWrite(world: World): Promise<void> {
  const patch = patchSkill(world.deps, world.target('other'), { find: 'not in it', replace: '' }, user);
  await expect(patch).rejects.toMatchObject({ code: 'patch-no-match' });
  expect(unfinishedEntries(world.deps)).toEqual([]);
}

const patch = (world: World) => (deps: WriteDeps) =>
  patchSkill(deps, world.target('pdf'), { find: 'Steps', replace: 'Stages' }, user);
const archive = (world: World) => (deps: WriteDeps) =>
  archiveSkill(deps, { target: world.target('pdf') }, user);
/** The number of the one operation of that kind in a change that nothing disturbs. */
async function operationOf(kind: string, change: typeof archive): Promise<number> {
  const world = worldOf();
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  await change(world)(world.depsOn(counter.on(world.disk)));
  return counter.operations.indexOf(kind) + 1;
}

const twoFiles: Plan = () => ({
  action: 'note',
  files: [
    { path: 'SKILL.md', bytes: bytes(patched) },
    { path: 'references/new.md', bytes: bytes('new\n') },
  ],
});

test('a change that is all on the disk counts', async () => {
  const world = worldOf();
  await interrupt(patch(world), world);
  await nextWrite(world);
  expect(world.text('pdf/SKILL.md')).toBe(patched);
  expect(world.recovered).toMatchObject([{ entry: { id: 'e1' }, state: 'committed', conflicts: [] }]);
  expect(world.entries()[0]?.state).toBe('committed');
});

test('a change that was still to be verified is taken back', async () => {
  const world = worldOf();
  const verify = [{ name: 'tests', run: async () => ({ ok: true, message: '' }) }];
  await interrupt((deps) => writePackage(deps, world.target('pdf'), twoFiles, { ...user, verify }), world);
  const before = worldOf().tree();
  await nextWrite(world);
  expect(world.tree()).toEqual(before);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: [] }]);
});

test('a change that was partly undone by hand is reverted, and the edit by hand stays', async () => {
  const world = worldOf();
  await interrupt((deps) => writePackage(deps, world.target('pdf'), twoFiles, user), world);
  world.put('pdf/references/new.md', 'by hand\n');
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['references/new.md'] }]);
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf'));
  expect(world.text('pdf/references/new.md')).toBe('by hand\n');
});

test('a skill whose folder was replaced meanwhile is left alone', async () => {
  const world = worldOf();
  await interrupt((deps) => writePackage(deps, world.target('pdf'), twoFiles, user), world);
  world.disk.rename('/skills/pdf/references', '/skills/pdf/kept');
  world.disk.symlink('/home', '/skills/pdf/references');
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['references/new.md'] }]);
  expect(world.tree()['pdf/references']).toBe('link');
  expect(world.text('pdf/kept/new.md')).toBe('new\n');
});

test('a skill that can only be reached through a link by now is left alone, and later writes go on', async () => {
  const verify = [{ name: 'tests', run: async () => ({ ok: true, message: '' }) }];
  for (const replaced of ['docs', '.archive']) {
    const world = worldOf();
    world.put('docs/pdf/SKILL.md', skillText('pdf'));
    const target = world.target('docs/pdf');
    await interrupt((deps) => archiveSkill(deps, { target }, { ...user, verify }), world);
    world.disk.rename(`/skills/${replaced}`, '/moved');
    world.disk.symlink('/moved', `/skills/${replaced}`);
    await nextWrite(world);
    expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['docs/pdf'] }]);
  }
  const world = worldOf();
  const skill = {
    root: world.root,
    category: 'more',
    name: 'new',
    description: 'N.',
    createdBy: 'user',
  } as const;
  await interrupt(
    (deps) => createSkill(deps, { ...skill, taken: () => undefined }, { ...user, verify }),
    world,
  );
  world.disk.rename('/skills/more', '/moved');
  world.disk.symlink('/moved', '/skills/more');
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['SKILL.md'] }]);
  expect(world.text('more/new/SKILL.md')).toContain('name: new');
});

test('old bytes that are lost do not stop the writes that follow', async () => {
  const world = worldOf();
  const verify = [{ name: 'tests', run: async () => ({ ok: true, message: '' }) }];
  await interrupt((deps) => writePackage(deps, world.target('pdf'), twoFiles, { ...user, verify }), world);
  world.files.remove(`/home/blobs/${sha256Hex(skillText('pdf'))}`);
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['SKILL.md'] }]);
  expect(world.text('pdf/SKILL.md')).toBe(patched);
});

test('a folder that was moved, and whose name was taken again, stays where it is', async () => {
  const world = worldOf();
  await interrupt(archive(world), world);
  world.put('pdf/SKILL.md', skillText('pdf', 'A new one.\n'));
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'committed' }]);
  expect(world.text('.archive/pdf/SKILL.md')).toBe(skillText('pdf'));
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf', 'A new one.\n'));
});

test('a folder that somebody else put where this one was to go is not taken for it', async () => {
  const world = worldOf();
  const stop = new Fault(await operationOf('rename', archive), { act: 'stop' });
  await expect(archive(world)(world.depsOn(stop.on(world.disk)))).rejects.toBeInstanceOf(DiskStopped);
  world.restart();
  world.put('.archive/pdf/SKILL.md', skillText('pdf'));
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: [] }]);
  expect(Object.keys(world.fileTree())).toEqual(['.archive/pdf/SKILL.md', 'other/SKILL.md', 'pdf/SKILL.md']);
});

test('a rename that cannot be reverted is left, and reported', async () => {
  const world = worldOf();
  const options = {
    ...user,
    taken: () => undefined,
    verify: [{ name: 'v', run: async () => ({ ok: true, message: '' }) }],
  };
  await interrupt((deps) => renameSkill(deps, world.target('pdf'), 'forms', options), world);
  world.put('pdf/SKILL.md', skillText('pdf', 'A new one.\n'));
  await nextWrite(world);
  expect(world.recovered).toMatchObject([{ state: 'rolled-back', conflicts: ['pdf'] }]);
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf', 'A new one.\n'));
  expect(world.text('forms/SKILL.md')).toBe(skillText('pdf'));
});

test('what a killed write left beside the file is removed', async () => {
  const world = worldOf();
  await interrupt(patch(world), world);
  world.put('pdf/.coppice-abc.tmp', 'half');
  world.put('other/.coppice-def.tmp', 'not of this entry');
  await nextWrite(world);
  expect(Object.keys(world.fileTree())).toEqual(['other/.coppice-def.tmp', 'other/SKILL.md', 'pdf/SKILL.md']);
});

test('entries of another root are left to those who write there', async () => {
  const world = worldOf();
  await interrupt(patch(world), world);
  const root = { label: 'claude', path: '/claude' };
  world.files.makeFolder('/claude/x', 0o755);
  world.files.write('/claude/x/SKILL.md', bytes(skillText('x')));
  const target = { id: 'claude:x', name: 'x', root, folder: '/claude/x' };
  await patchSkill(world.deps, target, { find: 'Steps', replace: 'S' }, user);
  expect(world.recovered).toEqual([]);
  expect(unfinishedEntries(world.deps)).toHaveLength(1);
});

longTest('recovery that is itself stopped at any operation is finished by the next', async () => {
  const rename = (world: World, deps: WriteDeps) =>
    renameSkill(deps, world.target('pdf'), 'forms', { ...user, taken: () => undefined });
  const whole = worldOf();
  const before = whole.tree();
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  await rename(whole, whole.depsOn(counter.on(whole.disk)));
  const after = whole.tree();
  const changing = ['write', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'];
  const stops = counter.operations.flatMap((name, index) => (changing.includes(name) ? index + 1 : []));
  const states = new Set<string>();
  for (const first of stops) {
    for (let second = 1, isOver = false; !isOver; second += 7) {
      const world = worldOf();
      const stop = new Fault(first, { act: 'stop' });
      await expect(rename(world, world.depsOn(stop.on(world.disk)))).rejects.toBeInstanceOf(DiskStopped);
      world.restart();
      const again = new Fault(second, { act: 'stop' });
      const deps = world.depsOn(again.on(world.disk));
      await patchSkill(deps, world.target('other'), { find: 'not in it', replace: '' }, user).catch(
        () => undefined,
      );
      isOver = !again.struck;
      world.restart();
      await nextWrite(world);
      const state = world.entries()[0]?.state ?? 'none';
      expect(world.tree(), `${stop}, then ${again}`).toEqual(state === 'committed' ? after : before);
      states.add(state);
    }
  }
  expect(states).toEqual(new Set(['none', 'rolled-back', 'committed']));
});

test('what was interrupted in a root that is gone waits until it is back, and keeps nobody from working', async () => {
  const world = worldOf();
  await interrupt(archive(world), world);
  world.disk.rename('/skills', '/elsewhere');
  await settleInterrupted(world.deps);
  expect(unfinishedEntries(world.deps)).toHaveLength(1);
  world.disk.rename('/elsewhere', '/skills');
  await settleInterrupted(world.deps);
  expect(unfinishedEntries(world.deps)).toEqual([]);
  expect(world.text('.archive/pdf/SKILL.md')).toBe(skillText('pdf'));
});
