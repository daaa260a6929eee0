import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogRoutes, type ListQuery } from '../../api/routes/catalog.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { deprecateItem, moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { listItems } from './list-items.js';

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;

const skill = (slug: string) => ({ kind: 'skill', slug }) as const;

beforeAll(async () => {
  registry = await testRegistry();
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  const globex = await publishingIn(registry, 'globex');
  const items = [
    ['kubernetes-rollout', 'Roll out deployments and watch that they come up.', ['ops', 'cloud'], ''],
    [
      'deploy-checklist',
      'What to look at before a release goes live.',
      ['ops'],
      'Kubernetes is mentioned in passing.',
    ],
    ['incident-notes', 'Write down what happened, and when.', ['ops', 'writing'], ''],
    ['résumé-writing', 'Helps with a résumé and the letter for it.', ['writing'], ''],
    ['git-rebase', 'Tidy up commits before they are shared.', ['git'], ''],
    ['old-deploy', 'Deploys with the script of old.', ['ops'], ''],
  ] as const;
  for (const [name, description, tags, body] of items) {
    registry.clock.advance(1_000);
    const slug = name.replaceAll('é', 'e');
    await acme.publish(`${slug}@1.0.0`, { name, description, tags, body: `# Steps\n\n${body}\n` });
  }
  await acme.publish(
    'deploy-agent@1.0.0',
    { name: 'deploy-agent', description: 'Deploys.' },
    { kind: 'agent' },
  );
  await acme.publish('gone@1.0.0', { name: 'gone', description: 'Deploys no more.' });
  await moveItem(registry, acme.admin, skill('gone'), 'archive', '');
  await acme.publish('idle@1.0.0', { name: 'idle', description: 'Deploys rarely.' });
  await moveItem(registry, acme.admin, skill('idle'), 'flag', '');
  await acme.publish('withdrawn@1.0.0', { name: 'withdrawn', description: 'Deploys wrongly.' });
  await yankVersion(registry, acme.admin, skill('withdrawn'), { version: '1.0.0', reason: 'wrong' });
  await deprecateItem(registry, acme.admin, skill('old-deploy'), { message: 'too old', replacement: null });
  await globex.publish('deploy-theirs@1.0.0', { name: 'deploy-theirs', description: 'Deploys elsewhere.' });
});
afterAll(() => registry.close());

const queryOf = (given: Readonly<Record<string, string>>): ListQuery =>
  catalogRoutes.listItems.query.parse(given);

async function slugs(given: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { items } = await listItems(catalog, acme.tenant.id, queryOf(given));
  return items.map(({ slug }) => slug);
}

function check(what: string, given: Readonly<Record<string, string>>, expected: readonly string[]): void {
  test(what, async () => expect(await slugs(given)).toEqual(expected));
}

const all = [
  'deploy-checklist',
  'git-rebase',
  'incident-notes',
  'kubernetes-rollout',
  'resume-writing',
  'old-deploy',
];

check('all published items by name, deprecated ones last', {}, all);
check('items of another kind', { kind: 'agent' }, ['deploy-agent']);
check('flagged items', { state: 'flagged' }, ['idle']);
check('archived items', { state: 'archived' }, ['gone']);
check('by the last publication', { sort: 'updated' }, [
  'git-rebase',
  'resume-writing',
  'incident-notes',
  'deploy-checklist',
  'kubernetes-rollout',
  'old-deploy',
]);
check('one tag', { tags: 'writing' }, ['incident-notes', 'resume-writing']);
check('all tags of several', { tags: 'writing, ops' }, ['incident-notes']);
check('no item has the tag', { tags: 'nothing' }, []);
check('a word in the name comes before one in the text', { query: 'kubernetes' }, [
  'kubernetes-rollout',
  'deploy-checklist',
]);
check('an item of just this name first', { query: 'git-rebase' }, ['git-rebase']);
check('its name with a space', { query: 'Git Rebase' }, ['git-rebase']);
check('other forms of an English word, nearer ones first', { query: 'deployment' }, [
  'kubernetes-rollout',
  'deploy-checklist',
  'old-deploy',
]);
check('a word that is not yet finished', { query: 'kubern' }, ['kubernetes-rollout', 'deploy-checklist']);
check('words of which the last is not yet finished', { query: 'watch deploym' }, [
  'kubernetes-rollout',
  'deploy-checklist',
  'old-deploy',
]);
check('accents do not matter', { query: 'resume' }, ['resume-writing']);
check('nor do they in the query', { query: 'résumé' }, ['resume-writing']);
check('a missing letter', { query: 'kubernees' }, ['kubernetes-rollout']);
check('swapped letters', { query: 'kuberentes' }, ['kubernetes-rollout', 'deploy-checklist']);
check('letters that are no word in the query language', { query: 'ŉŉab ªªcd' }, []);
check('swapped letters in a short word', { query: 'lvie' }, ['deploy-checklist']);
check('a wrong letter in two words', { query: 'kubernetas rolloud' }, ['kubernetes-rollout']);
check(
  'items with more of the words come first, and those with other words for them last',
  { query: 'rebase release live' },
  ['deploy-checklist', 'git-rebase', 'kubernetes-rollout', 'old-deploy'],
);
check('items with all of the words before those with some', { query: 'watch deployments kubernetes' }, [
  'kubernetes-rollout',
  'deploy-checklist',
  'old-deploy',
]);
check(
  'an item with one of the words before those with another word for it',
  { query: 'a rollout to production' },
  ['kubernetes-rollout', 'deploy-checklist', 'old-deploy'],
);
check('the question by its other name', { question: 'kubernetes', query: 'zebra' }, [
  'kubernetes-rollout',
  'deploy-checklist',
]);
check(
  'keywords of the item, whatever the question is',
  { question: 'my pods crash', keywords: 'zebra,kubernetes' },
  ['kubernetes-rollout', 'deploy-checklist'],
);
check('items with more of the keywords come first', { keywords: 'release, git, rebase' }, [
  'git-rebase',
  'deploy-checklist',
]);
check('an item of just this name before the keywords', { question: 'git rebase', keywords: 'kubernetes' }, [
  'git-rebase',
  'kubernetes-rollout',
  'deploy-checklist',
]);
check('keywords that nothing has', { question: 'zebra', keywords: 'giraffe, the' }, []);
check('a phrase', { query: '"goes live"' }, ['deploy-checklist']);
check('words that must not be there', { query: 'kubernetes -passing' }, ['kubernetes-rollout']);
check('alternatives', { query: 'rebase or incident' }, ['git-rebase', 'incident-notes']);
check('a search within a tag', { query: 'kubernetes', tags: 'cloud' }, ['kubernetes-rollout']);
check('search results by name', { query: 'kubernetes', sort: 'name' }, [
  'deploy-checklist',
  'kubernetes-rollout',
]);
check('nothing is found', { query: 'zebra' }, []);
check('only punctuation', { query: "&|!:*()'\\" }, []);
check('spaces are not a query', { query: '  ' }, all);

test('a row has the facts of its latest version, and no similarity', async () => {
  const { items } = await listItems(catalog, acme.tenant.id, queryOf({ query: 'incident-notes' }));
  expect(items).toEqual([
    expect.objectContaining({
      kind: 'skill',
      slug: 'incident-notes',
      version: '1.0.0',
      state: 'published',
      description: 'Write down what happened, and when.',
      tags: ['ops', 'writing'],
      deprecated: null,
      use_count: 0,
    }),
  ]);
  expect(items[0]).not.toHaveProperty('similarity');
});

test('a search by meaning needs a model', async () => {
  await expect(slugs({ query: 'x', semantic: 'true' })).rejects.toMatchObject({ code: 'bad-value' });
});

test.each(['name', 'updated', 'used', 'relevance'])(
  'pages by %s together have every item once',
  async (sort) => {
    const found: string[] = [];
    const given = { query: 'deploy or write or tidy', sort, limit: '2' };
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listItems(catalog, acme.tenant.id, queryOf(cursor ? { ...given, cursor } : given));
      found.push(...page.items.map(({ slug }) => slug));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(await slugs({ ...given, limit: '100' }));
    expect(found.length).toBeGreaterThan(4);
  },
);

test('a cursor of another query is refused', async () => {
  const { next_cursor } = await listItems(catalog, acme.tenant.id, queryOf({ limit: '2' }));
  const cursor = next_cursor ?? '';
  expect(await slugs({ limit: '3', cursor })).toEqual(all.slice(2, 5));
  for (const other of [
    { kind: 'agent' },
    { sort: 'updated' },
    { query: 'x' },
    { keywords: 'x' },
    { tags: 'ops' },
    { state: 'flagged' },
  ])
    await expect(slugs({ ...other, limit: '2', cursor })).rejects.toMatchObject({ code: 'bad-value' });
});

test.each(['name', 'updated', 'relevance'])(
  'pages by %s neither repeat nor lose items while others publish',
  async (sort) => {
    const busy = await publishingIn(registry, `busy-${sort}`);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) {
      registry.clock.advance(1_000);
      await busy.publish(`${name}@1.0.0`, { description: 'All the same.' });
    }
    const seen: string[] = [];
    const given = { sort, limit: '2', ...(sort === 'relevance' && { query: 'same' }) };
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listItems(catalog, busy.tenant.id, queryOf(cursor ? { ...given, cursor } : given));
      seen.push(...page.items.map(({ slug }) => slug));
      cursor = page.next_cursor;
      registry.clock.advance(1_000);
      // These publish an item that was shown, one that was not, and a new one.
      const [shown = ''] = seen;
      const [hidden] = names.filter((name) => !seen.includes(name));
      for (const name of [shown, ...(hidden ? [hidden] : []), `new-${seen.length}`])
        await busy.publish(`${name}@1.${seen.length}.0`, { description: 'All the same.' });
    }
    expect(seen.filter((slug) => names.includes(slug)).sort()).toEqual(names);
  },
);

test.each([
  ['deploy to production', 'deploy'],
  ['dokcer', 'docker-images'],
  ['depoly', 'deploy'],
])('%s finds %s among items that have other words of the question', async (query, slug) => {
  const team = await publishingIn(registry, `finders-${query.replaceAll(' ', '-')}`);
  const items = {
    deploy: 'Ship a service to the servers.',
    'docker-images': 'Build small images for containers.',
    'production-notes': 'What to write down about an outage.',
  };
  for (const [name, description] of Object.entries(items))
    await team.publish(`${name}@1.0.0`, { name, description });
  const { items: found } = await listItems(catalog, team.tenant.id, queryOf({ query }));
  expect(found.map((item) => item.slug)).toContain(slug);
});

test('all pages of a search are pages of the ranking that was made for the first', async () => {
  const team = await publishingIn(registry, 'harvesters');
  const add = (slug: string) => team.publish(`${slug}@1.0.0`, { name: slug, description: 'About it.' });
  for (const slug of ['harvest-a', 'harvest-b', 'harvest-c', 'harvesd-x']) await add(slug);
  const page = async (given: Readonly<Record<string, string>>) => {
    const asked = queryOf({ query: 'harvest', ...given });
    const { items, next_cursor } = await listItems(catalog, team.tenant.id, asked);
    return {
      slugs: items.map(({ slug }) => slug),
      scores: items.map(({ score }) => score),
      cursor: next_cursor ?? '',
    };
  };
  const all = await page({});
  const first = await page({ limit: '2' });
  expect(first.slugs).toEqual(['harvest-a', 'harvest-b']);
  for (const slug of ['harvest-d', 'harvest-e', 'harvest-f', 'harvest-g']) await add(slug);
  await moveItem(registry, team.admin, skill('harvesd-x'), 'archive', '');
  const rest = await page({ limit: '50', cursor: first.cursor });
  expect(rest.slugs).toEqual(['harvest-c']);
  expect([...first.scores, ...rest.scores]).toEqual(all.scores.slice(0, 3));
});

test('an item whose terms are not stored yet is found by its name and its description', async () => {
  const team = await publishingIn(registry, 'older');
  await team.publish('gardening@1.0.0', { name: 'gardening', description: 'Cut the roses.' });
  await team.publish('cooking@1.0.0', { name: 'cooking', description: 'Cut the onions.' });
  await registry.unguarded
    .updateTable('items')
    .set({ search_terms: null })
    .where('tenant_id', '=', team.tenant.id)
    .execute();
  const found = async (query: string) => {
    const { items } = await listItems(catalog, team.tenant.id, queryOf({ query }));
    return items.map(({ slug, score = 0 }) => [slug, score > 0]);
  };
  expect(await found('gardening')).toEqual([['gardening', true]]);
  expect(await found('cut onions')).toEqual([
    ['cooking', true],
    ['gardening', true],
  ]);
});

test.each([
  ['a text among the numbers', [1, 'x']],
  ['half of a pair', [1]],
  ['a score above 1', [1, 2]],
  ['an id that is no whole number', [1.5, 0.5]],
  ['more than a search lists', Array.from({ length: 402 }, () => 0)],
])('a cursor with %s is refused', async (_what, values) => {
  const asked = queryOf({ query: 'kubernetes', limit: '1' });
  const { next_cursor } = await listItems(catalog, acme.tenant.id, asked);
  const [hash] = JSON.parse(Buffer.from(next_cursor ?? '', 'base64url').toString());
  const cursor = Buffer.from(JSON.stringify([hash, ...values])).toString('base64url');
  await expect(listItems(catalog, acme.tenant.id, { ...asked, cursor })).rejects.toMatchObject({
    code: 'bad-value',
  });
});

test('a cursor that names items of another tenant or state shows none of them', async () => {
  const hidden = await registry.unguarded
    .selectFrom('items')
    .select('id')
    .where('slug', 'in', ['deploy-theirs', 'gone', 'idle'])
    .execute();
  expect(hidden).toHaveLength(3);
  const asked = queryOf({ query: 'kubernetes', limit: '1' });
  const { next_cursor } = await listItems(catalog, acme.tenant.id, asked);
  const [hash] = JSON.parse(Buffer.from(next_cursor ?? '', 'base64url').toString());
  const values = [hash, ...hidden.flatMap(({ id }) => [id, 0.5])];
  const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
  const { items } = await listItems(catalog, acme.tenant.id, { ...asked, limit: 10, cursor });
  expect(items).toEqual([]);
});
