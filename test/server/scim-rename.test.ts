import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { renamePrincipal } from '../../src/registry/scim/rename-principal.js';
import { draftsApp } from './drafts-app.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

test('drafts and reviews follow the name of their author, who is one reviewer and not two', async () => {
  const { tenant, admin } = await publishingIn(registry, 'acme');
  const drafts = draftsApp(registry, { '': admin });
  const [own, reviewed] = [await drafts.proposed('own'), await drafts.proposed('reviewed')];
  const { unguarded: database } = registry;
  const [from, to] = ['user:old@example.com', 'user:new@example.com'];
  await database.updateTable('drafts').set({ created_by: from }).where('id', '=', own).execute();
  await database
    .updateTable('draft_revisions')
    .set({ edited_by: from })
    .where('draft_id', '=', own)
    .execute();
  for (const reviewer of [from, to, 'user:other@example.com'])
    await database
      .insertInto('draft_reviews')
      .values({
        tenant_id: tenant.id,
        draft_id: reviewed,
        reviewer,
        verdict: reviewer === from ? 'request-changes' : 'approve',
        slug: 'reviewed',
        content_digest: '0'.repeat(64),
        revision: 1,
        at: new Date(0),
      })
      .execute();
  await database.transaction().execute((rows) => renamePrincipal(rows, tenant.id, { from, to }));
  expect((await drafts.send('GET', `/v1/drafts/${own}`)).data).toMatchObject({ created_by: to });
  const edits = await database
    .selectFrom('draft_revisions')
    .select('edited_by')
    .where('draft_id', '=', own)
    .execute();
  expect(edits).toEqual([{ edited_by: to }]);
  const reviews = await database.selectFrom('draft_reviews').select(['reviewer', 'verdict']).execute();
  expect(reviews.map(({ reviewer, verdict }) => `${reviewer} ${verdict}`).sort()).toEqual([
    'user:new@example.com request-changes',
    'user:other@example.com approve',
  ]);
});
