import { afterAll, beforeAll, expect, test } from 'vitest';
import { Turns } from '../../../system/turns.js';
import { resolveRequest } from '../../api/resolve.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { deprecateItem, moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { resolveManifest } from './resolve-items.js';

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;

const skill = (slug: string) => ({ kind: 'skill', slug }) as const;

beforeAll(async () => {
  registry = await testRegistry();
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  await acme.publish('lib@1.0.0');
  await acme.publish('lib@2.0.0');
  await acme.publish('lib@3.0.0-beta.1');
  await acme.publish('one@1.0.0', { requires: ['lib@^1'] });
  await acme.publish('both@1.0.0', { requires: ['one', 'not-yet@^2'] });
});
afterAll(() => registry.close());

const resolved = (given: unknown) => resolveManifest(catalog, acme.tenant.id, resolveRequest.parse(given));

test('a manifest is resolved with all its requirements', async () => {
  const lib = await acme.version('lib@1.0.0');
  const { nodes, unresolved, warnings } = await resolved({ items: [{ slug: 'both' }] });
  expect(nodes.map(({ slug, version, depth, requires }) => [slug, version, depth, requires])).toEqual([
    ['both', '1.0.0', 0, ['not-yet@^2', 'one']],
    ['one', '1.0.0', 1, ['lib@^1']],
    ['lib', '1.0.0', 2, []],
  ]);
  expect(nodes[2]).toMatchObject({
    kind: 'skill',
    digest: lib?.digest,
    content_digest: lib?.content_digest,
    size_bytes: lib?.size_bytes,
  });
  const notYet = { kind: 'skill', slug: 'not-yet', range: '^2', required_by: 'both@1.0.0' };
  expect(unresolved).toEqual([
    { ...notYet, cause: 'unpublished', reason: 'it was never published', similar: [] },
  ]);
  expect(warnings).toEqual([]);
});

test('the highest version, a locked one though yanked, or a prerelease that is named is chosen', async () => {
  await acme.publish('semver@1.0.1');
  await acme.publish('semver@2.0.0');
  await acme.publish('semver@3.0.0-beta.1');
  await yankVersion(registry, acme.admin, skill('semver'), { version: '2.0.0', reason: 'bad' });
  const versionFor = async (range: string, version?: string) => {
    const locked = version === undefined ? [] : [{ slug: 'semver', version }];
    const { nodes, warnings } = await resolved({ items: [{ slug: 'semver', range }], locked });
    return [nodes[0]?.version, ...warnings];
  };
  expect(await versionFor('*')).toEqual(['1.0.1']);
  expect(await versionFor('*', '2.0.0')).toEqual(['2.0.0', 'skill `semver@2.0.0` is yanked']);
  expect(await versionFor('^3.0.0-beta.0')).toEqual(['3.0.0-beta.1']);
});

test('flagged and deprecated items are resolved with a warning', async () => {
  await acme.publish('idle@1.0.0');
  await moveItem(registry, acme.admin, skill('idle'), 'flag', '');
  await deprecateItem(registry, acme.admin, skill('idle'), { message: 'too slow', replacement: 'lib' });
  const { nodes, warnings } = await resolved({ items: [{ slug: 'idle' }] });
  expect([nodes[0]?.version, ...warnings]).toEqual([
    '1.0.0',
    'skill `idle` is deprecated: too slow; use `lib` instead',
    'skill `idle` is flagged',
  ]);
});

test('archived items are resolved only for locks', async () => {
  await acme.publish('gone@1.0.0');
  await moveItem(registry, acme.admin, skill('gone'), 'archive', '');
  const items = [{ slug: 'gone' }];
  const fresh = await resolved({ items });
  expect([fresh.nodes, fresh.unresolved[0]?.slug]).toEqual([[], 'gone']);
  const locked = await resolved({ items, locked: [{ slug: 'gone', version: '1.0.0' }] });
  expect([locked.nodes[0]?.version, locked.warnings]).toEqual(['1.0.0', ['skill `gone` is archived']]);
});

test('what has no version comes with the cause, the reason and similar names', async () => {
  await acme.publish('report@1.0.0');
  await acme.publish('report@2.0.0');
  await acme.publish('old@1.0.0');
  await acme.publish('helper@1.0.0', {}, { kind: 'agent' });
  await yankVersion(registry, acme.admin, skill('report'), { version: '2.0.0', reason: 'loses rows' });
  await moveItem(registry, acme.admin, skill('old'), 'archive', 'replaced by report');
  const why = async (slug: string, range = '*') => {
    const { unresolved } = await resolved({ items: [{ slug, range }] });
    return unresolved.map(({ cause, reason, similar }) => ({ cause, reason, similar }));
  };
  const by = acme.admin.principal.name;
  expect(await why('repotr')).toEqual([
    { cause: 'unpublished', reason: 'it was never published', similar: [skill('report')] },
  ]);
  expect(await why('helper')).toMatchObject([{ similar: [{ kind: 'agent', slug: 'helper' }] }]);
  expect(await why('old')).toEqual([
    { cause: 'archived', reason: `it was archived by ${by} on 2026-01-15: replaced by report`, similar: [] },
  ]);
  expect(await why('report', '^2')).toEqual([
    {
      cause: 'yanked',
      reason: `every version that fits ^2 is yanked; 2.0.0 was yanked by ${by} on 2026-01-15: loses rows`,
      similar: [],
    },
  ]);
  expect(await why('report', '^9')).toEqual([
    { cause: 'no-version', reason: 'no published version fits ^9; the highest is 1.0.0', similar: [] },
  ]);
});

test('a conflict is refused with both paths', async () => {
  await expect(resolved({ items: [{ slug: 'both' }, { slug: 'lib', range: '^2' }] })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'no choice of versions satisfies both `manifest > lib@^2` and `manifest > both@1.0.0 > one@1.0.0 > lib@^1`',
    data: {
      kind: 'skill',
      slug: 'lib',
      demands: [
        { range: '^2', path: [] },
        { range: '^1', path: ['both@1.0.0', 'one@1.0.0'] },
      ],
    },
  });
});

test('a text that is not a range is refused', async () => {
  await expect(resolved({ items: [{ slug: 'lib', range: 'not a range' }] })).rejects.toMatchObject({
    code: 'bad-value',
  });
});

test('another tenant does not see it', async () => {
  const globex = await publishingIn(registry, 'globex');
  const answer = await resolveManifest(
    catalog,
    globex.tenant.id,
    resolveRequest.parse({ items: [{ slug: 'lib' }], locked: [{ slug: 'lib', version: '1.0.0' }] }),
  );
  expect([answer.nodes, answer.unresolved.length]).toEqual([[], 1]);
});

test('a graph that was read before needs no query', async () => {
  const manifest = { items: [{ slug: 'both' }] };
  await resolved(manifest);
  // This bypasses `change`, so the change is not announced.
  await registry.unguarded.deleteFrom('dependencies').where('tenant_id', '=', acme.tenant.id).execute();
  expect((await resolved(manifest)).nodes).toHaveLength(3);
  registry.changes.advance({ tenantId: acme.tenant.id, part: 'catalog' });
  expect((await resolved(manifest)).nodes).toHaveLength(1);
});

test('a manifest of a thousand costly ranges leaves the thread to others after every one of them', async () => {
  let turnCount = 0;
  const defer = (run: () => void) => {
    turnCount += 1;
    setImmediate(run);
  };
  const turns = new Turns({ defer, sliceMs: 0 });
  const range = Array.from({ length: 16 }, (_, part) => `^${part}.1`).join('||');
  const items = Array.from({ length: 1_000 }, (_, at) => ({ slug: `item-${at}`, range }));
  const { unresolved } = await resolveManifest(
    openCatalog({ ...registry, turns }),
    acme.tenant.id,
    resolveRequest.parse({ items }),
  );
  expect(unresolved).toHaveLength(1_000);
  expect(turnCount).toBeGreaterThan(3_000);
});
