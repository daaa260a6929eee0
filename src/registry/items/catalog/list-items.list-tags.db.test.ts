import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { publishingIn } from '../publish/publishing.fixture.js';
import { listTags } from './list-items.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

test('tags are those of the latest versions of published items, the most frequent first', async () => {
  const { tenant, publish, admin } = await publishingIn(registry, 'acme');
  const other = await publishingIn(registry, 'globex');
  await other.publish('lib@1.0.0', { tags: ['foreign'] });
  await publish('a@1.0.0', { tags: ['gone'] });
  await publish('a@1.1.0', { tags: ['ops', 'web'] });
  await publish('b@1.0.0', { tags: ['ops', 'Web'] });
  await publish('c@1.0.0', { tags: ['agents-only'] }, { kind: 'agent' });
  for (const move of ['flag', 'archive'] as const) {
    await publish(`${move}-it@1.0.0`, { tags: ['ops', move] });
    await moveItem(registry, admin, { kind: 'skill', slug: `${move}-it` }, move, '');
  }
  expect(await listTags(registry.database, tenant.id, 'skill')).toEqual([
    { tag: 'ops', count: 2 },
    { tag: 'Web', count: 1 },
    { tag: 'web', count: 1 },
  ]);
  expect(await listTags(registry.database, tenant.id, 'agent')).toEqual([{ tag: 'agents-only', count: 1 }]);
  expect(await listTags(registry.database, tenant.id, 'command')).toEqual([]);
});

test('of many tags the most frequent are listed', async () => {
  const { tenant, publish } = await publishingIn(registry, 'many');
  const tags = (from: number) => Array.from({ length: 50 }, (_, index) => `tag-${from + index}`);
  for (let index = 0; index < 5; index += 1) await publish(`lib-${index}@1.0.0`, { tags: tags(index * 45) });
  const listed = await listTags(registry.database, tenant.id, 'skill');
  expect(listed).toHaveLength(200);
  expect(listed.slice(0, 20).every(({ count }) => count === 2)).toBe(true);
  expect(listed[20]?.count).toBe(1);
});
