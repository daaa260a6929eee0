import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/text/hash.js';
import { type Agent, eras, McpWorld } from './mcp-world.js';

const file = '.coppice/skills/gif-search/SKILL.md';

function withSkill(): McpWorld {
  const world = new McpWorld();
  world.skill('gif-search', { body: '# Steps\n\nAsk twice.\n' });
  return world;
}

function shaOf(world: McpWorld): string {
  return sha256Hex(new TextEncoder().encode(world.read(file)));
}

test('what is created is by an agent, in the history, and shown with similar skills', async () => {
  const world = new McpWorld();
  const { answerOf } = await world.agent();
  const created = await answerOf('skill_manage', {
    action: 'create',
    name: 'gif-search',
    description: 'Finds moving pictures.',
    category: 'media',
    body: '# Steps\n',
  });
  const path = join(world.home, 'skills/media/gif-search/SKILL.md');
  const { entry, sha256 } = created;
  expect(created).toEqual({ id: 'home:gif-search', path, sha256, entry, hint: expect.any(String) });
  expect(created['hint']).toContain(`coppice undo ${entry}`);
  expect(world.read('.coppice/skills/media/gif-search/SKILL.md')).toContain('# Steps');
  const library = world.library();
  expect(library.history().entries).toMatchObject([{ id: entry, actor: 'agent', action: 'create' }]);
  expect(library.reading.usage.get('home:gif-search')).toMatchObject({ createdBy: 'agent', patchCount: 0 });
  const like = { action: 'create', name: 'gif-finder', description: 'Finds moving pictures.' };
  expect(await answerOf('skill_manage', { ...like, body: '# Steps\n' })).toMatchObject({
    similar: ['home:gif-search'],
  });
});

test('a skill is edited, patched, given files and relieved of them, each counted as a patch', async () => {
  const world = withSkill();
  const { answerOf } = await world.agent();
  const change = (given: Record<string, unknown>) =>
    answerOf('skill_manage', { name: 'gif-search', ...given });
  expect(await change({ action: 'patch', find: 'twice', replace: 'once' })).toMatchObject({
    sha256: shaOf(world),
  });
  expect(world.read(file)).toContain('Ask once.');
  const content = '---\nname: gif-search\ndescription: Other.\n---\nNew.\n';
  await change({ action: 'edit', content, expectedSha256: shaOf(world), reason: 'clearer' });
  expect(world.read(file)).toBe(content);
  await change({ action: 'write_file', file: 'references/api.md', content: 'a a' });
  await change({ action: 'patch', find: 'a', replace: 'b', all: true, file: 'references/api.md' });
  expect(world.read('.coppice/skills/gif-search/references/api.md')).toBe('b b');
  await change({ action: 'remove_file', file: 'references/api.md' });
  expect(existsSync(join(world.home, 'skills/gif-search/references/api.md'))).toBe(false);
  expect(world.library().reading.usage.get('home:gif-search')).toMatchObject({ patchCount: 5 });
  const { entries } = world.library().history('gif-search');
  expect(entries.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'agent patch',
    'agent edit',
    'agent write-file',
    'agent patch',
    'agent remove-file',
  ]);
});

test('to delete is to archive, and what was archived comes back, under another name too', async () => {
  const world = withSkill();
  const { answerOf, refuses } = await world.agent();
  const before = world.read(file);
  const gone = await answerOf('skill_manage', { action: 'delete', name: 'gif-search', reason: 'unused' });
  expect(gone['hint']).toContain('skill_restore');
  expect(existsSync(join(world.path, file))).toBe(false);
  expect(await answerOf('skill_restore', { name: 'gif-search' })).toMatchObject({ id: 'home:gif-search' });
  expect(world.read(file)).toBe(before);
  await answerOf('skill_manage', { action: 'delete', name: 'gif-search' });
  await answerOf('skill_manage', { action: 'create', name: 'gif-search', description: 'Another.' });
  expect(await refuses('skill_restore', { name: 'gif-search' })).toMatchObject({ code: 'already-exists' });
  expect(await answerOf('skill_restore', { name: 'gif-search', as: 'gif-old' })).toMatchObject({
    id: 'home:gif-old',
  });
  expect(await refuses('skill_restore', { name: 'nothing' })).toMatchObject({ code: 'skill-not-found' });
});

type Refused = readonly [given: Record<string, unknown>, code: string, message?: string];

const refusals: readonly Refused[] = [
  [{ action: 'create', name: 'new' }, 'bad-value', 'create needs description'],
  [{ action: 'create', name: 'gif-search', description: 'x' }, 'already-exists'],
  [{ action: 'create', name: 'Not A Name', description: 'x' }, 'bad-name'],
  [{ action: 'create', name: '../out', description: 'x' }, 'bad-name'],
  [{ action: 'create', name: 'new', description: 'x', category: '../..' }, 'bad-name'],
  [{ action: 'create', name: 'new', description: 'x'.repeat(2_000) }, 'bad-value'],
  [{ action: 'create', name: 'new', description: 'x', body: 'x'.repeat(200_000) }, 'too-large'],
  [{ action: 'create', name: 'new', description: 'x', body: '\ud800' }, 'bad-value'],
  [{ action: 'create', name: 'new', description: 'x', find: 'y' }, 'bad-value', 'create takes no find'],
  [{ action: 'edit', content: 'no frontmatter' }, 'would-break-skill'],
  [{ action: 'edit' }, 'bad-value', 'edit needs content'],
  [{ action: 'edit', content: 'x', expectedSha256: '0'.repeat(64) }, 'changed-on-disk'],
  [{ action: 'edit', name: 'nothing', content: 'x' }, 'skill-not-found'],
  [{ action: 'patch', find: 'absent', replace: '' }, 'patch-no-match'],
  [{ action: 'patch', find: 's', replace: 'z' }, 'patch-many-matches'],
  [{ action: 'patch', find: '', replace: 'z' }, 'bad-value'],
  [{ action: 'patch', find: 'x'.repeat(2_000_000), replace: 'z' }, 'patch-no-match'],
  [{ action: 'patch', find: 'name: gif-search\n', replace: '' }, 'would-break-skill'],
  [{ action: 'patch', find: 'a', replace: 'b', file: '../SKILL.md' }, 'path-unsafe'],
  [{ action: 'write_file', file: 'references/a.md' }, 'bad-value', 'write_file needs content'],
  [{ action: 'write_file', file: '../../evil.md', content: 'x' }, 'path-unsafe'],
  [{ action: 'write_file', file: '/etc/passwd', content: 'x' }, 'path-unsafe'],
  [{ action: 'write_file', file: 'references/../../../x', content: 'x' }, 'path-unsafe'],
  [{ action: 'write_file', file: 'references/a\0b', content: 'x' }, 'path-unsafe'],
  [{ action: 'write_file', file: 'SKILL.md', content: 'x' }, 'path-unsafe'],
  [{ action: 'write_file', file: 'references/a.md', content: 'x'.repeat(1_100_000) }, 'too-large'],
  [{ action: 'remove_file', file: 'references/none.md' }, 'not-found'],
  [{ action: 'remove_file', file: '../gif-search/SKILL.md' }, 'path-unsafe'],
  [{ action: 'delete', name: 'nothing' }, 'skill-not-found'],
  [{ action: 'delete', content: 'x' }, 'bad-value', 'delete takes no content'],
  [{ action: 'destroy' }, 'bad-value'],
];

test('what cannot be done is refused with its reason, and changes nothing', async () => {
  const world = withSkill();
  const { refuses } = await world.agent();
  const before = world.read(file);
  for (const [given, code, message] of refusals) {
    const name = 'gif-search';
    const refused = await refuses('skill_manage', { name, ...given });
    expect(refused, JSON.stringify(given).slice(0, 100)).toMatchObject({ code });
    if (message !== undefined) expect(refused.message).toBe(message);
  }
  expect(world.read(file)).toBe(before);
  expect(
    world
      .library()
      .history()
      .entries.filter(({ state }) => state === 'committed'),
  ).toEqual([]);
  expect(world.library().list().skills).toHaveLength(1);
});

test('a pinned skill is not archived, and a frozen one not changed by an agent', async () => {
  const world = withSkill();
  const { refuses, answerOf } = await world.agent();
  world.library().reading.usage.put('home:gif-search', { pinLevel: 'pin' });
  const remove = { action: 'delete', name: 'gif-search' };
  expect(await refuses('skill_manage', remove)).toMatchObject({
    code: 'pinned',
    hint: 'coppice unpin home:gif-search',
  });
  const patch = { action: 'patch', name: 'gif-search', find: 'twice', replace: 'once' };
  await answerOf('skill_manage', patch);
  world.library().reading.usage.put('home:gif-search', { pinLevel: 'freeze' });
  expect(await refuses('skill_manage', patch)).toMatchObject({ code: 'pinned' });
});

test('of changes that are asked for at once none is lost, and of equal names one is created', async () => {
  const world = withSkill();
  const agents = await Promise.all([world.agent(), world.agent()]);
  const write = (agent: Agent, at: number) =>
    agent.call('skill_manage', {
      action: 'write_file',
      name: 'gif-search',
      file: `references/${at}.md`,
      content: `${at}`,
    });
  const wrote = await Promise.all(
    agents.flatMap((agent, who) => [0, 1, 2, 3].map((n) => write(agent, who * 4 + n))),
  );
  expect(wrote.map(({ isError }) => isError)).toEqual(Array(8).fill(false));
  expect(world.library().view('gif-search').files.references).toHaveLength(8);
  const created = await Promise.all(
    agents.map((agent) =>
      agent.call('skill_manage', { action: 'create', name: 'new-one', description: 'Does it.' }),
    ),
  );
  expect(created.map(({ isError }) => isError).toSorted()).toEqual([false, true]);
});

test.each(eras)('a client is notified when the skills have changed (%s)', async (era) => {
  const world = withSkill();
  const agent = await world.agent({ era });
  let changes = 0;
  agent.client.setNotificationHandler('notifications/resources/list_changed', () => {
    changes += 1;
  });
  const isReported = era === 'legacy';
  await agent.refuses('skill_manage', { action: 'delete', name: 'nothing' });
  await agent.answerOf('skills_list');
  expect(changes).toBe(0);
  await agent.answerOf('skill_manage', { action: 'delete', name: 'gif-search' });
  await agent.answerOf('skills_list');
  expect(changes).toBe(isReported ? 1 : 0);
});
