import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';
import { dayMs } from '../../../text/time.js';
import { memoryBlobs } from '../../data/storage/memory-blobs.js';
import { bundleOf } from '../../items/bundle/bundle.fixture.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { sweepOrphans } from './orphan-sweep.js';

let registry: TestRegistry;
let team: Publishing;
beforeAll(async () => {
  registry = await testRegistry();
  team = await publishingIn(registry, 'team');
});
afterAll(() => registry.close());

const digestOf = (bytes: Uint8Array) => `sha256:${sha256Hex(bytes)}`;

test('blobs of versions and drafts stay, and others are removed after a day', async () => {
  await team.publish('lib@1.0.0');
  const inDraft = bundleOf({ body: 'a draft' });
  const orphan = bundleOf({ body: 'nobody wants it' });
  for (const bytes of [inDraft, orphan]) await registry.blobs.put(digestOf(bytes), bytes);
  await draftWith(digestOf(inDraft));
  expect(await sweepOrphans(registry)).toEqual({ removed: 0, noted: 2 });
  registry.clock.advance(dayMs);
  expect(await sweepOrphans(registry)).toEqual({ removed: 0, noted: 0 });
  registry.clock.advance(1);
  expect(await sweepOrphans(registry)).toEqual({ removed: 1, noted: 0 });
  expect(await registry.blobs.has(digestOf(orphan))).toBe(false);
  expect(await registry.blobs.has(digestOf(inDraft))).toBe(true);
  expect(await registry.blobs.has((await team.version('lib@1.0.0'))?.digest ?? '')).toBe(true);
});

test('a sweep during a publish does not remove its bytes', async () => {
  const bytes = bundleOf({ body: 'published while it is swept' });
  const digest = digestOf(bytes);
  await registry.blobs.put(digest, bytes);
  await sweepOrphans(registry);
  registry.clock.advance(2 * dayMs);
  // The publish has the lock of the blob, and the sweep skips it.
  const sweepingMeanwhile = {
    ...registry,
    blobs: {
      ...registry.blobs,
      has: async (given: string) => {
        expect(await sweepOrphans(registry)).toEqual({ removed: 0, noted: 0 });
        return registry.blobs.has(given);
      },
    },
  };
  await team.publish('held@1.0.0', {}, { bytes, registry: sweepingMeanwhile });
  expect(await registry.blobs.has(digest)).toBe(true);
});

test('a publish during the removal of its bytes waits, and puts them again', async () => {
  const bytes = bundleOf({ body: 'swept while it is published' });
  const digest = digestOf(bytes);
  await registry.blobs.put(digest, bytes);
  await sweepOrphans(registry);
  registry.clock.advance(2 * dayMs);
  let publishing: Promise<unknown> = Promise.resolve();
  const sweeping = {
    ...registry,
    blobs: {
      ...registry.blobs,
      remove: async (given: string) => {
        // The publish begins while the sweep has the lock, and waits for it before the bytes are removed.
        publishing = team.publish('swept@1.0.0', {}, { bytes });
        await waitingForLock();
        await registry.blobs.remove(given);
      },
    },
  };
  expect(await sweepOrphans(sweeping)).toMatchObject({ removed: 1 });
  await publishing;
  expect((await team.version('swept@1.0.0'))?.digest).toBe(digest);
  expect(await registry.blobs.get(digest)).toEqual(Buffer.from(bytes));
});

test('concurrent sweeps and publishes of the same bytes never leave a version without bytes', async () => {
  const some = Array.from({ length: 4 }, (_, index) => bundleOf({ body: `contended ${index}` }));
  for (let round = 0; round < 5; round += 1) {
    for (const bytes of some) await registry.blobs.put(digestOf(bytes), bytes);
    await sweepOrphans(registry);
    registry.clock.advance(2 * dayMs);
    await Promise.all([
      sweepOrphans(registry),
      ...some.map((bytes, index) => team.publish(`race-${round}-${index}@1.0.0`, {}, { bytes })),
      sweepOrphans(registry),
    ]);
    for (const bytes of some) expect(await registry.blobs.has(digestOf(bytes))).toBe(true);
    await registry.unguarded.deleteFrom('items').where('slug', 'like', 'race-%').execute();
  }
});

test('damaged bytes without a reference are logged', async () => {
  const blobs = memoryBlobs();
  const bytes = bundleOf({ body: 'damaged' });
  await blobs.put(digestOf(bytes), bytes);
  const damaged = {
    ...blobs,
    get: async () => {
      throw new CoppiceError('blob-damaged', 'no');
    },
  };
  expect(await sweepOrphans({ ...registry, blobs: damaged })).toMatchObject({ noted: 0 });
  expect(registry.log.lines.at(-1)?.fields).toEqual({ digest: digestOf(bytes) });
});

/** Resolves when a transaction waits for a lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
      registry.unguarded,
    );
    if (rows[0]?.waiting) return;
  }
}

async function draftWith(digest: string): Promise<void> {
  const id = '00000000-0000-4000-8000-000000000001';
  const tenant_id = team.tenant.id;
  const at = new Date(registry.clock.now());
  await registry.unguarded
    .insertInto('drafts')
    .values({
      id,
      tenant_id,
      kind: 'skill',
      slug: 'draft',
      origin: 'cli',
      created_by: 'x',
      created_at: at,
      similar_items: '[]',
    })
    .execute();
  await registry.unguarded
    .insertInto('draft_revisions')
    .values({
      tenant_id,
      draft_id: id,
      revision: 1,
      digest,
      content_digest: digest,
      size_bytes: 1,
      description: 'x',
      tags: [],
      skill_md: 'x',
      edited_by: 'x',
      edited_at: at,
    })
    .execute();
}
