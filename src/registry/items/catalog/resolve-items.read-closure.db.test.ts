import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { type Publishing, publishingIn, refusalOf } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { readClosure } from './resolve-items.js';

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;

const skill = (slug: string) => ({ kind: 'skill', slug }) as const;

beforeAll(async () => {
  registry = await testRegistry();
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  await acme.publish('leaf@1.0.0');
  await acme.publish('mid-a@1.0.0', { requires: ['leaf'] });
  await acme.publish('mid-b@1.0.0', { requires: ['leaf', 'not-yet'] });
  await acme.publish('top@1.0.0', { requires: ['mid-a', 'mid-b@1.0.0'] });
  await acme.publish('around@1.0.0', { requires: ['and-around'] });
  await acme.publish('and-around@1.0.0', { requires: ['around'] });
  await acme.publish('helper@1.0.0', { requires: ['mid-a'] }, { kind: 'agent' });
});
afterAll(() => registry.close());

/** `slug@range version depth`. */
async function closureOf(slug: string, version?: string, kind: 'skill' | 'agent' = 'skill') {
  const nodes = await readClosure(catalog, acme.tenant.id, { kind, slug }, version);
  return nodes.map((node) => `${node.slug}@${node.version_range} ${node.version ?? '-'} ${node.depth}`);
}

test('a diamond with a forward reference, in order', async () => {
  expect(await closureOf('top')).toEqual([
    'mid-a@* 1.0.0 1',
    'mid-b@1.0.0 1.0.0 1',
    'leaf@* 1.0.0 2',
    'not-yet@* - 2',
  ]);
});

test('a cycle', async () => expect(await closureOf('around')).toEqual(['and-around@* 1.0.0 1']));

test('no requirements', async () => expect(await closureOf('leaf')).toEqual([]));

test('an agent requires skills', async () =>
  expect(await closureOf('helper', undefined, 'agent')).toEqual(['mid-a@* 1.0.0 1', 'leaf@* 1.0.0 2']));

test('each has the digest of its version', async () => {
  const [node] = await readClosure(catalog, acme.tenant.id, skill('mid-a'));
  expect(node?.digest).toBe((await acme.version('leaf@1.0.0'))?.digest);
});

test('an unknown item or version is not found', async () => {
  expect(await refusalOf(closureOf('none'))).toBe('not-found: there is no skill `none`');
  expect(await refusalOf(closureOf('not-yet'))).toBe('not-found: there is no skill `not-yet`');
  expect(await refusalOf(closureOf('top', '9.0.0'))).toContain('not-found: there is no version 9.0.0');
  expect(await refusalOf(closureOf('top', undefined, 'agent'))).toBe('not-found: there is no agent `top`');
});

test('another tenant does not see it', async () => {
  const globex = await publishingIn(registry, 'globex');
  await globex.publish('top@1.0.0', { requires: ['leaf@^2'] });
  expect(await readClosure(catalog, globex.tenant.id, skill('top'))).toEqual([
    { slug: 'leaf', version_range: '^2', depth: 1 },
  ]);
});

test('publishing, yanking and archiving take effect at once', async () => {
  await acme.publish('base@1.0.0');
  await acme.publish('user@1.0.0', { requires: ['base@^1'] });
  await acme.publish('user@2.0.0', { requires: ['base@>=1', 'leaf'] });
  expect(await closureOf('user')).toEqual(['base@>=1 1.0.0 1', 'leaf@* 1.0.0 1']);
  expect(await closureOf('user', '1.0.0')).toEqual(['base@^1 1.0.0 1']);
  await acme.publish('base@1.1.0');
  expect(await closureOf('user', '1.0.0')).toEqual(['base@^1 1.1.0 1']);
  await yankVersion(registry, acme.admin, skill('base'), { version: '1.1.0', reason: 'bad' });
  expect(await closureOf('user', '1.0.0')).toEqual(['base@^1 1.0.0 1']);
  await yankVersion(registry, acme.admin, skill('user'), { version: '2.0.0', reason: 'bad' });
  expect(await closureOf('user')).toEqual(['base@^1 1.0.0 1']);
  expect(await closureOf('user', '2.0.0')).toEqual(['base@>=1 1.0.0 1', 'leaf@* 1.0.0 1']);
  await moveItem(registry, acme.admin, skill('base'), 'archive', '');
  expect(await closureOf('user')).toEqual(['base@^1 - 1']);
});

test('while nothing changes, the database is queried once', async () => {
  await closureOf('top');
  // This bypasses `change`, so the change is not announced.
  await registry.unguarded
    .deleteFrom('dependencies')
    .where('slug', '=', 'not-yet')
    .where('tenant_id', '=', acme.tenant.id)
    .execute();
  expect(await closureOf('top')).toHaveLength(4);
  registry.changes.advance({ tenantId: acme.tenant.id, part: 'catalog' });
  expect(await closureOf('top')).toHaveLength(3);
});
