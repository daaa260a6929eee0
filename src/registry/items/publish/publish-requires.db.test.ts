import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { publishingIn, refusalOf } from './publishing.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

test('an item that is not published yet may be required', async () => {
  const { publish, item } = await publishingIn(registry, 'forward');
  await publish('a@1.0.0', { requires: ['later@^2'] });
  expect((await item('a'))?.requires).toEqual(['later@^2']);
  await publish('later@2.0.0');
  expect((await item('later'))?.used_by).toEqual(['a']);
});

test('an item that requires itself, an item twice, or nonsense is refused without a trace', async () => {
  const { publish, traces, publisher } = await publishingIn(registry, 'malformed');
  const by = publisher('user:ada@example.com');
  const before = await traces();
  for (const requires of [['own'], ['lib', 'lib@1.0.0'], ['lib@not a range'], ['Not A Slug'], ['@1.0.0']])
    expect(await refusalOf(publish('own@1.0.0', { requires }, { by }))).toMatch(
      /^bad-bundle: SKILL\.md: requires /,
    );
  expect(await refusalOf(publish('own@1.0.0', { more: 'requires: {lib: 1}' }, { by }))).toMatch(
    /^bad-bundle: SKILL\.md: line 4: "requires" must be a list/,
  );
  expect(await traces()).toEqual(before);
});

test('ranges that no version satisfies together are refused, and the refused number stays free', async () => {
  const { publish, item, traces } = await publishingIn(registry, 'conflict');
  await publish('a@1.0.0', { requires: ['lib@1.0.0'] });
  const before = await traces();
  expect(await refusalOf(publish('b@1.0.0', { requires: ['lib@2.0.0'] }))).toBe(
    'conflict: skill `b` requires `lib@2.0.0` but skill `a` already requires `lib@1.0.0`',
  );
  expect(await item('b')).toBeUndefined();
  expect(await traces()).toEqual(before);
  await publish('b@1.0.0', { requires: ['lib@^1'] });
});

test('any version, equal ranges and ranges that overlap agree', async () => {
  const { publish } = await publishingIn(registry, 'agree');
  await publish('a@1.0.0', { requires: ['lib@^1.2', 'tool@1.0.0'] });
  await publish('b@1.0.0', { requires: ['lib@^1.3', 'tool@1.0.0'] });
  await publish('c@1.0.0', { requires: ['lib', 'tool'] });
});

test('a tenant can compare ranges as text', async () => {
  const { publish } = await publishingIn(registry, 'opaque', { conflicts: 'opaque' });
  await publish('a@1.0.0', { requires: ['lib@^1.2'] });
  expect(await refusalOf(publish('b@1.0.0', { requires: ['lib@^1.3'] }))).toMatch(/^conflict: /);
  await publish('b@1.0.0', { requires: ['lib@^1.2'] });
  await publish('c@1.0.0', { requires: ['lib'] });
});

test('only the latest versions of other live items count', async () => {
  const { publish, admin } = await publishingIn(registry, 'binding');
  const a = { kind: 'skill', slug: 'a' } as const;
  await publish('a@1.0.0', { requires: ['lib@1.0.0'] });
  await publish('a@1.1.0', { requires: ['lib@2.0.0'] });
  await publish('b@1.0.0', { requires: ['lib@2.0.0'] });
  expect(await refusalOf(publish('c@1.0.0', { requires: ['lib@3.0.0'] }))).toMatch(/skill `a`/);
  await moveItem(registry, admin, a, 'archive', '');
  expect(await refusalOf(publish('c@1.0.0', { requires: ['lib@3.0.0'] }))).toMatch(/skill `b`/);
  await yankVersion(registry, admin, { kind: 'skill', slug: 'b' }, { version: '1.0.0', reason: 'bad' });
  await publish('c@1.0.0', { requires: ['lib@3.0.0'] });
});

test('a flagged item still counts', async () => {
  const { publish, admin } = await publishingIn(registry, 'flagged');
  await publish('a@1.0.0', { requires: ['lib@1.0.0'] });
  await moveItem(registry, admin, { kind: 'skill', slug: 'a' }, 'flag', '');
  expect(await refusalOf(publish('b@1.0.0', { requires: ['lib@2.0.0'] }))).toMatch(/skill `a`/);
});

test('a backport has to agree with the others too', async () => {
  const { publish } = await publishingIn(registry, 'backport');
  await publish('a@1.0.0', { requires: ['lib@2.0.0'] });
  await publish('b@2.0.0', { requires: ['lib@2.0.0'] });
  expect(await refusalOf(publish('b@1.0.1', { requires: ['lib@1.0.0'] }))).toMatch(/^conflict: skill `b`/);
});

test('items of other tenants do not count', async () => {
  const { publish } = await publishingIn(registry, 'ours');
  const theirs = await publishingIn(registry, 'theirs');
  await theirs.publish('a@1.0.0', { requires: ['lib@9.0.0'] });
  await publish('b@1.0.0', { requires: ['lib@1.0.0'] });
});
