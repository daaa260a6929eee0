import { expect, test } from 'vitest';

import type { ErrorCode } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { UsageStore } from '../../usage/store.js';
import { editSkill, patchSkill, removeSupportFile, writeSupportFile } from './author.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;
const pdf = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/references/a.md': 'a\n' };

async function checkRefused(code: ErrorCode, act: (world: World) => Promise<unknown>): Promise<unknown> {
  const world = new World(pdf);
  const error = await act(world).catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'CoppiceError', code });
  expect(world.tree()).toEqual(new World(pdf).tree());
  expect(world.entries()).toEqual([]);
  return error;
}

function usageOf(world: World, id: string) {
  return new UsageStore({ path: '/home/usage.json', files: world.files, clock: world.deps.clock }).get(id);
}

test('every change answers with the skill, the file, the entry and the hash', async () => {
  const world = new World(pdf);
  const target = world.target('pdf');
  const answers = [
    await editSkill(world.deps, target, skillText('pdf', 'New.\n'), user),
    await patchSkill(world.deps, target, { find: 'New', replace: 'Newer' }, user),
    await patchSkill(world.deps, target, { find: 'a', replace: 'b', file: 'references/a.md' }, user),
    await writeSupportFile(world.deps, target, 'scripts/run.sh', 'echo\n', user),
    await removeSupportFile(world.deps, target, 'references/a.md', user),
  ];
  const skill = '/skills/pdf/SKILL.md';
  expect(answers).toEqual([
    { id: 'home:pdf', path: skill, entry: 'e1', sha256: sha256Hex(skillText('pdf', 'New.\n')) },
    { id: 'home:pdf', path: skill, entry: 'e2', sha256: sha256Hex(skillText('pdf', 'Newer.\n')) },
    { id: 'home:pdf', path: '/skills/pdf/references/a.md', entry: 'e3', sha256: sha256Hex('b\n') },
    { id: 'home:pdf', path: '/skills/pdf/scripts/run.sh', entry: 'e4', sha256: sha256Hex('echo\n') },
    { id: 'home:pdf', path: '/skills/pdf/references/a.md', entry: 'e5', sha256: null },
  ]);
  expect(world.tree()).toEqual({
    pdf: 'folder',
    'pdf/SKILL.md': `644 ${skillText('pdf', 'Newer.\n')}`,
    'pdf/references': 'folder',
    'pdf/scripts': 'folder',
    'pdf/scripts/run.sh': '644 echo\n',
  });
  expect(usageOf(world, 'home:pdf')).toMatchObject({ patchCount: 5, useCount: 0 });
});

test('line breaks, byte order mark and mode stay as they are', async () => {
  const world = new World();
  world.put('win/SKILL.md', '\uFEFF---\r\nname: win\r\ndescription: d\r\n---\r\none\r\ntwo\r\n', 0o664);
  world.put('win/scripts/run.sh', 'echo one\n', 0o755);
  const target = world.target('win');
  await patchSkill(world.deps, target, { find: 'one\ntwo', replace: '1\n2' }, user);
  await patchSkill(world.deps, target, { find: 'one', replace: '1', file: 'scripts/run.sh' }, user);
  expect(world.fileTree()).toEqual({
    'win/SKILL.md': '664 \uFEFF---\r\nname: win\r\ndescription: d\r\n---\r\n1\r\n2\r\n'.replace('\uFEFF', ''),
    'win/scripts/run.sh': '755 echo 1\n',
  });
});

test('a skill that was faulty before can be patched', async () => {
  const world = new World({ 'odd/skill.md': '---\nname: odd\ndescription: Use when: odd\n---\nbody\n' });
  await patchSkill(world.deps, world.target('odd'), { find: 'body', replace: 'BODY' }, user);
  expect(world.fileTree()).toEqual({
    'odd/skill.md': '644 ---\nname: odd\ndescription: Use when: odd\n---\nBODY\n',
  });
});

test('a file that has grown too large before may shrink', async () => {
  const world = new World({ 'big/SKILL.md': skillText('big', 'x'.repeat(120_000)) });
  const growing = { find: 'name: big', replace: 'name: "big"' };
  await expect(patchSkill(world.deps, world.target('big'), growing, user)).rejects.toMatchObject({
    code: 'too-large',
  });
  await editSkill(world.deps, world.target('big'), skillText('big', 'x'.repeat(110_000)), user);
  expect(world.text('big/SKILL.md')).toBe(skillText('big', 'x'.repeat(110_000)));
});

test.for([
  ['an empty text to find', 'bad-value', { find: '', replace: 'x' }],
  ['a patch that changes nothing', 'bad-value', { find: 'Steps', replace: 'Steps' }],
  ['half a character', 'bad-value', { find: 'Steps', replace: '\ud800' }],
  ['a text that is not there', 'patch-no-match', { find: 'nowhere', replace: 'x' }],
  ['a text that is there twice', 'patch-many-matches', { find: 'pdf', replace: 'x' }],
  ['a fence that goes', 'would-break-skill', { find: '---\nname', replace: 'name' }],
  ['another name', 'would-break-skill', { find: 'name: pdf', replace: 'name: other' }],
  ['a file that is not there', 'not-found', { find: 'x', replace: 'y', file: 'references/b.md' }],
  ['a file outside', 'path-unsafe', { find: 'x', replace: 'y', file: '../x' }],
  ['a skill that gets too large', 'too-large', { find: 'Steps', replace: 'x'.repeat(100_001) }],
  [
    'a file that gets too large',
    'too-large',
    { find: 'a', replace: 'x'.repeat(1024 * 1024), file: 'references/a.md' },
  ],
] as const)('a patch is refused for %s', async ([, code, patch]) => {
  await checkRefused(code, (world) => patchSkill(world.deps, world.target('pdf'), patch, user));
});

test('a patch that does not fit is refused with the lines that match, or come closest', async () => {
  const missing = await checkRefused('patch-no-match', (world) =>
    patchSkill(world.deps, world.target('pdf'), { find: 'Step for pdf', replace: '' }, user),
  );
  expect(missing).toMatchObject({
    hint: 'closest: line 6 "Steps for pdf."',
  });
  const many = await checkRefused('patch-many-matches', (world) =>
    patchSkill(world.deps, world.target('pdf'), { find: 'pdf', replace: '' }, user),
  );
  expect(many).toMatchObject({ hint: expect.stringMatching(/lines 2, 3, 6$/) });
  const breaking = await checkRefused('would-break-skill', (world) =>
    patchSkill(world.deps, world.target('pdf'), { find: 'name: pdf\n', replace: '' }, user),
  );
  expect(breaking).toMatchObject({
    message: expect.stringMatching(/^Patch would break SKILL.md structure: /),
  });
});

test('an edit is refused that breaks the skill, is too large or is not text', async () => {
  const edit = (content: string | Uint8Array) => (world: World) =>
    editSkill(world.deps, world.target('pdf'), content, user);
  await checkRefused('would-break-skill', edit('only prose\n'));
  await checkRefused('would-break-skill', edit(skillText('other')));
  await checkRefused('too-large', edit(skillText('pdf', 'x'.repeat(100_001))));
  await checkRefused('bad-value', edit(`${skillText('pdf')}\ud800`));
});

test('what is installed is changed where it comes from, and not in the store', async () => {
  const world = new World();
  const entry = `${world.home}/store/${'0'.repeat(64)}`;
  world.files.makeFolder(entry);
  world.files.write(`${entry}/SKILL.md`, new TextEncoder().encode(skillText('pdf')));
  world.disk.symlink(entry, `${world.root.path}/pdf`);
  await expect(editSkill(world.deps, world.target('pdf'), skillText('pdf', 'x'), user)).rejects.toMatchObject(
    {
      code: 'path-unsafe',
      hint: expect.stringContaining('coppice ensure --copy'),
    },
  );
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf'));
});

test('a support file is at most 1 MiB large', async () => {
  const world = new World(pdf);
  const target = world.target('pdf');
  await writeSupportFile(world.deps, target, 'assets/a.bin', new Uint8Array(1024 * 1024), user);
  await checkRefused('too-large', (other) =>
    writeSupportFile(other.deps, other.target('pdf'), 'assets/a.bin', new Uint8Array(1024 * 1024 + 1), user),
  );
});

test('a file under a name that no new file may have can still be changed and removed', async () => {
  const world = new World({ ...pdf, 'pdf/references/aux.md': 'old\n' });
  const target = world.target('pdf');
  await writeSupportFile(world.deps, target, 'references/aux.md', 'new\n', user);
  expect(world.text('pdf/references/aux.md')).toBe('new\n');
  await removeSupportFile(world.deps, target, 'references/aux.md', user);
  await expect(writeSupportFile(world.deps, target, 'references/aux.md', 'x', user)).rejects.toMatchObject({
    code: 'path-unsafe',
  });
});

test('nothing is changed that is not the version expected', async () => {
  const stale = { ...user, expectedSha256: '0'.repeat(64) };
  await checkRefused('changed-on-disk', (world) =>
    editSkill(world.deps, world.target('pdf'), skillText('pdf', ''), stale),
  );
  await checkRefused('changed-on-disk', (world) =>
    patchSkill(world.deps, world.target('pdf'), { find: 'nowhere', replace: '' }, stale),
  );
  await checkRefused('changed-on-disk', (world) =>
    writeSupportFile(world.deps, world.target('pdf'), 'references/a.md', 'x', stale),
  );
  await checkRefused('changed-on-disk', (world) =>
    writeSupportFile(world.deps, world.target('pdf'), 'references/new.md', 'x', stale),
  );
  await checkRefused('changed-on-disk', (world) =>
    removeSupportFile(world.deps, world.target('pdf'), 'references/a.md', stale),
  );
  const world = new World(pdf);
  const expectedSha256 = sha256Hex(skillText('pdf'));
  await patchSkill(
    world.deps,
    world.target('pdf'),
    { find: 'Steps', replace: 'S' },
    { ...user, expectedSha256 },
  );
  expect(world.text('pdf/SKILL.md')).toContain('S for pdf');
});

test('a frozen skill is changed by its user alone', async () => {
  for (const actor of ['agent', 'evolver', 'curator'] as const) {
    await checkRefused('pinned', (world) =>
      editSkill(world.deps, world.target('pdf'), skillText('pdf', ''), { actor, pin: 'freeze' }),
    );
  }
  const world = new World(pdf);
  await editSkill(world.deps, world.target('pdf'), skillText('pdf', 'By its user.\n'), {
    ...user,
    pin: 'freeze',
  });
  await editSkill(world.deps, world.target('pdf'), skillText('pdf', 'Pinned only.\n'), {
    actor: 'agent',
    pin: 'pin',
  });
  expect(world.entries()).toHaveLength(2);
});

test('a change counts even when it cannot be recorded as usage', async () => {
  const world = new World(pdf);
  world.files.makeFolder('/home/usage.journal');
  await patchSkill(world.deps, world.target('pdf'), { find: 'Steps', replace: 'S' }, user);
  expect(world.text('pdf/SKILL.md')).toContain('S for pdf');
});
