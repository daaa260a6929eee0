import { expect, test } from 'vitest';

import type { ErrorCode } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { renameSkill } from './rename.js';
import { skillText, World } from './write.world.js';

const free = { actor: 'user', taken: () => undefined } as const;

function usageOf(world: World): UsageStore {
  return new UsageStore({ path: '/home/usage.json', files: world.files, clock: world.deps.clock });
}

test('frontmatter, folder and usage get the new name, and nothing else changes', async () => {
  const world = new World({ 'docs/pdf/SKILL.md': skillText('pdf'), 'docs/pdf/scripts/a.sh': 'pdf\n' });
  usageOf(world).record('home:pdf', 'use');
  const written = await renameSkill(world.deps, world.target('docs/pdf'), 'forms', free);
  expect(written).toMatchObject({ id: 'home:forms', path: '/skills/docs/forms/SKILL.md', entry: 'e1' });
  expect(world.tree()).toEqual({
    docs: 'folder',
    'docs/forms': 'folder',
    'docs/forms/SKILL.md': `644 ${skillText('pdf').replace('name: pdf', 'name: forms')}`,
    'docs/forms/scripts': 'folder',
    'docs/forms/scripts/a.sh': '644 pdf\n',
  });
  expect(usageOf(world).get('home:forms')).toMatchObject({ useCount: 1, aliases: ['home:pdf'] });
});

test('only what differs is changed', async () => {
  const world = new World({ 'folder/SKILL.md': skillText('name') });
  const target = world.target('folder', 'name');
  await renameSkill(world.deps, target, 'folder', free);
  expect(world.fileTree()).toEqual({
    'folder/SKILL.md': `644 ${skillText('name').replace('name: name', 'name: folder')}`,
  });
  await expect(renameSkill(world.deps, world.target('folder'), 'folder', free)).rejects.toMatchObject({
    code: 'bad-value',
  });
  world.put('other/SKILL.md', skillText('wanted'));
  await renameSkill(world.deps, world.target('other', 'wanted'), 'wanted', free);
  expect(world.text('wanted/SKILL.md')).toBe(skillText('wanted'));
});

test.for<[string, ErrorCode, string, object]>([
  ['a bad name', 'bad-name', '../up', {}],
  ['a name that is taken', 'already-exists', 'taken', { taken: () => 'claude:taken' }],
  ['a folder that is taken', 'already-exists', 'there', {}],
  ['a frozen skill, by an agent', 'pinned', 'forms', { actor: 'agent', pin: 'freeze' }],
  ['a version that is not expected', 'changed-on-disk', 'forms', { expectedSha256: '0' }],
])('%s is refused', async ([, code, name, more]) => {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf'), 'there/x': 'x' });
  const before = world.tree();
  await expect(
    renameSkill(world.deps, world.target('pdf'), name, { ...free, ...more }),
  ).rejects.toMatchObject({ code });
  expect(world.tree()).toEqual(before);
});

test('a name that cannot be set without harm is refused', async () => {
  const world = new World({ 'pdf/SKILL.md': '---\nname: pdf\nnever closed\n' });
  await expect(renameSkill(world.deps, world.target('pdf'), 'forms', free)).rejects.toMatchObject({
    code: 'would-break-skill',
  });
});
