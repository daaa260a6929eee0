import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testMirror } from '../../data/mirror/mirror.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { type Publishing, publishingIn, refusalOf } from '../publish/publishing.fixture.js';
import { type Purging, purgeVersion } from './purge.js';

let registry: TestRegistry;
let team: Publishing;
let count = 0;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  await registry.unguarded.deleteFrom('outbox').execute();
  count += 1;
  team = await publishingIn(registry, `team-${count}`);
});

/** `target` is `lib@1.0.0`. */
function purge(target: string, options: Partial<Purging> = {}) {
  const [slug = '', version = ''] = target.split('@');
  const named = { kind: 'skill', slug, version } as const;
  return purgeVersion(registry, team.tenant.id, named, { reason: 'a secret', force: false, ...options });
}

test('a version is removed with its bytes, cannot be published again, and the one before is the latest', async () => {
  await team.publish('lib@1.0.0', { description: 'the first' });
  const { version } = await team.publish('lib@1.1.0', { description: 'the second', requires: ['tool'] });
  expect(await purge('lib@1.1.0')).toEqual({
    target: 'skill/lib@1.1.0',
    digest: version.digest,
    bytesRemoved: true,
    requiredBy: [],
    draftsRemoved: 0,
  });
  expect(await registry.blobs.has(version.digest)).toBe(false);
  expect(await team.item('lib')).toMatchObject({ version: '1.0.0', description: 'the first' });
  expect(await team.version('lib@1.1.0')).toBeUndefined();
  expect(await refusalOf(team.publish('lib@1.1.0+again'))).toContain('was purged');
  expect((await team.audit()).at(-1)).toBe('version.purge skill/lib@1.1.0');
  expect(await refusalOf(purge('lib@1.1.0'))).toBe('not-found: there is no version 1.1.0 of the skill `lib`');
});

test('the only version of an item can be purged', async () => {
  await team.publish('lib@1.0.0', { description: 'contains a secret' });
  await purge('lib@1.0.0');
  const { latest_id, search_text } = await registry.unguarded
    .selectFrom('items')
    .select(['latest_id', 'search_text'])
    .where('tenant_id', '=', team.tenant.id)
    .executeTakeFirstOrThrow();
  expect([latest_id, search_text]).toEqual([null, '']);
});

test('a version that live items need is purged only with force, and they are named', async () => {
  await team.publish('lib@1.0.0');
  await team.publish('lib@2.0.0', { body: 'two' });
  await team.publish('app@1.0.0', { requires: ['lib@^1.0.0'] });
  expect(await refusalOf(purge('lib@1.0.0'))).toBe(
    'conflict: skill/lib@1.0.0 is required by skill/app (^1.0.0)',
  );
  expect(await team.version('lib@1.0.0')).toBeDefined();
  // Nothing requires this one.
  expect(await purge('lib@2.0.0')).toMatchObject({ requiredBy: [] });
  expect(await purge('lib@1.0.0', { force: true })).toMatchObject({ requiredBy: ['skill/app (^1.0.0)'] });
});

test('another version that is offered and satisfies those who require it makes force needless', async () => {
  await team.publish('lib@1.0.0', { body: 'the first' });
  await team.publish('lib@1.1.0', { body: 'a secret' });
  await team.publish('app@1.0.0', { requires: ['lib@^1.0.0'] });
  expect(await purge('lib@1.1.0')).toMatchObject({ requiredBy: [] });
  await team.publish('lib@1.2.0', { body: 'without' });
  await registry.unguarded
    .updateTable('versions')
    .set({ yanked_at: new Date(registry.clock.now()), yanked_reason: 'broken', yanked_by: 'ada' })
    .where('version', '=', '1.2.0')
    .execute();
  expect(await refusalOf(purge('lib@1.0.0'))).toContain('is required by skill/app (^1.0.0)');
});

test('bytes that another version also has stay', async () => {
  await team.publish('lib@1.0.0', { body: 'the same' });
  const { version } = await team.publish('other@1.0.0', { body: 'the same' });
  expect(await purge('lib@1.0.0')).toMatchObject({ bytesRemoved: false, digest: version.digest });
  expect(await registry.blobs.has(version.digest)).toBe(true);
});

test('the draft that it was published from has the same content, and is removed with it', async () => {
  const { version } = await team.publish('lib@1.0.0');
  const { id } = await registry.unguarded
    .selectFrom('versions')
    .select('id')
    .where('tenant_id', '=', team.tenant.id)
    .executeTakeFirstOrThrow();
  const at = new Date(registry.clock.now());
  const draft = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  await registry.unguarded
    .insertInto('drafts')
    .values({
      ...{
        id: draft,
        tenant_id: team.tenant.id,
        kind: 'skill',
        slug: 'lib',
        state: 'published',
        origin: 'cli',
      },
      similar_items: '[]',
      created_by: 'x',
      created_at: at,
      reviewed_by: 'x',
      reviewed_at: at,
      published_id: id,
    })
    .execute();
  await registry.unguarded
    .insertInto('draft_revisions')
    .values({
      tenant_id: team.tenant.id,
      draft_id: draft,
      revision: 1,
      digest: version.digest,
      content_digest: version.content_digest,
      size_bytes: 1,
      description: 'x',
      tags: [],
      skill_md: 'a secret',
      edited_by: 'x',
      edited_at: at,
    })
    .execute();
  expect(await purge('lib@1.0.0')).toMatchObject({ draftsRemoved: 1, bytesRemoved: true });
});

test('the mirror removes the folder, or never writes it where it was not up to date', async () => {
  const mirror = testMirror();
  await team.publish('lib@1.0.0');
  await mirror.follow(registry);
  await purge('lib@1.0.0');
  await team.publish('late@1.0.0', { body: 'late' });
  await purge('late@1.0.0');
  await mirror.follow(registry);
  expect(mirror.log().map((line) => line.replace(team.tenant.slug, 'TEAM'))).toEqual([
    'publish: TEAM/skill/lib@1.0.0',
    'purge: TEAM/skill/lib@1.0.0',
  ]);
  expect(mirror.git('ls-files')).toBe('');
  mirror.remove();
});
