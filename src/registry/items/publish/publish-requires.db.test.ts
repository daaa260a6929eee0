import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { bundleOf, metadataOf } from '../bundle/bundle.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { publishSet } from './publish-version.js';
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

test('a refusal names the owners of the other item and the ways out', async () => {
  const { publish, publisher } = await publishingIn(registry, 'ways');
  await publish('a@1.0.0', { requires: ['lib@^1'] }, { by: publisher('user:ada@example.com') });
  const by = publisher('user:bob@example.com');
  await expect(publish('b@1.0.0', { requires: ['lib@^2'] }, { by })).rejects.toMatchObject({
    hint: expect.stringMatching(/together.*publish-set.*`a` belongs to user:ada@example\.com.*"closure"/),
    data: { owners: ['user:ada@example.com'] },
  });
});

test('items that exclude each other move to a new major together, or not at all', async () => {
  const { publish, admin, item, traces } = await publishingIn(registry, 'together');
  const version = (target: string, requires: readonly string[]) => ({
    metadata: metadataOf(target),
    bytes: bundleOf({ requires }),
  });
  await publish('lib@1.0.0');
  await publish('lib@2.0.0');
  await publish('auth@1.0.0', { requires: ['lib@^1'] });
  await publish('cache@1.0.0', { requires: ['lib@^1'] });
  expect(await refusalOf(publish('auth@2.0.0', { requires: ['lib@^2'] }))).toMatch(/^conflict: /);
  const before = await traces();
  const half = [version('auth@2.0.0', ['lib@^2']), version('cache@2.0.0', ['lib@^1.5'])];
  expect(await refusalOf(publishSet(registry, admin, half))).toMatch(/^conflict: /);
  expect(await traces()).toEqual(before);
  const whole = [version('cache@2.0.0', ['lib@^2']), version('auth@2.0.0', ['lib@^2'])];
  const published = await publishSet(registry, admin, whole);
  expect(published.map(({ outcome, version: { slug } }) => `${slug} ${outcome}`)).toEqual([
    'cache published',
    'auth published',
  ]);
  expect([(await item('auth'))?.version, (await item('cache'))?.version]).toEqual(['2.0.0', '2.0.0']);
  const again = await publishSet(registry, admin, whole);
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
});

test('a set has each item once, and only items that the caller may publish', async () => {
  const { publish, publisher, traces } = await publishingIn(registry, 'set');
  const version = (target: string) => ({ metadata: metadataOf(target), bytes: bundleOf() });
  await publish('theirs@1.0.0');
  const by = publisher('user:bob@example.com');
  const before = await traces();
  const twice = publishSet(registry, by, [version('own@1.0.0'), version('own@2.0.0')]);
  expect(await refusalOf(twice)).toBe('bad-value: the set has skill `own` twice');
  const foreign = publishSet(registry, by, [version('own@1.0.0'), version('theirs@2.0.0')]);
  expect(await refusalOf(foreign)).toMatch(/^forbidden: /);
  expect(await traces()).toEqual(before);
});

test('a tenant can judge by closures: only what is installed together must agree', async () => {
  const { publish, traces } = await publishingIn(registry, 'closure', { conflicts: 'closure' });
  await publish('lib@1.0.0');
  await publish('lib@2.0.0');
  await publish('old@1.0.0', { requires: ['lib@^1'] });
  await publish('young@1.0.0', { requires: ['lib@^2'] });
  await publish('early@1.0.0', { requires: ['not-yet@^3'] });
  const before = await traces();
  expect(await refusalOf(publish('clash@1.0.0', { requires: ['old', 'young'] }))).toMatch(
    /^conflict: skill `clash` could not be installed: no version satisfies both `clash@1\.0\.0 > .* > lib@\^\d` and `clash@1\.0\.0 > .* > lib@\^\d`$/,
  );
  expect(await traces()).toEqual(before);
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
