import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SimilarItem } from '../../src/registry/data/db/tables.js';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import type { Registry } from '../../src/registry/registry.js';
import { CoppiceError } from '../../src/text/errors.js';
import { draftsApp } from './drafts-app.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const deploys = 'Deploys the web shop to production after the checks have passed.';

function shown(similar: unknown): readonly string[] {
  return (similar as SimilarItem[]).map(
    ({ kind, slug, similarity, measure }) => `${kind}/${slug} ${similarity} ${measure}`,
  );
}

test('without a model, items with similar text are found and stored with the draft', async () => {
  const { publish, admin } = await publishingIn(registry, 'letters');
  const app = draftsApp(registry, { '': admin });
  const sketch = { name: 'deploy-shop', description: deploys };
  expect((await app.propose({ slug: 'too-early' }, sketch)).data['similar']).toEqual([]);
  await publish('deploy-shop@1.0.0', sketch);
  await publish('deploy-shop@1.0.0', sketch, { kind: 'agent' });
  await publish('bees@1.0.0', { name: 'bees', description: 'Looks after a hive through the year.' });
  const { data } = await app.propose(
    { slug: 'shop-deploy' },
    { name: 'shop-deploy', description: deploys.replace('after', 'once') },
  );
  expect(shown(data['similar'])).toEqual([expect.stringMatching(/^skill\/deploy-shop 0\.(8|9)\d* letters$/)]);
  expect((await app.send('GET', `/v1/drafts/${data['id']}`)).data['similar']).toEqual(data['similar']);
  expect((await app.propose({ slug: 'ships' }, { description: 'Counts ships.' })).data['similar']).toEqual(
    [],
  );
});

test('an edit compares again, without archived items and items of other tenants', async () => {
  const { publish, admin } = await publishingIn(registry, 'anew');
  await (await publishingIn(registry, 'elsewhere')).publish('theirs@1.0.0', { description: deploys });
  const app = draftsApp(registry, { '': admin });
  await publish('kept@1.0.0', { description: deploys });
  await publish('gone@1.0.0', { description: deploys });
  await moveItem(registry, admin, { kind: 'skill', slug: 'gone' }, 'archive', '');
  const id = await app.proposed('mine', { description: 'Something else altogether.' });
  const similar = async () => shown((await app.send('GET', `/v1/drafts/${id}`)).data['similar']);
  expect(await similar()).toEqual([]);
  await app.send('PATCH', `/v1/drafts/${id}`, { description: deploys });
  expect(await similar()).toEqual([expect.stringMatching(/^skill\/kept /)]);
  await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Something else altogether.' });
  expect(await similar()).toEqual([]);
});

test('only the closest five are stored, the closest first', async () => {
  const { publish, admin } = await publishingIn(registry, 'many');
  for (const slug of ['a', 'b', 'c', 'd', 'e', 'f'])
    await publish(`${slug}@1.0.0`, {
      description: `${deploys} ${slug === 'd' ? '' : slug.repeat(9)}`.trim(),
    });
  const app = draftsApp(registry, { '': admin });
  const { data } = await app.propose({ slug: 'mine' }, { description: deploys });
  const found = data['similar'] as SimilarItem[];
  expect(found).toHaveLength(5);
  expect(found[0]?.slug).toBe('d');
  const similarities = found.map(({ similarity }) => similarity);
  expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
});

/** A model with two numbers for a text: whether it is about deploying, and whether about bees. */
function model(embed: (text: string) => readonly [number, number]): NonNullable<Registry['embedder']> {
  return { name: 'two-numbers', embed: async (texts) => texts.map((text) => Float32Array.from(embed(text))) };
}

test('with a model, items are compared by meaning, and those without a vector by letters', async () => {
  const embedder = model((text) => [
    Number(/deploy|ship|release/i.test(text)),
    Number(/bee|hive/i.test(text)),
  ]);
  const { publish, admin, tenant } = await publishingIn(registry, 'meaning');
  const read = async (slug: string, vector: readonly number[]) =>
    registry.unguarded
      .updateTable('items')
      .set({ embedding: Buffer.from(Float32Array.from(vector).buffer), embedding_model: embedder.name })
      .where('tenant_id', '=', tenant.id)
      .where('slug', '=', slug)
      .execute();
  await publish('deploy@1.0.0', { name: 'deploy', description: deploys });
  await read('deploy', [1, 0.5]);
  await publish('bees@1.0.0', { description: 'Releases nothing. Looks after a hive.' });
  await read('bees', [0, 1]);
  await publish('unread@1.0.0', {
    name: 'ship-it',
    description: 'Ships what is ready to be shipped to users.',
  });
  const sketch = { name: 'ship-it', description: 'Ships what is ready to be shipped to users.' };
  const propose = async (using: NonNullable<Registry['embedder']> | undefined) => {
    const app = draftsApp({ ...registry, embedder: using }, { '': admin });
    return shown((await app.propose({ slug: 'ship' }, sketch)).data['similar']);
  };
  expect(await propose(embedder)).toEqual([
    expect.stringMatching(/^skill\/unread 0\.9\d* letters$/),
    'skill/deploy 0.894 meaning',
  ]);
  expect(await propose(undefined)).toEqual([expect.stringMatching(/^skill\/unread .* letters$/)]);
  const broken = model(() => {
    throw new CoppiceError('model-failed', 'the model is out');
  });
  expect(await propose(broken)).toEqual([expect.stringMatching(/^skill\/unread .* letters$/)]);
  expect(registry.log.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', fields: { reason: 'the model is out' } }),
  );
});
