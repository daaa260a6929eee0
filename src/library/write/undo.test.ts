import { expect, test } from 'vitest';

import { sha256Hex } from '../../text/hash.js';
import { UsageStore } from '../../usage/store.js';
import { archiveSkill, archiveSkills } from './archive.js';
import { archivedSkills, findArchived } from './archive-find.js';
import { restoreSkill } from './archive-restore.js';
import { editSkill, patchSkill, removeSupportFile, writeSupportFile } from './author.js';
import { createSkill } from './author-create.js';
import { renameSkill } from './rename.js';
import { undo } from './undo.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

function worldOf(): World {
  const world = new World({ 'docs/pdf/SKILL.md': skillText('pdf') });
  world.put('docs/pdf/scripts/run.sh', 'echo\n', 0o755);
  return world;
}

async function create(world: World): Promise<unknown> {
  const skill = {
    root: world.root,
    name: 'new',
    category: 'more',
    description: 'N.',
    taken: () => undefined,
  };
  return await createSkill(world.deps, { ...skill, createdBy: 'user' }, user);
}

async function archive(world: World): Promise<unknown> {
  return await archiveSkill(world.deps, { target: world.target('docs/pdf') }, user);
}

async function archiveAndRestore(world: World): Promise<unknown> {
  await archive(world);
  const [found] = findArchived(archivedSkills(world.deps, [world.root]), 'pdf');
  return found && (await restoreSkill(world.deps, found, user));
}

async function undoLast(world: World, options: { force?: boolean } = {}): Promise<unknown> {
  const [outcome] = await undo(world.deps, world.entries().at(-1)?.id ?? '', { ...user, ...options });
  if (outcome?.kind === 'failed') throw outcome.error;
  return outcome?.written;
}

const patch = (world: World, find: string, replace: string) =>
  patchSkill(world.deps, world.target('docs/pdf'), { find, replace }, user);

test.for<[string, (world: World) => Promise<unknown>]>([
  ['create', create],
  ['edit', (world) => editSkill(world.deps, world.target('docs/pdf'), skillText('pdf', ''), user)],
  ['patch', (world) => patch(world, 'Steps', 'Stages')],
  [
    'write-file',
    (world) => writeSupportFile(world.deps, world.target('docs/pdf'), 'references/deep/a.md', 'a', user),
  ],
  ['remove-file', (world) => removeSupportFile(world.deps, world.target('docs/pdf'), 'scripts/run.sh', user)],
  [
    'rename',
    (world) =>
      renameSkill(world.deps, world.target('docs/pdf'), 'forms', { ...user, taken: () => undefined }),
  ],
  ['archive', archive],
  ['restore', archiveAndRestore],
])('%s is undone, and the undo is undone', async ([, change]) => {
  const world = worldOf();
  await change(world);
  const after = world.tree();
  const isSecond = world.entries().length === 2;
  await undoLast(world);
  const undone = world.tree();
  if (isSecond) expect(undone).toMatchObject({ '.archive/pdf/SKILL.md': `644 ${skillText('pdf')}` });
  else expect(undone).toEqual(worldOf().tree());
  await undoLast(world);
  expect(world.tree()).toEqual(after);
});

test('an undo is an entry that says what it undoes', async () => {
  const world = worldOf();
  await patch(world, 'Steps', 'Stages');
  expect(await undoLast(world)).toEqual({
    id: 'home:pdf',
    path: '/skills/docs/pdf/SKILL.md',
    entry: 'e2',
    sha256: sha256Hex(skillText('pdf')),
  });
  expect(world.entries()[1]).toMatchObject({
    action: 'undo',
    undoes: 'e1',
    actor: 'user',
    state: 'committed',
  });
});

test('state and name in the usage record follow', async () => {
  const world = worldOf();
  const usage = new UsageStore({ path: '/home/usage.json', files: world.files, clock: world.deps.clock });
  await archive(world);
  await undoLast(world);
  expect(usage.get('home:pdf')).toMatchObject({ state: 'active' });
  await renameSkill(world.deps, world.target('docs/pdf'), 'forms', { ...user, taken: () => undefined });
  await undoLast(world);
  expect(usage.get('home:pdf')).toMatchObject({ id: 'home:pdf', patchCount: 0 });
});

test('what has changed since is kept, unless the undo is forced', async () => {
  const world = worldOf();
  await patch(world, 'Steps', 'Stages');
  world.put('docs/pdf/SKILL.md', `${skillText('pdf')}By hand.\n`);
  await expect(undoLast(world)).rejects.toMatchObject({
    code: 'changed-since',
    hint: expect.stringContaining('--force'),
  });
  expect(world.text('docs/pdf/SKILL.md')).toContain('By hand.');
  await undoLast(world, { force: true });
  expect(world.text('docs/pdf/SKILL.md')).toBe(skillText('pdf'));
  await undoLast(world);
  expect(world.text('docs/pdf/SKILL.md')).toContain('By hand.');
});

test('the refusal names what came after', async () => {
  const world = worldOf();
  await patch(world, 'Steps', 'Stages');
  await patch(world, 'Stages', 'Phases');
  const [outcome] = await undo(world.deps, 'e1', user);
  expect(outcome).toMatchObject({
    kind: 'failed',
    undoes: 'e1',
    error: { code: 'changed-since', hint: expect.stringContaining('first undo the later entries (e2)') },
  });
});

test('a skill that has moved on is not written to its old place, even when forced', async () => {
  const world = worldOf();
  await patch(world, 'Steps', 'Stages');
  await archive(world);
  const [outcome] = await undo(world.deps, 'e1', { ...user, force: true });
  expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'changed-since' } });
  expect(world.text('docs/pdf/SKILL.md')).toBeUndefined();
});

test('a created skill that has got more files is not undone, unless it is forced', async () => {
  const world = worldOf();
  await create(world);
  world.put('more/new/references/mine.md', 'mine\n');
  world.put('more/new/.DS_Store', 'litter');
  await expect(undoLast(world)).rejects.toMatchObject({
    code: 'changed-since',
    message: expect.stringContaining('references/mine.md has been added'),
  });
  await undoLast(world, { force: true });
  expect(world.text('more/new/SKILL.md')).toBeUndefined();
  expect(world.text('more/new/references/mine.md')).toBe('mine\n');
});

test('a place that was taken meanwhile is left alone', async () => {
  const world = worldOf();
  await archive(world);
  world.put('docs/pdf/SKILL.md', skillText('pdf', 'Another.\n'));
  await expect(undoLast(world, { force: true })).rejects.toMatchObject({
    code: 'already-exists',
    hint: 'move it away first, or: coppice restore home:pdf --as NEW-NAME',
  });
  expect(world.text('docs/pdf/SKILL.md')).toBe(skillText('pdf', 'Another.\n'));
});

test.for([
  ['its restore', archiveAndRestore, 'home:pdf', 'docs/pdf/SKILL.md'],
  ['its creation', create, 'home:new', 'more/new/SKILL.md'],
] as const)('a pinned skill is not removed by the undo of %s', async ([, act, id, path]) => {
  const world = worldOf();
  await act(world);
  world.deps.usage?.put(id, { pinLevel: 'pin' });
  await expect(undoLast(world, { force: true })).rejects.toMatchObject({ code: 'pinned' });
  expect(world.text(path)).toBeDefined();
  world.deps.usage?.put(id, { pinLevel: 'none' });
  await undoLast(world);
  expect(world.text(path)).toBeUndefined();
});

test('a pin in the frontmatter holds against an undo, too', async () => {
  const world = worldOf();
  world.put('docs/pdf/SKILL.md', skillText('pdf').replace('\n---', '\npinned: true\n---'));
  await archiveAndRestore(world);
  await expect(undoLast(world)).rejects.toMatchObject({ code: 'pinned' });
});

test('an agent does not undo what was done to a frozen skill, and its user does', async () => {
  const world = worldOf();
  await patch(world, 'Steps', 'Stages');
  world.deps.usage?.put('home:pdf', { pinLevel: 'freeze' });
  const [outcome] = await undo(world.deps, 'e1', { actor: 'agent' });
  expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'pinned' } });
  expect(world.text('docs/pdf/SKILL.md')).toContain('Stages');
  await undoLast(world);
  expect(world.text('docs/pdf/SKILL.md')).toBe(skillText('pdf'));
});

test('only what counts can be undone', async () => {
  const world = worldOf();
  await expect(undo(world.deps, 'e1', user)).rejects.toMatchObject({ code: 'not-found' });
  await patch(world, 'Steps', 'Stages');
  world.files.remove(`/home/blobs/${sha256Hex(skillText('pdf'))}`);
  await expect(undoLast(world)).rejects.toMatchObject({ code: 'blob-damaged' });
});

test('a run is undone from its end, as far as it is in effect, and that undo is a run', async () => {
  const names = ['a', 'b', 'c'];
  const world = new World(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const before = world.tree();
  const run = { actor: 'curator', run: 'run-1' } as const;
  await patchSkill(world.deps, world.target('a'), { find: 'Steps', replace: 'S' }, run);
  await patchSkill(world.deps, world.target('a'), { find: 'S for', replace: 'T for' }, run);
  await archiveSkills(world.deps, [{ target: world.target('b') }, { target: world.target('c') }], run);
  await undo(world.deps, 'e3', user);
  const outcomes = await undo(world.deps, 'run-1', user);
  expect(outcomes.map(({ kind, undoes }) => [kind, undoes])).toEqual([
    ['undone', 'e4'],
    ['undone', 'e2'],
    ['undone', 'e1'],
  ]);
  expect(world.tree()).toEqual(before);
  const undoing = world.entries().at(-1)?.run ?? '';
  expect(undoing).not.toBe('run-1');
  await undo(world.deps, undoing, user);
  expect(world.text('a/SKILL.md')).toContain('T for');
  expect(await undo(world.deps, undoing, user)).toEqual([]);
});

test('of a run, what cannot be undone is reported and the rest is undone', async () => {
  const world = new World({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') });
  const run = { actor: 'evolver', run: 'r' } as const;
  await patchSkill(world.deps, world.target('a'), { find: 'Steps', replace: 'S' }, run);
  await patchSkill(world.deps, world.target('b'), { find: 'Steps', replace: 'S' }, run);
  world.put('b/SKILL.md', skillText('b', 'By hand.\n'));
  const outcomes = await undo(world.deps, 'r', user);
  expect(outcomes).toMatchObject([
    { kind: 'failed', undoes: 'e2', error: { code: 'changed-since' } },
    { kind: 'undone', undoes: 'e1' },
  ]);
  expect(world.text('a/SKILL.md')).toBe(skillText('a'));
});
