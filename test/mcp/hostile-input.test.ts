import fc from 'fast-check';
import { expect, test } from 'vitest';
import { McpWorld } from './mcp-world.js';

const tools = [
  'skills_list',
  'skill_view',
  'skills_search',
  'skill_manage',
  'skill_usage',
  'skill_restore',
  'registry_search',
  'registry_install',
];

test('arguments of the wrong type, missing or unknown are refused with the reason', async () => {
  const { refuses } = await new McpWorld().agent();
  const check = async (name: string, given: Record<string, unknown>, message: string) => {
    const refused = await refuses(name, given);
    expect(refused.code).toBe('bad-value');
    expect(refused.message).toContain(message);
    expect(refused.hint).toMatch(/^it takes: /);
  };
  await check('skills_list', { limit: 0 }, 'limit');
  await check('skills_list', { limit: 1.5 }, 'limit');
  await check('skills_list', { limit: '10' }, 'limit');
  await check('skills_list', { verbose: true }, 'verbose');
  await check('skill_view', {}, 'name');
  await check('skill_view', { name: 5 }, 'name');
  await check('skill_view', { name: ['a'] }, 'name');
  await check('skill_view', { name: 'x'.repeat(300) }, 'name');
  await check('skill_view', { name: 'x', file: '' }, 'file');
  await check('skills_search', { question: '' }, 'question');
  // The old name of the question is still read.
  await check('skills_search', { query: '' }, 'question');
  await check('skills_search', { query: 'x'.repeat(501) }, 'question');
  await check('skills_search', { question: 'x', archived: 'yes' }, 'archived');
  await check('skills_search', { question: 'x', keywords: 'pdf' }, 'keywords');
  await check('skill_manage', { name: 'x' }, 'action');
  await check('skill_manage', { action: 'edit', name: 'x', content: {} }, 'content');
  await check('skill_usage', { sort: 'random' }, 'sort');
  await check('skill_restore', { name: null }, 'name');
  await check('registry_search', { query: 'x', kind: 'plugin' }, 'kind');
  await check('registry_install', { slug: 7 }, 'slug');
});

test.for([
  '../../../etc/passwd',
  '/etc/passwd',
  'references/../../secret.txt',
  '..',
  '.',
  'references/\0',
  'references',
  '..\\secret.txt',
  'C:\\secret.txt',
  'references//../../../secret.txt',
])('a file outside of the skill is never shown: %j', async (file) => {
  const world = new McpWorld();
  world.skill('gif-search');
  world.put('.coppice/skills/gif-search/references/api.md', 'api');
  world.put('.coppice/skills/secret.txt', 'secret');
  const { refuses } = await world.agent();
  const refused = await refuses('skill_view', { name: 'gif-search', file });
  expect(['not-found', 'path-unsafe', 'not-a-file']).toContain(refused.code);
  expect(JSON.stringify(refused)).not.toContain('root:');
});

test.for([
  '../secret',
  '..',
  '.',
  '/',
  'home:../secret',
  'home:',
  ':',
  '__proto__',
  'constructor',
  'a/b',
  '%2e%2e',
  '\0',
])('a name that is none finds nothing: %j', async (name) => {
  const world = new McpWorld();
  world.put('.coppice/secret/SKILL.md', '---\nname: hidden\ndescription: Not in a root.\n---\n');
  const { refuses } = await world.agent();
  expect((await refuses('skill_view', { name })).code).toBe('skill-not-found');
  expect((await refuses('skill_usage', { name })).code).toBe('skill-not-found');
  expect((await refuses('skill_restore', { name })).code).toBe('skill-not-found');
});

test('whatever is given to whichever tool, there is an answer, and it is no fault of the program', async () => {
  const world = new McpWorld();
  world.skill('gif-search');
  const { call } = await world.agent();
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'gif-search',
      'home:gif-search',
      'create',
      'patch',
      'write_file',
      '../x',
      'references/a.md',
    ),
  );
  const value = fc.oneof(
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(word, { maxLength: 2 }),
  );
  const key = fc.constantFrom(
    ...['action', 'name', 'file', 'query', 'limit', 'cursor', 'content', 'find', 'replace', 'description'],
    ...['body', 'slug', 'range', 'sort', 'as', 'expectedSha256', '__proto__'],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...tools),
      fc.dictionary(key, value, { maxKeys: 6 }),
      async (name, given) => {
        const { isError, document } = await call(name, given);
        if (isError)
          expect(document).toMatchObject({
            error: { code: expect.any(String), message: expect.any(String) },
          });
        expect(JSON.stringify(document)).not.toContain('"internal"');
      },
    ),
    { numRuns: 300 },
  );
  expect(world.logged).toEqual([]);
});
