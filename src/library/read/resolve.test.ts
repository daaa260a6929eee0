import { expect, test } from 'vitest';
import type { Disk } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { Fault } from '../../system/disk/faulty-disk.js';
import { folderTag } from '../folders/project.js';
import { FindWorld, pluginSearch, skillText } from '../use/find.world.js';
import { type ReadLibrary, readCatalog } from './catalog.js';
import { findSkill, findSkillToChange } from './resolve.js';

const tree = {
  '/home/skills/gif-search/SKILL.md': skillText('gif-search', 'Finds pictures.'),
  '/home/skills/folder-name/SKILL.md': skillText('own-name', 'Is called otherwise.'),
  '/home/skills/tools/twice/SKILL.md': skillText('twice', 'One of two.'),
  '/user/.claude/skills/twice/SKILL.md': skillText('twice', 'The other of two.'),
  '/user/.claude/skills/only-claude/SKILL.md': skillText('only-claude', 'Is in one root.'),
  '/user/.claude/skills/mac/SKILL.md':
    '---\nname: mac\ndescription: For another system.\nplatforms: [macos]\n---\n',
  '/user/.claude/skills/with-colon/SKILL.md': '---\nname: "odd:name"\ndescription: Has a colon.\n---\n',
  '/project/.agents/skills/theirs/SKILL.md': skillText('theirs', 'Of a project.'),
  '/home/skills/.archive/old/SKILL.md': skillText('old', 'Was archived.'),
};

/** The same answer without caches, with them, and by the names cache alone. */
function check(typed: string, expected: { readonly id: string; readonly codes?: readonly string[] }): void {
  const { library } = new FindWorld(tree);
  for (const state of ['cold', 'warm', 'again']) {
    const { entry, diagnostics } = findSkill(library, typed);
    expect([state, entry.id, diagnostics.map(({ code }) => code)]).toEqual([
      state,
      expected.id,
      expected.codes ?? [],
    ]);
  }
}

test.each([
  ['gif-search', { id: 'home:gif-search' }],
  ['home:gif-search', { id: 'home:gif-search' }],
  ['only-claude', { id: 'claude:only-claude' }],
  ['own-name', { id: 'home:own-name' }],
  ['folder-name', { id: 'home:own-name' }],
  ['home:folder-name', { id: 'home:own-name' }],
  ['twice', { id: 'home:twice', codes: ['ambiguous-name'] }],
  ['home:twice', { id: 'home:twice' }],
  ['claude:twice', { id: 'claude:twice' }],
  ['odd:name', { id: 'claude:odd:name' }],
  ['claude:odd:name', { id: 'claude:odd:name' }],
  ['theirs', { id: 'agents@0a1b2c3d:theirs', codes: ['untrusted'] }],
  ['project:theirs', { id: 'agents@0a1b2c3d:theirs', codes: ['untrusted'] }],
  ['agents@0a1b2c3d:theirs', { id: 'agents@0a1b2c3d:theirs', codes: ['untrusted'] }],
])('%s is found', check);

test.each([
  ['gif-serch', 'there is no skill gif-serch', 'did you mean: gif-search'],
  ['GIF-SEARCH', 'there is no skill GIF-SEARCH', 'did you mean: gif-search'],
  ['home:gif-serch', 'there is no skill home:gif-serch', 'did you mean: gif-search'],
  ['claude:gif-search', 'there is no skill claude:gif-search', 'did you mean: gif-search'],
  ['old', 'there is no skill old', 'it is archived; restore it with: coppice restore old'],
  ['nothing-like-it', 'there is no skill nothing-like-it', 'coppice list shows all skills'],
  ['', 'there is no skill ', 'coppice list shows all skills'],
])('%j is not found, for reading and for writing', (typed, message, hint) => {
  const { library } = new FindWorld(tree);
  const error = expect.objectContaining({ code: 'skill-not-found', message, hint });
  expect(() => findSkill(library, typed)).toThrow(error);
  expect(() => findSkill(library, typed)).toThrow(error);
  expect(() => findSkillToChange(library, typed)).toThrow(error);
});

test('a hidden skill is refused to a reader with the reason, and not to a writer', () => {
  const { library } = new FindWorld(tree);
  const error = expect.objectContaining({
    code: 'skill-hidden',
    message: 'claude:mac supports only these platforms: macos',
  });
  expect(() => findSkill(library, 'mac')).toThrow(error);
  expect(() => findSkill(library, 'mac')).toThrow(error);
  expect(findSkillToChange(library, 'mac').id).toBe('claude:mac');
});

test('a name of two skills is refused to a writer with both, and their ids are not', () => {
  const { library } = new FindWorld(tree);
  expect(() => findSkillToChange(library, 'twice')).toThrow(
    expect.objectContaining({
      code: 'ambiguous-name',
      message:
        '2 skills are named twice: home:twice (/home/skills/tools/twice/SKILL.md), claude:twice (/user/.claude/skills/twice/SKILL.md)',
      hint: 'use the id of the one you mean',
    }),
  );
  expect(findSkillToChange(library, 'claude:twice').path).toBe('/user/.claude/skills/twice/SKILL.md');
});

test('two skills of one name in one root cannot be distinguished by their ids', () => {
  const { library } = new FindWorld({
    '/home/skills/x/SKILL.md': skillText('same', 'One.'),
    '/home/skills/y/SKILL.md': skillText('same', 'Another.'),
  });
  expect(() => findSkillToChange(library, 'home:same')).toThrow(
    expect.objectContaining({
      code: 'ambiguous-name',
      hint: 'rename one of them, or move it to another root',
    }),
  );
});

test('what another program writes is found by a reader and refused to a writer', () => {
  const synced = '/user/.claude/skills/synced';
  const roots = new FindWorld().library.roots.map((root) =>
    root.label === 'claude' ? { ...root, managed: [{ path: synced, provenance: 'hub' as const }] } : root,
  );
  const { library } = new FindWorld(
    {
      [`${synced}/drive/SKILL.md`]: skillText('drive', 'From the cloud.'),
      [`${synced}/mine/SKILL.md`]: skillText('mine', 'From the cloud.'),
      '/user/.claude/skills/mine/SKILL.md': skillText('mine', 'The own one.'),
      '/user/.claude/plugins/tools/.claude-plugin/plugin.json': '{"name": "tools"}',
      '/user/.claude/plugins/tools/skills/review/SKILL.md': skillText('review', 'Of a plugin.'),
    },
    { roots, plugins: pluginSearch },
  );
  expect(findSkill(library, 'drive').entry.id).toBe('claude:drive');
  const refusal = (message: string) => expect.objectContaining({ code: 'written-elsewhere', message });
  expect(() => findSkillToChange(library, 'drive')).toThrow(
    refusal('claude:drive is in a folder that its agent writes, so Coppice does not change it'),
  );
  expect(() => findSkillToChange(library, 'tools:review')).toThrow(
    refusal('tools/review belongs to the plugin tools, so Coppice does not change it'),
  );
  expect(findSkillToChange(library, 'mine').path).toBe('/user/.claude/skills/mine/SKILL.md');
});

test('a package that two roots reach is found by either label, under its one id', () => {
  const world = new FindWorld(tree);
  world.disk.symlink('/home/skills/gif-search', '/user/.claude/skills/gif-search');
  for (const typed of ['gif-search', 'home:gif-search', 'claude:gif-search']) {
    expect([findSkill(world.library, typed).entry.id, findSkill(world.library, typed).diagnostics]).toEqual([
      'home:gif-search',
      [],
    ]);
    expect(findSkillToChange(world.library, typed).id).toBe('home:gif-search');
  }
});

/** Changes that happen after the caches were written. */
test.each<[string, (world: FindWorld) => void, string, string]>([
  [
    'a new skill that comes first',
    (world) => world.put('/home/skills/new/SKILL.md', skillText('only-claude', 'Comes first.')),
    'only-claude',
    '/home/skills/new/SKILL.md',
  ],
  [
    'a new skill in a category',
    (world) => world.put('/home/skills/tools/new/SKILL.md', skillText('only-claude', 'Comes first.')),
    'only-claude',
    '/home/skills/tools/new/SKILL.md',
  ],
  [
    'a root that is new',
    (world) => world.put('/project/.agents/skills/brand-new/SKILL.md', skillText('brand-new', 'Is new.')),
    'brand-new',
    '/project/.agents/skills/brand-new/SKILL.md',
  ],
  [
    'the first of two that goes',
    (world) => world.disk.unlink('/home/skills/tools/twice/SKILL.md'),
    'twice',
    '/user/.claude/skills/twice/SKILL.md',
  ],
  [
    'a skill that takes another name',
    (world) =>
      world.put('/home/skills/tools/twice/SKILL.md', skillText('renamed', 'Is no longer one of two.')),
    'twice',
    '/user/.claude/skills/twice/SKILL.md',
  ],
  [
    'that two skills have exchanged their names',
    (world) => {
      world.put('/home/skills/tools/twice/SKILL.md', skillText('gif-search', 'Was one of two.'));
      world.put('/home/skills/gif-search/SKILL.md', skillText('twice', 'Is one of two.'));
    },
    'twice',
    '/home/skills/gif-search/SKILL.md',
  ],
  [
    'a folder that moves',
    (world) => world.disk.rename('/home/skills/gif-search', '/home/skills/tools/gif-search'),
    'gif-search',
    '/home/skills/tools/gif-search/SKILL.md',
  ],
  [
    'a names cache that is damaged',
    (world) => world.put(`/home/cache/names/${folderTag('/home/skills')}.json`, 'x'),
    'gif-search',
    '/home/skills/gif-search/SKILL.md',
  ],
  [
    'a names cache that is gone',
    (world) => world.disk.rename('/home/cache/names', '/home/cache/elsewhere'),
    'gif-search',
    '/home/skills/gif-search/SKILL.md',
  ],
])('%s is noticed', (_, change, typed, path) => {
  const world = new FindWorld(tree);
  readCatalog(world.library, { keepsNames: true });
  change(world);
  expect(findSkill(world.library, typed).entry.path).toBe(path);
  expect(findSkill(world.library, typed).entry.path).toBe(path);
});

test('a root that may no longer be searched keeps no skill of another from being found', () => {
  const world = new FindWorld(tree);
  world.put('/user/.claude/skills/tools/other/SKILL.md', skillText('other', 'Is below a category.'));
  readCatalog(world.library, { keepsNames: true });
  world.disk.chmod('/user/.claude/skills', 0);
  expect(findSkill(world.library, 'gif-search').entry.id).toBe('home:gif-search');
});

/** How many operations of the disk it takes to find a skill by its name, with warm caches. */
function operationsAmong(count: number): readonly string[] {
  const many = Array.from({ length: count }, (_, at) => [
    `/home/skills/tools/skill-${at}/SKILL.md`,
    skillText(`skill-${at}`, 'One of many.'),
  ]);
  const world = new FindWorld(Object.fromEntries(many));
  readCatalog(world.library, { keepsNames: true });
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  const library: ReadLibrary = { ...world.library, files: filesOn(counter.on(world.disk satisfies Disk)) };
  expect(findSkill(library, 'skill-3').entry.id).toBe('home:skill-3');
  return counter.operations;
}

test('finding a skill takes the same operations among ten and among a thousand', () => {
  expect(operationsAmong(1000)).toEqual(operationsAmong(10));
});
