import { expect, test } from 'vitest';
import type { ManifestItem } from '../../src/client/rules/manifest.js';
import type { FoundItem, Installed } from '../../src/mcp/tools/tool.js';
import { CoppiceError } from '../../src/text/errors.js';
import { McpWorld } from './mcp-world.js';

const row: FoundItem = {
  kind: 'skill',
  slug: 'deploy',
  state: 'published',
  version: '1.2.0',
  description: 'Deploys.',
  tags: [],
  deprecated: null,
};

const nothing: Installed = {
  installed: [],
  repaired: [],
  unchanged: [],
  removed: [],
  skipped: [],
  failed: [],
};

test('a search gives enough to choose by', async () => {
  const world = new McpWorld();
  const asked: unknown[] = [];
  world.registry = {
    search: async (...request) => {
      asked.push(request);
      const old = {
        ...row,
        slug: 'old',
        tags: ['ops'],
        deprecated: { message: 'Use deploy.', replacement: 'deploy' },
      };
      return [row, old];
    },
  };
  const { answerOf } = await world.agent();
  expect(await answerOf('registry_search', { question: 'deploy it', keywords: ['ship'], limit: 3 })).toEqual({
    results: [
      { slug: 'deploy', version: '1.2.0', description: 'Deploys.' },
      {
        slug: 'old',
        version: '1.2.0',
        description: 'Deploys.',
        tags: ['ops'],
        deprecated: { message: 'Use deploy.', replacement: 'deploy' },
      },
    ],
    hint: 'registry_install with its slug adds one to the project.',
  });
  expect(asked).toEqual([['deploy it', { keywords: ['ship'], kind: 'skill', limit: 3 }]]);
  const reader = await world.agent({ isReadOnly: true });
  expect((await reader.answerOf('registry_search', { query: 'x' }))['hint']).toContain('coppice add SLUG');
});

test('a registry that is not there, or finds nothing, is reported', async () => {
  const world = new McpWorld();
  const { refuses } = await world.agent();
  expect(await refuses('registry_search', { query: 'x' })).toMatchObject({ code: 'not-found' });
  expect(await refuses('registry_install', { slug: 'x' })).toMatchObject({ code: 'not-found' });
  world.registry = { search: async () => [] };
  const { answerOf } = await world.agent();
  expect(await answerOf('registry_search', { question: 'x', keywords: ['y'] })).toEqual({
    results: [],
    hint: 'No published item matches.',
  });
  expect((await answerOf('registry_search', { query: 'x' }))['hint']).toContain('keywords');
});

async function installing(done: () => Installed) {
  const world = new McpWorld();
  const wanted: ManifestItem[] = [];
  world.registry = {
    install: async (item) => {
      wanted.push(item);
      return done();
    },
  };
  return { ...(await world.agent()), wanted };
}

test('an item is asked for by slug and range, and what came with it is listed', async () => {
  const installed = [{ kind: 'skill', slug: 'deploy', version: '1.2.0' } as const];
  const { answerOf, wanted } = await installing(() => ({ ...nothing, installed }));
  expect(await answerOf('registry_install', { slug: 'deploy', range: '^1' })).toMatchObject({
    installed,
    unchanged: 0,
    hint: expect.stringContaining('skill_view with deploy opens it'),
  });
  await answerOf('registry_install', { slug: 'helper', kind: 'agent' });
  expect(wanted).toEqual([
    { kind: 'skill', slug: 'deploy', wanted: { from: 'registry', range: '^1' } },
    { kind: 'agent', slug: 'helper', wanted: { from: 'registry', range: '*' } },
  ]);
});

test('what was skipped stays wanted, and what failed is an error', async () => {
  const skipped = [{ kind: 'skill', slug: 'deploy', reason: 'no published version fits ^9' } as const];
  const { answerOf } = await installing(() => ({ ...nothing, skipped }));
  expect(await answerOf('registry_install', { slug: 'deploy' })).toMatchObject({
    skipped,
    hint: expect.stringContaining('coppice remove deploy'),
  });
  const failed = [{ kind: 'skill', slug: 'lib', code: 'unavailable', reason: 'cannot be reached' } as const];
  const { refuses } = await installing(() => ({ ...nothing, failed }));
  expect(await refuses('registry_install', { slug: 'deploy' })).toEqual({
    code: 'unavailable',
    message: 'cannot be reached',
  });
});

test('only slugs and ranges reach the project', async () => {
  const { refuses, wanted } = await installing(() => {
    throw new CoppiceError('internal', 'not to be asked');
  });
  const slugs = [
    '../x',
    'owner/repo',
    './folder',
    'https://example.com/x',
    'UPPER',
    '',
    'a@1',
    'x'.repeat(65),
  ];
  for (const slug of slugs)
    expect((await refuses('registry_install', { slug })).code, slug).toBe('bad-value');
  for (const range of ['not a range', '', `>${'1'.repeat(300)}`, 'file:../x'])
    expect((await refuses('registry_install', { slug: 'deploy', range })).code, range).toBe('bad-value');
  expect(wanted).toEqual([]);
});
