import { expect, test } from 'vitest';
import { Fault } from '../../system/disk/faulty-disk.js';
import type { RootKind } from '../rules/root.js';
import { archiveSkill } from '../write/archive.js';
import { editSkill } from '../write/author.js';
import { createSkill } from '../write/author-create.js';
import { drill } from '../write/drill.js';
import { entryDiff, history } from '../write/history.js';
import { renameSkill } from '../write/rename.js';
import { undo } from '../write/undo.js';
import { skillText } from '../write/write.world.js';
import { megabyte, ObservedWorld } from './observe.world.js';

const user = { actor: 'user' } as const;
const free = () => undefined;
const byHand = skillText('pdf', 'By hand.\n');

/** A world whose skills were met before. */
async function metWorld(...names: readonly string[]): Promise<ObservedWorld> {
  const world = new ObservedWorld(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );
  await world.observe();
  return world;
}

async function undoLast(world: ObservedWorld): Promise<string> {
  const [outcome] = await undo(world.deps, world.entries().at(-1)?.id ?? '', user);
  return outcome?.kind === 'failed' ? String(outcome.error) : (outcome?.kind ?? 'nothing');
}

function diffOf(world: ObservedWorld): string {
  return world
    .entries()
    .slice(-1)
    .map((entry) => entryDiff(world.deps, entry))
    .join('');
}

test('the first sight of a skill stores its bytes and records nothing', async () => {
  const world = new ObservedWorld({ 'pdf/SKILL.md': skillText('pdf') });
  expect(await world.observe()).toMatchObject({ entries: [], baselines: 1, left: 0, problem: null });
  expect(world.entries()).toEqual([]);
  expect(world.files.list('/home/blobs')).toHaveLength(1);
});

test('a change by hand is in the history with its diff, and can be undone and done again', async () => {
  const world = await metWorld('pdf');
  world.put('pdf/SKILL.md', byHand);
  await world.observe();
  expect(history(world.deps, 'pdf').entries).toMatchObject([
    { action: 'observed', actor: 'other', state: 'committed', skill: 'home:pdf', path: '/skills/pdf' },
  ]);
  expect(diffOf(world)).toContain('+By hand.\n');
  expect(await undoLast(world)).toBe('undone');
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf'));
  expect(await undoLast(world)).toBe('undone');
  expect(world.text('pdf/SKILL.md')).toBe(byHand);
  expect((await world.observe()).entries).toEqual([]);
  world.files.makeFolder('/drill');
  expect(drill(world.deps)).toMatchObject({ ok: true });
});

test('the first look at many skills shows how far it is, and later ones have nothing to show', async () => {
  const names = Array.from({ length: 130 }, (_, at) => `skill-${at}`);
  const world = new ObservedWorld(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );
  const shown: string[] = [];
  const onProgress = (done: number, total: number) => void shown.push(`${done} of ${total}`);
  await world.observe({ onProgress });
  expect(shown).toEqual(['64 of 130', '128 of 130', '130 of 130']);
  await world.observe({ onProgress });
  expect(shown).toHaveLength(3);
});

test('unchanged skills cost one stat each: nothing is read, listed or written', async () => {
  const world = await metWorld('a', 'b', 'c');
  const skills = world.skills();
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  await world.observe({ skills }, world.depsOn(counter.on(world.disk)));
  const count = (...names: readonly string[]) =>
    counter.operations.filter((name) => names.includes(name)).length;
  expect(count('lstat')).toBe(skills.length);
  expect(count('write', 'fsync', 'rename', 'unlink', 'mkdir', 'readdir')).toBe(0);
  // The baseline itself is read.
  expect(count('open')).toBe(1);
});

test('what a stat cannot tell apart is read: same size and time, another content', async () => {
  const world = new ObservedWorld({ 'pdf/SKILL.md': skillText('pdf', 'one\n') });
  // The file was written a moment ago, so its time proves nothing.
  world.realTime = 1000;
  await world.observe();
  const { mtimeMs } = world.files.stat('/skills/pdf/SKILL.md') ?? { mtimeMs: 0 };
  expect(mtimeMs).toBeLessThan(world.realTime);
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  await world.observe({}, world.depsOn(counter.on(world.disk)));
  expect(counter.operations.filter((name) => name === 'open').length).toBeGreaterThan(1);
});

test('Coppice takes none of its own changes for one by others', async () => {
  const world = await metWorld('pdf', 'saw', 'awl');
  await editSkill(world.deps, world.target('pdf'), byHand, user);
  await archiveSkill(world.deps, { target: world.target('saw') }, user);
  await renameSkill(world.deps, world.target('awl'), 'needle', { ...user, taken: free });
  const made = {
    root: world.root,
    name: 'new',
    description: 'New.',
    createdBy: 'user' as const,
    taken: free,
  };
  await createSkill(world.deps, made, user);
  const before = world.entries().length;
  expect(await world.observe()).toMatchObject({ entries: [], left: 0 });
  expect(await undoLast(world)).toBe('undone');
  expect(await world.observe()).toMatchObject({ entries: [] });
  expect(world.entries()).toHaveLength(before + 1);
});

test('a change by hand after one of Coppice goes back to that one, also where no baseline was taken', async () => {
  const world = new ObservedWorld({ 'pdf/SKILL.md': skillText('pdf') });
  const edited = skillText('pdf', 'Edited.\n');
  await editSkill(world.deps, world.target('pdf'), edited, user);
  world.put('pdf/SKILL.md', byHand);
  expect((await world.observe()).entries).toHaveLength(1);
  expect(await undoLast(world)).toBe('undone');
  expect(world.text('pdf/SKILL.md')).toBe(edited);
});

test('a skill that somebody deletes comes back with undo', async () => {
  const world = await metWorld('pdf', 'saw');
  world.files.remove('/skills/pdf/SKILL.md');
  world.files.remove('/skills/pdf');
  expect((await world.observe()).entries).toMatchObject([
    { skill: 'home:pdf', files: [{ path: 'SKILL.md', after: null }] },
  ]);
  expect((await world.observe()).entries).toEqual([]);
  expect(await undoLast(world)).toBe('undone');
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf'));
});

test('a root that is not there, or cannot be read, has lost no skill', async () => {
  const world = await metWorld('pdf');
  const skills: readonly never[] = [];
  expect(
    (await world.observe({ skills, roots: [{ ...world.observedRoot, path: '/unmounted' }] })).entries,
  ).toEqual([]);
  world.files.rename('/skills', '/moved-away');
  expect((await world.observe({ skills })).entries).toEqual([]);
  expect(world.entries()).toEqual([]);
});

const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;

test('bytes with a secret are not stored: the entry says so, and nothing is undone', async () => {
  const world = await metWorld('pdf');
  world.put('pdf/SKILL.md', skillText('pdf', `Use ${token} here.\n`));
  const { entries } = await world.observe();
  expect(entries).toMatchObject([
    {
      reason: 'the content is not stored, because it seems to contain a secret',
      files: [{ after: { stored: false } }],
    },
  ]);
  const blobs = (world.files.list('/home/blobs') ?? []).map(({ name }) =>
    new TextDecoder().decode(world.files.read(`/home/blobs/${name}`)?.bytes),
  );
  expect(blobs.join('')).not.toContain(token);
  expect(await undoLast(world)).toContain('cannot be undone: the content seems to contain a secret');
  expect(diffOf(world)).toBe('The content of SKILL.md is not stored, because it seems to contain a secret\n');
  world.put('pdf/SKILL.md', byHand);
  expect((await world.observe()).entries).toMatchObject([{ files: [{ before: { stored: false } }] }]);
  expect(await undoLast(world)).toContain('not stored');
  world.files.makeFolder('/drill');
  expect(drill(world.deps)).toMatchObject({ ok: true });
});

test.each<[string, (world: ObservedWorld) => Parameters<ObservedWorld['observe']>[0]]>([
  ...(['project', 'external', 'plugin', 'given'] satisfies readonly RootKind[]).map(
    (kind) =>
      [
        `a root of the kind ${kind}`,
        (world: ObservedWorld) => {
          const root = { ...world.observedRoot, kind };
          return { roots: [root], skills: world.skills().map((skill) => ({ ...skill, root })) };
        },
      ] as [string, (world: ObservedWorld) => Parameters<ObservedWorld['observe']>[0]],
  ),
  [
    'a folder that another program writes',
    (world) => {
      const managed = [{ path: '/skills/pdf', provenance: 'bundled' as const }];
      return { skills: world.skills().map((skill) => ({ ...skill, root: { ...skill.root, managed } })) };
    },
  ],
  [
    'a file of another owner',
    (world) => {
      const fd = world.disk.open('/skills/pdf/SKILL.md', 'read');
      world.disk.fchown(fd, 7, 7);
      world.disk.close(fd);
      return {};
    },
  ],
  [
    'a file that is huge',
    (world) => {
      world.put('pdf/SKILL.md', 'x'.repeat(5 * megabyte));
      return { maxBytes: 99 * megabyte };
    },
  ],
  [
    'a link',
    (world) => {
      world.files.rename('/skills/pdf/SKILL.md', '/elsewhere');
      world.disk.symlink('/elsewhere', '/skills/pdf/SKILL.md');
      return {};
    },
  ],
  [
    'a folder that is linked from elsewhere',
    (world) => {
      world.files.rename('/skills/pdf', '/elsewhere');
      world.disk.symlink('/elsewhere', '/skills/pdf');
      return {};
    },
  ],
  ['anything, without space for baselines', () => ({ maxBytes: 0 })],
])('%s is not observed', async (_, prepare) => {
  const world = new ObservedWorld({ 'pdf/SKILL.md': skillText('pdf') });
  const request = prepare(world);
  expect(await world.observe(request)).toMatchObject({ entries: [], baselines: 0, left: 0, problem: null });
  expect(world.files.list('/home/blobs')).toBeUndefined();
});

test('the newest skills get the space for baselines', async () => {
  const world = new ObservedWorld();
  for (const name of ['old', 'middle', 'new']) world.put(`${name}/SKILL.md`, `${name}${'.'.repeat(100)}`);
  expect(await world.observe({ maxBytes: 250 })).toMatchObject({ baselines: 2, left: 0 });
  for (const name of ['old', 'middle', 'new']) world.put(`${name}/SKILL.md`, 'changed');
  const { entries } = await world.observe({ maxBytes: 250 });
  expect(entries.map(({ skill }) => skill).sort()).toEqual(['home:middle', 'home:new']);
});

test('what takes longer than a command may is done the next time', async () => {
  const world = new ObservedWorld();
  for (let count = 0; count < 5; count += 1) world.put(`s${count}/SKILL.md`, skillText(`s${count}`));
  // Every look at the clock takes a second.
  const realTime = { now: () => (world.realTime += 1000) };
  const lefts: number[] = [];
  for (let left = 5; left > 0 && lefts.length < 9; lefts.push(left)) {
    ({ left } = await world.observe({ realTime, maxMs: 6000 }));
  }
  expect(lefts.length).toBeGreaterThan(1);
  expect(lefts.at(-1)).toBe(0);
  expect(world.files.list('/home/blobs')).toHaveLength(5);
});

test('two that observe at once record a change once', async () => {
  const world = await metWorld('pdf', 'saw');
  world.put('pdf/SKILL.md', byHand);
  world.files.remove('/skills/saw/SKILL.md');
  const found = await Promise.all([world.observe(), world.observe(), world.observe()]);
  expect(found.flatMap(({ entries }) => entries)).toHaveLength(2);
  expect(world.entries()).toHaveLength(2);
});

test('a home that is not there is not made, and one that cannot be written is a problem', async () => {
  const world = new ObservedWorld({ 'pdf/SKILL.md': skillText('pdf') });
  world.files.remove('/home');
  expect(await world.observe()).toMatchObject({ baselines: 0, problem: null });
  expect(world.files.stat('/home')).toBeUndefined();
  world.files.makeFolder('/home');
  const disk = new Proxy(world.disk, {
    get: (target, name) => {
      const operation = Reflect.get(target, name);
      if (name === 'mkdir')
        return () => {
          throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
        };
      return typeof operation === 'function' ? operation.bind(target) : operation;
    },
  });
  expect(await world.observe({}, world.depsOn(disk))).toMatchObject({
    baselines: 0,
    problem: { code: 'no-permission' },
  });
});

test('a damaged baseline, a ledger from a backup and a cut line lose nothing of what is stored', async () => {
  const world = await metWorld('pdf');
  await editSkill(world.deps, world.target('pdf'), byHand, user);
  await world.observe();
  world.files.write('/home/observed.json', new TextEncoder().encode('{"version":1,"files":[{"skill":3},'));
  world.files.append('/home/ledger.jsonl', new TextEncoder().encode('{"id":"cut'));
  world.put('pdf/SKILL.md', skillText('pdf', 'Again by hand.\n'));
  expect((await world.observe()).entries).toHaveLength(1);
  expect(await undoLast(world)).toBe('undone');
  expect(world.text('pdf/SKILL.md')).toBe(byHand);
  // Without the ledger nobody knows who undid it.
  world.files.write('/home/ledger.jsonl', new Uint8Array());
  expect((await world.observe()).entries).toHaveLength(1);
});
