import { expect, test } from 'vitest';

import { parseSkill } from '../../skill/parse.js';
import type { ErrorCode } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { createSkill, type NewSkill } from './author-create.js';
import { now, World } from './write.world.js';

const user = { actor: 'user' } as const;

function newSkill(world: World, more: Partial<NewSkill> = {}): NewSkill {
  return {
    root: world.root,
    name: 'new',
    description: 'Does it.',
    createdBy: 'agent',
    taken: () => undefined,
    ...more,
  };
}

test('a new skill is a folder of its name with a valid SKILL.md, and says who made it', async () => {
  const world = new World();
  const written = await createSkill(world.deps, newSkill(world, { body: '# Hi\n', category: 'docs' }), user);
  expect(written).toMatchObject({ id: 'home:new', path: '/skills/docs/new/SKILL.md', entry: 'e1' });
  expect(world.tree()).toEqual({
    docs: 'folder',
    'docs/new': 'folder',
    'docs/new/SKILL.md': '644 ---\nname: new\ndescription: Does it.\n---\n\n# Hi\n',
  });
  expect(world.files.stat('/skills/docs/new')?.mode).toBe(0o755);
  const usage = new UsageStore({ path: '/home/usage.json', files: world.files, clock: world.deps.clock });
  expect(usage.get('home:new')).toMatchObject({
    createdBy: 'agent',
    createdAt: now,
    state: 'active',
    patchCount: 0,
  });
});

test('a skill with the id of an earlier one starts with age zero', async () => {
  const world = new World();
  world.deps.usage?.record('home:new', 'use');
  world.deps.usage?.put('home:new', { state: 'archived', archivedAt: now });
  world.time += 1000;
  await createSkill(world.deps, newSkill(world), user);
  expect(world.deps.usage?.get('home:new')).toMatchObject({
    state: 'active',
    createdAt: now + 1000,
    restoredAt: now + 1000,
    useCount: 1,
    lastActivityAt: now,
  });
});

test('the use of a skill that went on under another name says nothing about a new one', async () => {
  const world = new World();
  world.deps.usage?.record('home:new', 'use');
  world.deps.usage?.rename('home:new', 'home:renamed');
  await createSkill(world.deps, newSkill(world), user);
  expect(world.deps.usage?.get('home:new')).toMatchObject({ useCount: 0, restoredAt: 0 });
});

test('the root is made when it is missing, and nothing but the skill is put into it', async () => {
  const world = new World();
  const root = { label: 'claude', path: '/person/.claude/skills' };
  await createSkill(world.deps, newSkill(world, { root }), user);
  expect(world.files.list(root.path)).toEqual([{ name: 'new', kind: 'folder' }]);
  expect(world.files.list(`${root.path}/new`)).toEqual([{ name: 'SKILL.md', kind: 'file' }]);
});

test('a home that is made with its first skill is private', async () => {
  const world = new World();
  const root = { label: 'home', path: '/fresh/skills' };
  await createSkill({ ...world.deps, home: '/fresh' }, newSkill(world, { root }), user);
  expect(world.files.stat('/fresh')?.mode).toBe(0o700);
  expect(world.files.stat('/fresh/skills')?.mode).toBe(0o755);
});

test.for([
  'plain',
  'Use when: a colon',
  '- list? #no',
  '"quoted" \\ and \'single\'',
  '[a]',
  'true',
  '2026-01-01',
  'two\nlines',
  '--- fence',
  'ünïcode 💡',
])('the description %j is read back as it was given', async (description) => {
  const world = new World();
  await createSkill(world.deps, newSkill(world, { description, body: '---\nname: fake\n---\n' }), user);
  const skill = parseSkill(world.text('new/SKILL.md') ?? '');
  expect(skill.fields).toMatchObject({ name: 'new', description });
  expect(skill.reading).toBe('clean');
});

test('without a body there is a heading, and a body ends with a line break', async () => {
  const world = new World();
  await createSkill(world.deps, newSkill(world), user);
  await createSkill(world.deps, newSkill(world, { name: 'other', body: 'no break' }), user);
  expect(world.text('new/SKILL.md')).toMatch(/---\n\n# new\n$/);
  expect(world.text('other/SKILL.md')).toMatch(/---\n\nno break\n$/);
});

test.for<[string, ErrorCode, Partial<NewSkill>]>([
  ['no name', 'bad-name', { name: '' }],
  ['a name with a space', 'bad-name', { name: 'Bad Name' }],
  ['a name with a dot', 'bad-name', { name: 'a.b' }],
  ['two hyphens in a row', 'bad-name', { name: 'a--b' }],
  ['a name that is too long', 'bad-name', { name: 'a'.repeat(65) }],
  ['a name that means none in YAML', 'bad-name', { name: 'null' }],
  ['a name that is a device', 'bad-name', { name: 'con' }],
  ['a category that is a path', 'bad-name', { category: 'a/b' }],
  ['an empty description', 'bad-value', { description: ' \n' }],
  ['a description that means none in YAML', 'bad-value', { description: '~' }],
  ['a description that is too long', 'bad-value', { description: 'x'.repeat(1025) }],
  ['a body that is too long', 'too-large', { body: 'x'.repeat(100_000) }],
  ['half a character', 'bad-value', { body: '\udc00' }],
  ['a name that is taken elsewhere', 'already-exists', { taken: (name) => `claude:${name}` }],
  ['a folder that is there', 'already-exists', { name: 'there' }],
] as const)('%s is refused', async ([, code, more]) => {
  const world = new World({ 'there/notes.txt': 'x' });
  await expect(createSkill(world.deps, newSkill(world, more), user)).rejects.toMatchObject({
    code,
    hint: expect.any(String),
  });
  expect(world.fileTree()).toEqual({ 'there/notes.txt': '644 x' });
  expect(world.entries()).toEqual([]);
});

test('spaces around the description are left out, and the longest name is fine', async () => {
  const world = new World();
  const name = 'a'.repeat(64);
  await createSkill(world.deps, newSkill(world, { name, description: ' Does it.\n' }), user);
  expect(world.text(`${name}/SKILL.md`)).toBe(
    `---\nname: ${name}\ndescription: Does it.\n---\n\n# ${name}\n`,
  );
});
