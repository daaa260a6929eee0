import { expect, test } from 'vitest';
import { McpWorld } from './mcp-world.js';

function withSkills(): McpWorld {
  const world = new McpWorld();
  world.put(
    '.coppice/skills/media/gif-search/SKILL.md',
    '---\nname: gif-search\ndescription: Finds moving pictures.\nlicense: MIT\nprerequisites:\n  env_vars: [GIF_KEY]\n---\n# Steps\n',
  );
  world.put('.coppice/skills/media/gif-search/references/api.md', '# API\r\n');
  world.put('.coppice/skills/media/gif-search/assets/pixel.png', new Uint8Array([0x89, 0x50, 0]));
  world.skill('pdf-forms', { description: 'Fills in forms.' });
  return world;
}

test('a list is short, and what is as usual is left out', async () => {
  const { answerOf } = await withSkills().agent();
  expect(await answerOf('skills_list')).toEqual({
    skills: [
      { id: 'home:pdf-forms', name: 'pdf-forms', description: 'Fills in forms.' },
      {
        id: 'home:gif-search',
        name: 'gif-search',
        description: 'Finds moving pictures.',
        category: 'media',
      },
    ],
    total: 2,
    categories: ['media'],
    hint: 'skill_view with a name opens one, with its instructions.',
  });
  const { skills } = await answerOf('skills_list', { category: 'media' });
  expect(skills).toMatchObject([{ name: 'gif-search' }]);
  expect(await answerOf('skills_list', { query: 'forms' })).toMatchObject({ total: 1 });
});

test('a search takes a question and keywords, and the former query', async () => {
  const { answerOf, refuses } = await withSkills().agent();
  const names = async (given: object) => {
    const { results } = await answerOf('skills_search', { ...given });
    return (results as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  expect(await names({ question: 'animate my cat', keywords: ['gif', 'pictures'] })).toEqual(['gif-search']);
  expect(await names({ question: 'forms' })).toEqual(['pdf-forms']);
  expect(await names({ query: 'forms' })).toEqual(['pdf-forms']);
  expect(await answerOf('skills_search', { question: 'xylophone' })).toMatchObject({
    message: 'No skill matches.',
    hint: expect.stringContaining('Search again with keywords'),
  });
  const both = await refuses('skills_search', { question: 'a', query: 'b' });
  expect(both).toMatchObject({ code: 'bad-value', hint: 'it takes: question, keywords, archived, limit' });
});

test('pages of a list follow each other', async () => {
  const { answerOf } = await withSkills().agent();
  const first = await answerOf('skills_list', { limit: 1 });
  expect(first).toMatchObject({ total: 2, skills: [{ name: 'pdf-forms' }], nextCursor: expect.any(String) });
  expect(first['hint']).toContain('nextCursor');
  const second = await answerOf('skills_list', { limit: 1, cursor: first['nextCursor'] });
  expect(second).toMatchObject({ skills: [{ name: 'gif-search' }] });
  expect(second).not.toHaveProperty('nextCursor');
});

test('an empty library says where it looked', async () => {
  const { answerOf } = await new McpWorld().agent();
  const { skills, message } = await answerOf('skills_list');
  expect([skills, message]).toEqual([[], expect.stringContaining('There are no skills yet')]);
});

test('what is written, archived or trusted while the server runs is seen by the next call', async () => {
  const world = new McpWorld();
  const { answerOf } = await world.agent();
  expect(await answerOf('skills_list')).toMatchObject({ total: 0 });
  world.skill('new-one');
  expect(await answerOf('skills_list')).toMatchObject({ skills: [{ name: 'new-one' }] });
  await world.library().archive('new-one');
  expect(await answerOf('skills_list')).toMatchObject({ total: 0 });
});

test('a skill is opened with all that an agent needs to follow it, and counted as used', async () => {
  const world = withSkills();
  const { answerOf } = await world.agent();
  expect(await answerOf('skill_view', { name: 'gif-search' })).toEqual({
    id: 'home:gif-search',
    name: 'gif-search',
    description: 'Finds moving pictures.',
    category: 'media',
    provenance: 'unknown',
    dir: `${world.home}/skills/media/gif-search`,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    metadata: { license: 'MIT', prerequisites: { env_vars: ['GIF_KEY'] } },
    missingEnvironment: [expect.objectContaining({ name: 'GIF_KEY' })],
    body: '# Steps\n',
    files: { references: ['references/api.md'], assets: ['assets/pixel.png'] },
    hint: 'skill_view with the same name and a file opens one of its files.',
  });
  expect(world.library().reading.usage.get('home:gif-search')).toMatchObject({ viewCount: 0, useCount: 1 });
});

test('a file is opened as it is, and of one that is no text only the size is shown', async () => {
  const world = withSkills();
  const { answerOf, refuses } = await world.agent();
  const name = 'home:gif-search';
  expect(await answerOf('skill_view', { name, file: 'references/api.md' })).toEqual({
    id: 'home:gif-search',
    file: 'references/api.md',
    content: '# API\r\n',
  });
  expect(await answerOf('skill_view', { name, file: 'assets/pixel.png' })).toMatchObject({
    binary: true,
    bytes: 3,
  });
  expect(world.library().reading.usage.get(name)).toMatchObject({ viewCount: 2 });
  expect(await refuses('skill_view', { name, file: 'references/ap.md' })).toMatchObject({
    code: 'not-found',
    hint: 'its files are: references/api.md, assets/pixel.png',
  });
  expect(world.library().reading.usage.get(name)).toMatchObject({ viewCount: 2 });
});

test('a skill that is not there is refused with similar names, in the words of the tools', async () => {
  const world = withSkills();
  const { refuses } = await world.agent();
  expect(await refuses('skill_view', { name: 'gif-serch' })).toEqual({
    code: 'skill-not-found',
    message: 'there is no skill gif-serch',
    hint: 'did you mean: gif-search',
  });
  expect((await refuses('skill_view', { name: 'zzz' })).hint).toBe('skills_list shows all skills');
  await world.library().archive('pdf-forms');
  expect((await refuses('skill_view', { name: 'pdf-forms' })).hint).toContain('skill_restore pdf-forms');
});

test('the skills of a project that is not trusted are shown as such', async () => {
  const world = withSkills();
  world.put('project/coppice.toml', '');
  world.put(
    'project/.claude/skills/deploy/SKILL.md',
    '---\nname: deploy\ndescription: Deploys.\n---\nRun it.\n',
  );
  world.workingFolder = `${world.path}/project`;
  const { answerOf } = await world.agent();
  const { skills } = await answerOf('skills_list', { query: 'deploy' });
  expect(skills).toMatchObject([{ name: 'deploy', trusted: false }]);
  const { results } = await answerOf('skills_search', { query: 'deploy' });
  expect(results).toMatchObject([{ name: 'deploy', trusted: false }]);
  const view = await answerOf('skill_view', { name: 'deploy' });
  expect(view).toMatchObject({ trusted: false, body: 'Run it.\n' });
  expect(view['hint']).toContain('has not trusted');
  const used = world
    .library()
    .reading.usage.all()
    .filter((record) => record.viewCount + record.useCount > 0);
  expect(used).toMatchObject([{ viewCount: 1, useCount: 0 }]);
  world.put('.coppice/config.toml', `[library]\ntrusted_projects = ["${world.workingFolder}"]\n`);
  expect(await answerOf('skill_view', { name: 'deploy' })).not.toHaveProperty('trusted');
});

test('a skill that is disabled is not offered', async () => {
  const world = withSkills();
  world.put('.coppice/config.toml', '[library]\ndisabled = ["gif-search"]\n');
  const { answerOf, refuses } = await world.agent();
  expect(await answerOf('skills_list')).toMatchObject({ total: 1 });
  expect(await answerOf('skills_search', { query: 'gif' })).toMatchObject({ results: [] });
  expect(await refuses('skill_view', { name: 'gif-search' })).toMatchObject({ code: 'skill-hidden' });
});

test('a search gives the best first, and names a forgotten skill', async () => {
  const world = withSkills();
  const { answerOf } = await world.agent();
  expect(await answerOf('skills_search', { query: 'moving pictures' })).toEqual({
    results: [
      {
        id: 'home:gif-search',
        name: 'gif-search',
        description: 'Finds moving pictures.',
        score: expect.any(Number),
      },
    ],
    hint: 'skill_view NAME opens a skill',
  });
  await world.library().archive('gif-search');
  const { message, hint } = await answerOf('skills_search', { query: 'moving pictures' });
  expect([message, hint]).toEqual([
    expect.stringContaining('an archived one does: gif-search'),
    'skill_restore home:gif-search brings it back',
  ]);
  expect(await answerOf('skills_search', { query: 'moving pictures', archived: true })).toMatchObject({
    results: [{ name: 'gif-search', state: 'archived' }],
  });
});

test('usage is shown in the requested order, and for one skill by its name', async () => {
  const world = withSkills();
  const { answerOf, refuses } = await world.agent();
  expect(await answerOf('skill_usage')).toMatchObject({ records: [], total: 0 });
  expect(await answerOf('skill_usage', { name: 'pdf-forms' })).toMatchObject({ records: [] });
  const { usage } = world.library().reading;
  usage.record('home:pdf-forms', 'use');
  usage.record('home:pdf-forms', 'view');
  usage.record('home:gif-search', 'use');
  usage.put('home:idle', { createdAt: 1 });
  const check = async (given: Record<string, unknown>, ids: readonly string[]) =>
    expect(await answerOf('skill_usage', given)).toMatchObject({
      records: ids.map((id) => ({ id })),
      total: 3,
    });
  await check({}, ['home:pdf-forms', 'home:gif-search', 'home:idle']);
  await check({ sort: 'idle', limit: 1 }, ['home:idle']);
  await check({ sort: 'recent' }, ['home:gif-search', 'home:pdf-forms', 'home:idle']);
  expect(await answerOf('skill_usage', { name: 'pdf-forms' })).toMatchObject({
    records: [
      {
        id: 'home:pdf-forms',
        useCount: 1,
        viewCount: 1,
        patchCount: 0,
        state: 'active',
        createdBy: 'unknown',
        lastActivityAt: '2026-03-01T00:00:00.000Z',
      },
    ],
  });
  expect(await answerOf('skill_usage', { name: 'home:idle' })).toMatchObject({
    records: [{ id: 'home:idle' }],
  });
  expect(await refuses('skill_usage', { name: 'nothing' })).toMatchObject({ code: 'skill-not-found' });
});
