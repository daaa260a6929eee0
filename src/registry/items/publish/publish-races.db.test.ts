import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import type { Caller } from '../../rules/access/principal.js';
import { bundleOf, metadataOf } from '../bundle/bundle.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { publishVersion } from './publish-version.js';
import { publishingIn, refusalOf } from './publishing.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

/** A publish that has written everything and waits for `goOn` before it commits. */
async function publishHalfway(by: Caller, target: string, requires: readonly string[] = []) {
  const written = signal();
  const goOn = signal();
  const done = publishVersion(registry, by, metadataOf(target), bundleOf({ requires }), {
    inSameTransaction: async () => {
      written.send();
      await goOn.sent;
    },
  });
  await Promise.race([written.sent, done]);
  return { done, goOn: goOn.send };
}

function signal(): { readonly sent: Promise<void>; readonly send: () => void } {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { sent, send };
}

/** Resolves when a session waits for a lock of this database. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(registry.unguarded);
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
}

test('of eight publishes of the same version one wins, and its bytes are stored', async () => {
  const { publish, version, traces } = await publishingIn(registry, 'eight');
  for (let round = 0; round < 3; round += 1) {
    const target = `race@1.0.${round}`;
    const bundles = Array.from({ length: 8 }, (_, racer) => bundleOf({ body: `racer ${racer}` }));
    const outcomes = await Promise.all(
      bundles.map((bytes) => refusalOf(publish(target, undefined, { bytes }))),
    );
    const lost = `conflict: \`race\` 1.0.${round} is published with other content`;
    expect(outcomes.toSorted()).toEqual([...Array(7).fill(lost), 'no refusal']);
    const digest = (await version(target))?.digest ?? '';
    expect(await registry.blobs.get(digest)).toEqual(bundles[outcomes.indexOf('no refusal')]);
  }
  expect(await traces()).toMatchObject({ items: 1, versions: 3, audit: 3 });
});

test('eight publishes of the same content all succeed, and one of them published it', async () => {
  const { publish, traces } = await publishingIn(registry, 'same');
  const bytes = bundleOf({ body: 'the same' });
  const published = await Promise.all(
    Array.from({ length: 8 }, () => publish('race@1.0.0', undefined, { bytes })),
  );
  expect(published.filter(({ outcome }) => outcome === 'published')).toHaveLength(1);
  expect(await traces()).toMatchObject({ versions: 1, audit: 1 });
});

test('of two conflicting publishes the later one sees the earlier', async () => {
  const publishing = await publishingIn(registry, 'contradict');
  const first = await publishHalfway(publishing.admin, 'a@1.0.0', ['other', 'lib@1.0.0']);
  const second = refusalOf(publishing.publish('b@1.0.0', { requires: ['lib@2.0.0', 'other'] }));
  await untilSomebodyWaits();
  first.goOn();
  expect((await first.done).outcome).toBe('published');
  expect(await second).toBe(
    'conflict: skill `b` requires `lib@2.0.0` but skill `a` already requires `lib@1.0.0`',
  );
});

test('publishes with different requirements do not wait for each other', async () => {
  const publishing = await publishingIn(registry, 'apart');
  const first = await publishHalfway(publishing.admin, 'a@1.0.0', ['lib@1.0.0']);
  expect((await publishing.publish('b@1.0.0', { requires: ['tool@2.0.0'] })).outcome).toBe('published');
  first.goOn();
  await first.done;
});

test('publishes with the same requirements in any order all finish', async () => {
  const { publish } = await publishingIn(registry, 'crossing');
  const targets = ['t1', 't2', 't3', 't4', 't5'];
  const all = Array.from({ length: 8 }, (_, index) => {
    const requires = [...targets.slice(index % 5), ...targets.slice(0, index % 5)];
    return publish(`item-${index}@1.0.0`, { requires: index % 2 === 0 ? requires : requires.toReversed() });
  });
  expect((await Promise.all(all)).map(({ outcome }) => outcome)).toEqual(Array(8).fill('published'));
});

test('archiving waits for a running publish, and takes effect after it', async () => {
  const publishing = await publishingIn(registry, 'archive-after');
  const name = { kind: 'skill', slug: 'lib' } as const;
  await publishing.publish('lib@1.0.0');
  const publish = await publishHalfway(publishing.admin, 'lib@1.1.0');
  const archive = moveItem(registry, publishing.admin, name, 'archive', '');
  await untilSomebodyWaits();
  publish.goOn();
  await publish.done;
  expect((await archive).item).toMatchObject({ state: 'archived', version: '1.1.0' });
});

test('a publish waits for a running archiving, and is refused', async () => {
  const { publish, admin, item } = await publishingIn(registry, 'archive-before');
  await publish('lib@1.0.0');
  const written = signal();
  const goOn = signal();
  const announce = async () => {
    written.send();
    await goOn.sent;
  };
  const slow = { ...registry, changes: { ...registry.changes, announce } };
  const archive = moveItem(slow, admin, { kind: 'skill', slug: 'lib' }, 'archive', '');
  await written.sent;
  const refusal = refusalOf(publish('lib@1.1.0'));
  await untilSomebodyWaits();
  goOn.send();
  await archive;
  expect(await refusal).toBe('conflict: `lib` is archived');
  expect(await item('lib')).toMatchObject({ state: 'archived', version: '1.0.0' });
});

test('a yank waits for a running publish, and sees its version', async () => {
  const { publish, admin, item } = await publishingIn(registry, 'yank-race');
  await publish('lib@1.0.0');
  const next = await publishHalfway(admin, 'lib@1.1.0');
  const name = { kind: 'skill', slug: 'lib' } as const;
  const yank = yankVersion(registry, admin, name, { version: '1.0.0', reason: 'bad' });
  await untilSomebodyWaits();
  next.goOn();
  await Promise.all([next.done, yank]);
  expect((await item('lib'))?.version).toBe('1.1.0');
});

test('of two strangers who publish a new item at once the first owns it', async () => {
  const { publish, publisher, item } = await publishingIn(registry, 'strangers');
  const first = await publishHalfway(publisher('user:ada@example.com'), 'lib@1.0.0');
  const second = refusalOf(publish('lib@1.1.0', {}, { by: publisher('user:eve@example.com') }));
  await untilSomebodyWaits();
  first.goOn();
  await first.done;
  expect(await second).toBe('forbidden: user:eve@example.com does not own this item');
  expect(await item('lib')).toMatchObject({ owners: ['user:ada@example.com'], version: '1.0.0' });
});
