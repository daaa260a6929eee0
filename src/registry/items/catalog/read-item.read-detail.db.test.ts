import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SimilarItem } from '../../data/db/tables.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import type { ItemName } from '../../rules/access/principal.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { type Publishing, publishingIn, refusalOf } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { readDetail, readReferrers } from './read-item.js';
import { listVersions } from './read-version.js';

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;

const lib = { kind: 'skill', slug: 'lib' } as const;

beforeAll(async () => {
  registry = await testRegistry();
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  await acme.publish('base@1.0.0');
  await acme.publish('base@1.1.0');
  await acme.publish('lib@1.0.0', { description: 'First.' });
  await acme.publish('lib@1.1.0', {
    description: `${'ä🌲'.repeat(150)}.`,
    requires: ['base@^1', 'not-yet@^2', 'base-two'],
  });
  await acme.publish('user@1.0.0', { requires: ['lib@^1'] });
  await acme.publish('helper@2.0.0', { requires: ['lib'] }, { kind: 'agent' });
});
afterAll(() => registry.close());

const near = (similarity: number, to: ItemName = lib): SimilarItem => ({
  ...to,
  similarity,
  measure: 'meaning',
});

async function draft(
  slug: string,
  state: 'pending' | 'discarded',
  similar: readonly SimilarItem[],
): Promise<void> {
  const now = new Date(registry.clock.now());
  await registry.unguarded
    .insertInto('drafts')
    .values({
      id: crypto.randomUUID(),
      tenant_id: acme.tenant.id,
      kind: 'skill',
      slug,
      state,
      origin: 'cli',
      similar_items: JSON.stringify(similar),
      created_by: 'service:tester',
      created_at: now,
      ...(state === 'discarded' && { reviewed_at: now, reviewed_by: 'service:tester' }),
    })
    .execute();
}

test('a detail has the requirements with their versions, the items that require it, and similar drafts', async () => {
  await draft('nearly', 'pending', [near(0.9)]);
  await draft('nearer', 'pending', [near(0.99, { kind: 'skill', slug: 'base' }), near(0.95)]);
  await draft('far', 'pending', [near(0.84)]);
  await draft('another-kind', 'pending', [near(1, { kind: 'agent', slug: 'lib' })]);
  await draft('decided', 'discarded', [near(1)]);
  const detail = await readDetail(catalog, acme.tenant.id, lib, { withDrafts: true });
  expect(detail).toMatchObject({ slug: 'lib', version: '1.1.0', use_count: 0, used_by: ['helper', 'user'] });
  expect(detail.requires).toEqual([
    { slug: 'base', version_range: '^1', version: '1.1.0' },
    { slug: 'base-two', version_range: '*', version: '' },
    { slug: 'not-yet', version_range: '^2', version: '' },
  ]);
  expect(detail.required_by).toEqual([
    { slug: 'helper', version_range: '*', version: '2.0.0' },
    { slug: 'user', version_range: '^1', version: '1.0.0' },
  ]);
  expect(detail.merge_proposals.map(({ draft_slug, similarity }) => [draft_slug, similarity])).toEqual([
    ['nearer', 0.95],
    ['nearly', 0.9],
  ]);
  const withoutDrafts = await readDetail(catalog, acme.tenant.id, lib, { withDrafts: false });
  expect(withoutDrafts).toEqual({ ...detail, merge_proposals: [] });
});

test('referrers have their kind', async () => {
  expect(await readReferrers(catalog, acme.tenant.id, lib)).toEqual([
    { kind: 'agent', slug: 'helper', version: '2.0.0', version_range: '*' },
    { kind: 'skill', slug: 'user', version: '1.0.0', version_range: '^1' },
  ]);
});

test('versions are listed newest first, with shortened descriptions', async () => {
  const { items, next_cursor } = await listVersions(catalog, acme.tenant.id, lib, { limit: 50 });
  expect(next_cursor).toBeNull();
  expect(items.map(({ version, is_latest, published_by }) => [version, is_latest, published_by])).toEqual([
    ['1.1.0', true, 'service:tester'],
    ['1.0.0', false, 'service:tester'],
  ]);
  expect(items.map(({ change_summary }) => change_summary)).toEqual([`${'ä🌲'.repeat(100)}…`, 'First.']);
});

test('pages of versions include yanked ones', async () => {
  const many = { kind: 'skill', slug: 'many' } as const;
  for (const version of ['1.0.0', '3.0.0', '2.0.0']) await acme.publish(`many@${version}`);
  await yankVersion(registry, acme.admin, many, { version: '3.0.0', reason: 'bad' });
  const first = await listVersions(catalog, acme.tenant.id, many, { limit: 2 });
  const second = await listVersions(catalog, acme.tenant.id, many, {
    limit: 2,
    cursor: first.next_cursor ?? '',
  });
  expect(first.items.map(({ version, yanked }) => [version, yanked?.reason])).toEqual([
    ['2.0.0', undefined],
    ['3.0.0', 'bad'],
  ]);
  expect([second.items.map(({ version }) => version), second.next_cursor]).toEqual([['1.0.0'], null]);
  const foreign = listVersions(catalog, acme.tenant.id, lib, { limit: 2, cursor: first.next_cursor ?? '' });
  await expect(foreign).rejects.toMatchObject({ code: 'bad-value' });
});

test('an unknown item is not found', async () => {
  for (const name of [{ kind: 'skill', slug: 'not-yet' } as const, { kind: 'agent', slug: 'lib' } as const])
    for (const read of [readDetail, readReferrers])
      expect(await refusalOf(read(catalog, acme.tenant.id, name, { withDrafts: true }))).toBe(
        `not-found: there is no ${name.kind} \`${name.slug}\``,
      );
  const globex = await publishingIn(registry, 'globex');
  expect(await refusalOf(listVersions(catalog, globex.tenant.id, lib, { limit: 2 }))).toContain('not-found');
});
