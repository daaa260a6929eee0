import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemAnswer, versionAnswer } from '../../api/item.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { deprecateItem, moveItem } from '../lifecycle/item-state.js';
import { setChannel, yankVersion } from '../lifecycle/version-state.js';
import { publishingIn } from '../publish/publishing.fixture.js';
import { readItem } from './read-item.js';
import { readVersion } from './read-version.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const lib = { kind: 'skill', slug: 'lib' } as const;

test('an item has its latest version, channels and deprecation', async () => {
  const { publish, item, admin } = await publishingIn(registry, 'whole');
  await publish('lib@1.0.0', { body: 'old' });
  await publish('lib@2.0.0', { description: 'The newest.', tags: ['x'], requires: ['tool@^1'] });
  await publish('lib@1.0.1', { body: 'a backport' });
  await setChannel(registry, admin, lib, 'old', '1.0.0');
  await deprecateItem(registry, admin, lib, { message: 'use tool', replacement: 'tool' });
  const answer = await item('lib');
  expect(itemAnswer.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({
    kind: 'skill',
    slug: 'lib',
    state: 'published',
    state_reason: null,
    state_at: '2026-01-15T12:00:00.000Z',
    version: '2.0.0',
    description: 'The newest.',
    tags: ['x'],
    requires: ['tool@^1'],
    used_by: [],
    owners: ['service:tester'],
    channels: { old: '1.0.0' },
    deprecated: { message: 'use tool', replacement: 'tool' },
    use_count: 0,
    last_used_at: null,
    created_at: '2026-01-15T12:00:00.000Z',
  });
});

test('used_by lists live items whose latest version requires the item', async () => {
  const { publish, item, admin } = await publishingIn(registry, 'used');
  const used = async () => (await item('lib'))?.used_by;
  await publish('lib@1.0.0');
  await publish('b@1.0.0', { requires: ['lib'] });
  await publish('a@1.0.0', { requires: ['lib@^1'] }, { kind: 'agent' });
  await publish('gone@1.0.0', { requires: ['lib'] });
  await publish('moved-on@1.0.0', { requires: ['lib'] });
  expect(await used()).toEqual(['a', 'b', 'gone', 'moved-on']);
  await moveItem(registry, admin, { kind: 'skill', slug: 'gone' }, 'archive', '');
  await moveItem(registry, admin, { kind: 'skill', slug: 'b' }, 'flag', '');
  await publish('moved-on@1.1.0');
  expect(await used()).toEqual(['a', 'b']);
  expect((await item('lib', 'agent'))?.used_by).toBeUndefined();
});

test('an item with only yanked versions has no latest one, and keeps its description', async () => {
  const { publish, item, admin } = await publishingIn(registry, 'yanked');
  await publish('lib@1.0.0', { description: 'Of the only version.' });
  await yankVersion(registry, admin, lib, { version: '1.0.0', reason: 'bad' });
  const answer = await item('lib');
  expect(itemAnswer.parse(answer)).toMatchObject({
    version: null,
    digest: null,
    content_digest: null,
    size_bytes: null,
    published_at: null,
    description: 'Of the only version.',
  });
});

test('a version is found with or without its build metadata', async () => {
  const { publish, version, admin } = await publishingIn(registry, 'version');
  await publish('lib@1.0.0+build.7', { requires: ['b', 'a@1.0.0'] });
  const answer = await version('lib@1.0.0');
  expect(versionAnswer.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ version: '1.0.0+build.7', requires: ['a@1.0.0', 'b'], yanked: null });
  expect(await version('lib@1.0.0+other')).toEqual(answer);
  await yankVersion(registry, admin, lib, { version: '1.0.0', reason: 'bad' });
  expect((await version('lib@1.0.0'))?.yanked).toEqual({
    reason: 'bad',
    at: '2026-01-15T12:00:00.000Z',
    by: 'service:tester',
  });
});

test('an item that does not exist, of another kind or of another tenant is not found', async () => {
  const { publish, tenant, item, version } = await publishingIn(registry, 'ours');
  const other = await publishingIn(registry, 'theirs');
  await publish('lib@1.0.0');
  expect(await item('lib')).toBeDefined();
  expect(await item('nothing')).toBeUndefined();
  expect(await item('lib', 'agent')).toBeUndefined();
  expect(await version('lib@1.0.1')).toBeUndefined();
  expect(await version('lib@1.0.0', 'command')).toBeUndefined();
  expect(await readItem(registry.database, other.tenant.id, lib)).toBeUndefined();
  expect(await readVersion(registry.database, other.tenant.id, lib, '1.0.0')).toBeUndefined();
  expect(await readVersion(registry.database, tenant.id, lib, '1.0.0')).toBeDefined();
});

test('an item has the reason and the time of its state', async () => {
  const { publish, item, admin } = await publishingIn(registry, 'stated');
  await publish('lib@1.0.0');
  await moveItem(registry, admin, lib, 'archive', 'nobody uses it');
  expect(await item('lib')).toMatchObject({
    state: 'archived',
    state_reason: 'nobody uses it',
    state_at: '2026-01-15T12:00:00.000Z',
  });
});
