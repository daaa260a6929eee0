import { expect, test } from 'vitest';

import { sha256Hex } from '../../text/hash.js';
import { archiveSkill } from './archive.js';
import { patchSkill, removeSupportFile, writeSupportFile } from './author.js';
import { createSkill } from './author-create.js';
import { entryDiff, history } from './history.js';
import { renameSkill } from './rename.js';
import { now, skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

async function eventfulWorld(): Promise<World> {
  const world = new World({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') });
  const { deps } = world;
  await patchSkill(deps, world.target('a'), { find: 'Steps', replace: 'Stages' }, user);
  await renameSkill(deps, world.target('a'), 'c', { ...user, taken: () => undefined });
  await patchSkill(
    deps,
    world.target('b'),
    { find: 'Steps', replace: 'Stages' },
    { ...user, reason: 'clearer' },
  );
  await writeSupportFile(deps, world.target('c'), 'assets/a.bin', Uint8Array.of(0, 1), user);
  await archiveSkill(deps, { target: world.target('c') }, { actor: 'curator', run: 'r' });
  return world;
}

test('every change is reported, oldest first', async () => {
  const world = await eventfulWorld();
  const { entries, malformed } = history(world.deps);
  expect(malformed).toBe(0);
  expect(entries.map(({ id, action, skill }) => [id, action, skill])).toEqual([
    ['e1', 'patch', 'home:a'],
    ['e2', 'rename', 'home:a'],
    ['e3', 'patch', 'home:b'],
    ['e4', 'write-file', 'home:c'],
    ['e5', 'archive', 'home:c'],
  ]);
  expect(entries[2]).toEqual({
    id: 'e3',
    at: now,
    actor: 'user',
    action: 'patch',
    skill: 'home:b',
    path: '/skills/b',
    before: sha256Hex(skillText('b')),
    after: sha256Hex(skillText('b').replace('Steps', 'Stages')),
    run: null,
    reason: 'clearer',
    undoes: null,
    state: 'committed',
  });
  expect(entries[3]).toMatchObject({ before: null, after: sha256Hex(Uint8Array.of(0, 1)) });
  const renamed = sha256Hex(skillText('a').replace('name: a', 'name: c').replace('Steps', 'Stages'));
  expect(entries[4]).toMatchObject({ before: renamed, after: renamed, actor: 'curator', run: 'r' });
});

test.for(['home:c', 'c'])('that of %s goes back through its names', async (wanted) => {
  const world = await eventfulWorld();
  expect(history(world.deps, wanted).entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e4', 'e5']);
});

test('that of a name a skill no longer has ends with the renaming', async () => {
  const world = await eventfulWorld();
  expect(history(world.deps, 'home:a').entries.map(({ id }) => id)).toEqual(['e1', 'e2']);
  expect(history(world.deps, 'nobody').entries).toEqual([]);
});

test('lines that cannot be read are counted', async () => {
  const world = await eventfulWorld();
  world.files.append('/home/ledger.jsonl', new TextEncoder().encode('\n{"id":"torn'));
  await patchSkill(world.deps, world.target('b'), { find: 'Stages', replace: 'Steps' }, user);
  expect(history(world.deps)).toMatchObject({ malformed: 1, entries: { length: 6 } });
});

test('the diff of an entry shows files, moves and what is not text', async () => {
  const world = await eventfulWorld();
  const diffs = world.entries().map((entry) => entryDiff(world.deps, entry));
  expect(diffs[0]).toBe(
    '--- a/SKILL.md\n+++ b/SKILL.md\n@@ -3,4 +3,4 @@\n description: Does a.\n ---\n \n-Steps for a.\n+Stages for a.\n',
  );
  expect(diffs[1]).toBe(
    'rename from a\nrename to c\n--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,5 +1,5 @@\n ---\n-name: a\n+name: c\n description: Does a.\n ---\n \n',
  );
  expect(diffs[3]).toBe('Binary files /dev/null and b/assets/a.bin differ\n');
  expect(diffs[4]).toBe('rename from c\nrename to .archive/c\n');
});

test('a file that comes or goes is shown whole', async () => {
  const world = new World();
  const skill = {
    root: world.root,
    name: 'new',
    description: 'D.',
    createdBy: 'user',
    taken: () => undefined,
  } as const;
  await createSkill(world.deps, skill, user);
  await writeSupportFile(world.deps, world.target('new'), 'references/a.md', 'a\n', user);
  await removeSupportFile(world.deps, world.target('new'), 'references/a.md', user);
  const diffs = world.entries().map((entry) => entryDiff(world.deps, entry));
  expect(diffs[0]).toMatch(/^--- \/dev\/null\n\+\+\+ b\/SKILL.md\n@@ -0,0 \+1,6 @@\n\+---\n\+name: new\n/);
  expect(diffs[2]).toBe('--- a/references/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n');
});
