import { afterAll, beforeAll, expect, test } from 'vitest';
import { backgroundTexts } from '../../../search/embedded-text.js';
import type { Embedder } from '../../../search/embedding.js';
import { catalogRoutes } from '../../api/routes/catalog.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { type Publishing, publishingIn } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { listItems } from './list-items.js';

/** Knows three topics, and that boats are ships. */
const embedder: Embedder = {
  name: 'three-topics',
  embed: async (texts) => texts.map((text) => Float32Array.from(vectorOf(text))),
};

function vectorOf(text: string): readonly number[] {
  const about = (pattern: RegExp): number => (pattern.test(text) ? 1 : 0);
  // All texts have something in common, and those of the background differ in how much.
  const common = 0.2 + (backgroundTexts.indexOf(text) % 5) / 50;
  return [about(/\b(boat|ship|sail)/i), about(/\b(bread|oven)/i), about(/\b(song|choir)/i), common];
}

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;

beforeAll(async () => {
  registry = await testRegistry({ embedder });
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  const globex = await publishingIn(registry, 'globex');
  const items = [
    ['harbour', 'How to bring a ship home.', ['sea']],
    ['shanties', 'A song for every ship.', ['sea', 'music']],
    ['baker', 'Bread from the oven.', ['food']],
    ['unread', 'A boat that no model has seen.', ['sea']],
  ] as const;
  for (const [slug, description, tags] of items)
    await acme.publish(`${slug}@1.0.0`, { name: slug, description, tags });
  await globex.publish('theirs@1.0.0', { name: 'theirs', description: 'Their ship.' });
  await embedAll('unread');
});
afterAll(() => registry.close());

/** All items except one. */
async function embedAll(except: string): Promise<void> {
  const rows = await registry.unguarded
    .selectFrom('items as item')
    .innerJoin('versions as version', 'version.id', 'item.latest_id')
    .select(['item.id', 'version.description'])
    .where('item.slug', '<>', except)
    .execute();
  for (const { id, description } of rows)
    await registry.unguarded
      .updateTable('items')
      .set({
        embedding: Buffer.from(Float32Array.from(vectorOf(description)).buffer),
        embedding_model: embedder.name,
      })
      .where('id', '=', id)
      .execute();
  registry.changes.advance({ tenantId: acme.tenant.id, part: 'catalog' });
}

async function found(given: Readonly<Record<string, string>>) {
  const query = catalogRoutes.listItems.query.parse({ semantic: 'true', ...given });
  return listItems(catalog, acme.tenant.id, query);
}

function check(what: string, given: Readonly<Record<string, string>>, expected: readonly string[]): void {
  test(what, async () => {
    const { items } = await found(given);
    expect(items.map(({ slug, similarity }) => `${slug} ${similarity?.toFixed(2)}`)).toEqual(expected);
  });
}

check('items with the word, then items by meaning, the nearest first', { query: 'boat' }, [
  'unread undefined',
  'harbour 1.00',
  'shanties 0.71',
]);
check('items of a minimal similarity', { query: 'boat', min_similarity: '0.85' }, ['harbour 1.00']);
check('items with all the tags', { query: 'boat', tags: 'music' }, ['shanties 0.71']);
check('items by meaning, sorted by name', { query: 'sailing choir', sort: 'name' }, [
  'harbour 0.71',
  'shanties 1.00',
]);
check('without words the search by meaning has no effect', { tags: 'food' }, ['baker undefined']);

test('pages together have every item once', async () => {
  const first = await found({ query: 'boat', limit: '2' });
  const second = await found({ query: 'boat', limit: '2', cursor: first.next_cursor ?? '' });
  expect([...first.items, ...second.items].map(({ slug }) => slug)).toEqual([
    'unread',
    'harbour',
    'shanties',
  ]);
  expect(second.next_cursor).toBeNull();
});

test('a vector of another model does not count', async () => {
  const other = openCatalog({ ...registry, embedder: { ...embedder, name: 'another' } });
  const query = catalogRoutes.listItems.query.parse({ semantic: 'true', query: 'boat' });
  const { items } = await listItems(other, acme.tenant.id, query);
  expect(items.map(({ slug }) => slug)).toEqual(['unread']);
});
