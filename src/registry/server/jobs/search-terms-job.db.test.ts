import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { fillSearchTerms } from './search-terms-job.js';

let registry: TestRegistry;
let team: Publishing;
beforeEach(async () => {
  registry = await testRegistry();
  team = await publishingIn(registry, 'team');
});
afterEach(() => registry.close());

const stored = () =>
  registry.unguarded.selectFrom('items').select(['slug', 'search_terms']).orderBy('slug').execute();

/** As a release before this one left them. */
const forget = () => registry.unguarded.updateTable('items').set({ search_terms: null }).execute();

test('the terms of older items are those that a publish stores', async () => {
  for (let at = 10; at < 35; at++)
    await team.publish(`lib-${at}@1.0.0`, { name: `lib-${at}`, description: `Does ${at}.`, tags: ['x'] });
  const published = await stored();
  await forget();
  expect(await fillSearchTerms(registry.database)).toBe(25);
  expect(await stored()).toEqual(published);
  expect(await fillSearchTerms(registry.database)).toBe(0);
});

test('an item without a version that can be installed stays without terms', async () => {
  await team.publish('lib@1.0.0', { name: 'lib', description: 'Does it.' });
  await registry.unguarded.updateTable('items').set({ latest_id: null, search_terms: null }).execute();
  expect(await fillSearchTerms(registry.database)).toBe(0);
  expect(await stored()).toEqual([{ slug: 'lib', search_terms: null }]);
});

test('it ends between two batches when the server stops', async () => {
  await team.publish('lib@1.0.0', { name: 'lib', description: 'Does it.' });
  await forget();
  expect(await fillSearchTerms(registry.database, AbortSignal.abort())).toBe(0);
});
