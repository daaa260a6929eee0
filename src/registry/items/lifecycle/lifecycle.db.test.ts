import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../access/members.js';
import { makeToken } from '../../access/tokens.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import type { Caller } from '../../rules/access/principal.js';
import { type Publishing, publishingIn, refusalOf } from '../publish/publishing.fixture.js';
import { archiveItem, deprecateItem, type Move, moveItem, undeprecateItem } from './item-state.js';
import { setOwners } from './owners.js';
import { removeChannel, setChannel, yankVersion } from './version-state.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const lib = { kind: 'skill', slug: 'lib' } as const;

/** The work for the mirror, except publishes. */
async function mirrored({ tenant }: Publishing): Promise<readonly unknown[]> {
  const rows = await registry.unguarded
    .selectFrom('outbox')
    .select('payload')
    .where('tenant_id', '=', tenant.id)
    .where('topic', '=', 'mirror')
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => payload).filter(({ action }) => action !== 'publish');
}

test('archiving warns about items that require the item, happens once, and can be undone', async () => {
  const publishing = await publishingIn(registry, 'archive');
  const { publish, admin, audit } = publishing;
  await publish('lib@1.0.0');
  await publish('mid-a@1.0.0', { requires: ['lib'] });
  await publish('mid-b@1.0.0', { requires: ['lib@^1'] });
  const move = (given: Move) => moveItem(registry, admin, lib, given, 'unused');
  for (let round = 0; round < 2; round += 1) {
    const { item, warnings } = await move('archive');
    expect(item).toMatchObject({ slug: 'lib', version: '1.0.0', state: 'archived' });
    expect(warnings).toEqual([
      '`lib` is required by `mid-a` (1.0.0, `lib`), `mid-b` (1.0.0, `lib@^1`), which cannot be installed without a lock now',
    ]);
  }
  expect((await move('unarchive')).item.state).toBe('published');
  expect((await move('unarchive')).item.state).toBe('published');
  expect((await audit()).filter((line) => line.endsWith('skill/lib'))).toEqual([
    'item.archive skill/lib',
    'item.unarchive skill/lib',
  ]);
  expect(await mirrored(publishing)).toEqual(
    ['archive', 'unarchive'].map((action) => ({
      ...lib,
      action,
      version: null,
      digest: null,
      reason: 'unused',
    })),
  );
});

test('archiving an item restores no older version, and its versions stay', async () => {
  const { publish, admin, item, version } = await publishingIn(registry, 'whole-item');
  await publish('lib@1.0.0', { body: 'one' });
  await publish('lib@2.0.0', { body: 'two' });
  await moveItem(registry, admin, lib, 'archive', '');
  expect(await item('lib')).toMatchObject({ state: 'archived', version: '2.0.0' });
  const digest = (await version('lib@1.0.0'))?.digest ?? '';
  expect(await registry.blobs.has(digest)).toBe(true);
});

test('flagging can be undone, and is refused for an archived item', async () => {
  const { publish, admin, audit } = await publishingIn(registry, 'flag');
  await publish('lib@1.0.0');
  const move = async (given: Move) => (await moveItem(registry, admin, lib, given, '')).item.state;
  expect(await move('unflag')).toBe('published');
  expect(await move('flag')).toBe('flagged');
  expect(await move('flag')).toBe('flagged');
  expect(await move('unarchive')).toBe('flagged');
  expect(await move('unflag')).toBe('published');
  expect(await move('flag')).toBe('flagged');
  expect(await move('archive')).toBe('archived');
  expect(await move('unflag')).toBe('archived');
  expect(await refusalOf(move('flag'))).toBe('conflict: `lib` is already archived');
  expect((await audit()).slice(1).map((line) => line.split(' ')[0])).toEqual([
    'item.flag',
    'item.unflag',
    'item.flag',
    'item.archive',
  ]);
});

test('a yanked version is not the latest, and can be restored', async () => {
  const publishing = await publishingIn(registry, 'yank');
  const { publish, admin, item, audit } = publishing;
  await publish('lib@2.0.0', { name: 'second', body: 'zebra' });
  await publish('lib@1.0.1', { name: 'backport', body: 'giraffe' });
  await publish('lib@3.0.0-beta.1', { name: 'beta' });
  expect((await item('lib'))?.version).toBe('2.0.0');
  const yank = (version: string, undo = false) =>
    yankVersion(registry, admin, lib, { version, reason: 'bad', undo });
  const { yanked, digest } = await yank('2.0.0');
  expect(yanked).toEqual({ reason: 'bad', at: '2026-01-15T12:00:00.000Z', by: 'service:tester' });
  registry.clock.advance(1_000);
  expect((await yank('2.0.0')).yanked).toEqual(yanked);
  expect(await item('lib')).toMatchObject({ version: '1.0.1', name: 'backport' });
  await yank('1.0.1');
  expect((await item('lib'))?.version).toBe('3.0.0-beta.1');
  expect((await yank('2.0.0', true)).yanked).toBeNull();
  await yank('2.0.0', true);
  expect(await item('lib')).toMatchObject({ version: '2.0.0', name: 'second' });
  expect((await audit()).slice(3)).toEqual([
    'version.yank skill/lib@2.0.0',
    'version.yank skill/lib@1.0.1',
    'version.unyank skill/lib@2.0.0',
  ]);
  expect((await mirrored(publishing))[0]).toEqual({
    ...lib,
    action: 'yank',
    version: '2.0.0',
    digest,
    reason: 'bad',
  });
});

test('the search finds the words of the latest version', async () => {
  const { publish, admin, tenant } = await publishingIn(registry, 'searched');
  const finds = async (word: string) => {
    const { rows } = await sql`
      select from items
      where tenant_id = ${tenant.id} and search_vector @@ plainto_tsquery('simple', ${word})
    `.execute(registry.unguarded);
    return rows.length === 1;
  };
  await publish('pod-roller@1.0.0', { name: 'roller', tags: ['kubernetes'], body: 'First drain the zebra.' });
  await publish('pod-roller@1.1.0', { description: 'Prüfungen für Köche.', body: 'Then feed the giraffe.' });
  const words = [
    'roller',
    'pod',
    'pod-roller',
    'prüfungen',
    'prufungen',
    'giraffe',
    'zebra',
    'kubernetes',
    'name',
  ];
  const found = async () => {
    const hits = await Promise.all(words.map(finds));
    return words.filter((_, index) => hits[index]).join(' ');
  };
  expect(await found()).toBe('roller pod pod-roller prüfungen prufungen giraffe');
  const name = { kind: 'skill', slug: 'pod-roller' } as const;
  await yankVersion(registry, admin, name, { version: '1.1.0', reason: 'bad' });
  expect(await found()).toBe('roller pod pod-roller zebra kubernetes');
  await yankVersion(registry, admin, name, { version: '1.0.0', reason: 'bad' });
  expect(await found()).toBe('');
});

test('a deprecation can be set, changed and removed', async () => {
  const { publish, admin, audit } = await publishingIn(registry, 'deprecate');
  await publish('lib@1.0.0');
  const deprecate = (message: string, replacement: string | null) =>
    deprecateItem(registry, admin, lib, { message, replacement });
  for (let round = 0; round < 2; round += 1)
    expect((await deprecate('old', 'tool')).item.deprecated).toEqual({ message: 'old', replacement: 'tool' });
  expect((await deprecate('old', null)).item.deprecated).toEqual({ message: 'old', replacement: null });
  expect(await refusalOf(deprecate('old', 'lib'))).toBe('bad-value: `lib` cannot replace itself');
  expect((await publish('lib@1.1.0', { body: 'more' })).version.warnings).toEqual([
    '`lib` is deprecated: old',
  ]);
  for (let round = 0; round < 2; round += 1)
    expect((await undeprecateItem(registry, admin, lib, '')).item.deprecated).toBeNull();
  expect((await audit()).map((line) => line.split(' ')[0])).toEqual([
    'version.publish',
    'item.deprecate',
    'item.deprecate',
    'version.publish',
    'item.undeprecate',
  ]);
});

test('unknown owners are refused, and one who has left may stay', async () => {
  const { publish, admin, tenant } = await publishingIn(registry, 'misspelt');
  const elsewhere = await publishingIn(registry, 'misspelt-elsewhere');
  await publish('lib@1.0.0');
  await addMember(registry, tenant.id, { email: 'ada@example.com', name: '', role: 'publisher' });
  await addMember(registry, elsewhere.tenant.id, { email: 'eve@example.com', name: '', role: 'publisher' });
  const token = { name: 'ci', scopes: ['skills:read'], patterns: [], expiresAt: null } as const;
  await makeToken(registry, tenant.id, { service: 'ci' }, token);
  const owners = (...names: string[]) => setOwners(registry, admin, lib, names);
  expect(await refusalOf(owners('service:ci', 'user:Ada@example.com', 'user:eve@example.com'))).toBe(
    'bad-value: no member or service is named `user:Ada@example.com`, `user:eve@example.com`',
  );
  const given = ['user:ada@example.com', 'service:ci'];
  expect((await owners(...given)).item.owners).toEqual(given);
  await registry.unguarded.deleteFrom('memberships').where('tenant_id', '=', tenant.id).execute();
  expect((await owners('user:ada@example.com')).item.owners).toEqual(['user:ada@example.com']);
});

test('ownership can be handed over, and the old owners lose it', async () => {
  const { publish, publisher, audit, tenant } = await publishingIn(registry, 'hand-on');
  await addMember(registry, tenant.id, { email: 'eve@example.com', name: '', role: 'publisher' });
  const [ada, eve] = [publisher('user:ada@example.com'), publisher('user:eve@example.com')];
  await publish('lib@1.0.0', {}, { by: ada });
  const owners = (by: Caller, ...names: string[]) => setOwners(registry, by, lib, names);
  const { item } = await owners(ada, 'user:eve@example.com', 'user:eve@example.com');
  expect(item.owners).toEqual(['user:eve@example.com']);
  await owners(eve, 'user:eve@example.com');
  expect(await refusalOf(owners(ada, 'user:ada@example.com'))).toMatch(/^forbidden: /);
  expect(await refusalOf(publish('lib@1.1.0', {}, { by: ada }))).toMatch(/^forbidden: /);
  await publish('lib@1.1.0', {}, { by: eve });
  expect((await audit()).filter((line) => line.startsWith('item.'))).toEqual(['item.set-owners skill/lib']);
});

test('a channel points at a version until it is moved or removed', async () => {
  const { publish, admin, audit } = await publishingIn(registry, 'channels');
  await publish('lib@1.0.0', { body: 'one' });
  await publish('lib@2.0.0-rc.1', { body: 'two' });
  const put = (channel: string, version: string) => setChannel(registry, admin, lib, channel, version);
  await put('next', '1.0.0');
  await put('next', '1.0.0');
  expect((await put('next', '2.0.0-rc.1')).item.channels).toEqual({ next: '2.0.0-rc.1' });
  expect((await put('old', '1.0.0')).item.channels).toEqual({ next: '2.0.0-rc.1', old: '1.0.0' });
  expect(await refusalOf(put('next', '9.0.0'))).toBe(
    'not-found: there is no version 9.0.0 of the skill `lib`',
  );
  expect(await refusalOf(put('latest', '1.0.0'))).toMatch(/^bad-value: /);
  expect((await removeChannel(registry, admin, lib, 'next')).item.channels).toEqual({ old: '1.0.0' });
  expect(await refusalOf(removeChannel(registry, admin, lib, 'next'))).toMatch(/^not-found: /);
  expect((await audit()).slice(2)).toEqual([
    'channel.set skill/lib@1.0.0',
    'channel.set skill/lib@2.0.0-rc.1',
    'channel.set skill/lib@1.0.0',
    'channel.remove skill/lib',
  ]);
});

type Change = readonly [string, (by: Caller) => Promise<unknown>];

const changes = (slug: string): readonly Change[] => {
  const name = { kind: 'skill', slug } as const;
  return [
    ['yank', (by) => yankVersion(registry, by, name, { version: '1.0.0', reason: 'x' })],
    ['unyank', (by) => yankVersion(registry, by, name, { version: '1.0.0', reason: 'x', undo: true })],
    ['deprecate', (by) => deprecateItem(registry, by, name, { message: 'x', replacement: null })],
    ['undeprecate', (by) => undeprecateItem(registry, by, name, '')],
    ['setOwners', (by) => setOwners(registry, by, name, ['service:x'])],
    ['setChannel', (by) => setChannel(registry, by, name, 'next', '1.0.0')],
    ['removeChannel', (by) => removeChannel(registry, by, name, 'next')],
    ...(['archive', 'unarchive', 'flag', 'unflag'] as const).map(
      (move): Change => [move, (by) => moveItem(registry, by, name, move, '')],
    ),
  ];
};

test('an item that does not exist, or that the token does not allow, cannot be changed', async () => {
  const { admin, publisher, audit, publish } = await publishingIn(registry, 'missing');
  await publish('lib@1.0.0');
  const confined = publisher('service:ci', { scopes: ['tenant:admin'], patterns: ['team-*'] });
  for (const [what, run] of changes('nothing'))
    expect(await refusalOf(run(admin)), what).toMatch(/^not-found: /);
  for (const [what, run] of changes('lib'))
    expect(await refusalOf(run(confined)), what).toMatch(/^forbidden: /);
  expect(await refusalOf(yankVersion(registry, admin, lib, { version: '1.0.1', reason: 'x' }))).toBe(
    'not-found: there is no version 1.0.1 of the skill `lib`',
  );
  expect(await audit()).toHaveLength(1);
});

test('a stranger who may publish changes nothing of others', async () => {
  const { publisher, publish } = await publishingIn(registry, 'strangers');
  await publish('lib@1.0.0', {}, { by: publisher('user:ada@example.com') });
  const refused: string[] = [];
  for (const [what, run] of changes('lib'))
    if ((await refusalOf(run(publisher('user:eve@example.com')))).startsWith('forbidden')) refused.push(what);
  expect(refused).toEqual([
    'yank',
    'unyank',
    'deprecate',
    'undeprecate',
    'setOwners',
    'setChannel',
    'removeChannel',
    'archive',
    'unarchive',
    'flag',
    'unflag',
  ]);
});

test('archiving names the live items that require it, or is refused for them', async () => {
  const { publish, admin, item } = await publishingIn(registry, 'required');
  const shared = { kind: 'skill', slug: 'shared' } as const;
  await publish('shared@1.0.0');
  await publish('app@1.0.0', { requires: ['shared@^1'] });
  await publish('helper@2.0.0', { requires: ['shared'] }, { kind: 'agent' });
  await expect(
    archiveItem(registry, admin, shared, { reason: '', if_unrequired: true }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: '`shared` is required by agent `helper` (2.0.0, `shared`), `app` (1.0.0, `shared@^1`)',
    data: { dependents: [{ slug: 'helper' }, { slug: 'app', version: '1.0.0', range: '^1' }] },
  });
  expect((await item('shared'))?.state).toBe('published');
  const { warnings } = await archiveItem(registry, admin, shared, { reason: '', if_unrequired: false });
  expect(warnings).toEqual([expect.stringMatching(/^`shared` is required by .*`app`.*cannot be installed/)]);
  await moveItem(registry, admin, { kind: 'skill', slug: 'app' }, 'archive', '');
  expect((await item('shared'))?.state).toBe('archived');
});

test('yanking names the items that only this version fits, or is refused for them', async () => {
  const { publish, admin, version } = await publishingIn(registry, 'yanked-needed');
  const shared = { kind: 'skill', slug: 'shared' } as const;
  await publish('shared@1.0.0');
  await publish('shared@1.1.0');
  await publish('app@1.0.0', { requires: ['shared@^1'] });
  const yank = (number: string, ifUnrequired: boolean) =>
    yankVersion(registry, admin, shared, { version: number, reason: 'bad', ifUnrequired });
  expect((await yank('1.1.0', true)).warnings).toBe(undefined);
  expect(await refusalOf(yank('1.0.0', true))).toBe(
    'conflict: `shared@1.0.0` is required by `app` (1.0.0, `shared@^1`)',
  );
  expect((await version('shared@1.0.0'))?.yanked).toBe(null);
  expect((await yank('1.0.0', false)).warnings).toEqual([expect.stringContaining('`app`')]);
});
