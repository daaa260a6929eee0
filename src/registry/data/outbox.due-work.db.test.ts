import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Tenant } from '../rules/access/principal.js';
import { type MirrorWork, mirrorWork } from '../rules/outbox-work.js';
import { outboxWorker } from '../server/jobs/outbox-worker.js';
import { addWork, deleteDoneWork, doDueWork, type Topic } from './outbox.js';

let registry: TestRegistry;
let tenant: Tenant;
beforeAll(async () => {
  registry = await testRegistry();
  tenant = await registry.tenant('acme');
});
afterAll(() => registry.close());
beforeEach(async () => {
  await registry.unguarded.deleteFrom('outbox').execute();
});

/** Each is an action on a slug: `archive lib`. */
function add(...works: readonly string[]): Promise<void> {
  return addWork(
    registry.database,
    tenant.id,
    registry.clock.now(),
    works.map((text) => {
      const [action = '', slug = ''] = text.split(' ');
      const payload = { action, kind: 'skill', slug, version: null, digest: null, reason: '' };
      return { topic: 'mirror', ...mirrorWork.parse(payload) };
    }),
  );
}

interface Recorder extends Topic<MirrorWork> {
  readonly done: string[];
}

/** Records its work; the work that `fails` selects fails. */
function recorder(fails: (text: string) => boolean = () => false): Recorder {
  const done: string[] = [];
  return {
    name: 'mirror',
    schema: mirrorWork,
    done,
    perform: async (_, { tenant: slug, payload }) => {
      const text = `${payload.action} ${payload.slug}`;
      if (fails(text)) throw new Error(`${text} of ${slug} failed`);
      done.push(text);
    },
  };
}

const rows = () =>
  registry.unguarded
    .selectFrom('outbox')
    .select(['attempts', 'last_error', 'next_at', 'done_at'])
    .orderBy('id')
    .execute();

test('work is done in the order in which it was added, once', async () => {
  await add('publish a', 'publish b', 'archive a');
  const topic = recorder();
  expect(await doDueWork(registry, topic)).toEqual({ done: 3, failed: 0 });
  expect(await doDueWork(registry, topic)).toEqual({ done: 0, failed: 0 });
  expect(topic.done).toEqual(['publish a', 'publish b', 'archive a']);
});

test('work that fails is tried again after growing pauses, and the reason is recorded', async () => {
  await add('publish a');
  const pauses: number[] = [];
  let broken = true;
  const topic = recorder(() => broken);
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    expect(await doDueWork(registry, topic)).toEqual({ done: 0, failed: 1 });
    // It is not due yet.
    expect(await doDueWork(registry, topic)).toEqual({ done: 0, failed: 0 });
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: attempt, last_error: 'publish a of acme failed', done_at: null });
    const pause = (row?.next_at.getTime() ?? 0) - registry.clock.now();
    pauses.push(pause / 1_000);
    registry.clock.advance(pause);
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1800, 1800]);
  broken = false;
  expect(await doDueWork(registry, topic)).toEqual({ done: 1, failed: 0 });
  expect(await rows()).toMatchObject([{ attempts: 13, last_error: null }]);
});

test('later work on the same item waits for the failed work, and work on other items does not', async () => {
  await add('archive a', 'unarchive a', 'archive b');
  let broken = true;
  const topic = recorder((text) => broken && text === 'archive a');
  await doDueWork(registry, topic);
  await doDueWork(registry, topic);
  expect(topic.done).toEqual(['archive b']);
  broken = false;
  registry.clock.advance(2_000);
  await doDueWork(registry, topic);
  expect(topic.done).toEqual(['archive b', 'archive a', 'unarchive a']);
});

test('while one replica does the work, no other does', async () => {
  await add('publish a', 'publish b');
  const topic = recorder();
  const meanwhile: Topic<MirrorWork> = {
    ...topic,
    perform: async (given, task) => {
      expect(await doDueWork(registry, topic)).toBeUndefined();
      await topic.perform(given, task);
    },
  };
  expect(await doDueWork(registry, meanwhile)).toEqual({ done: 2, failed: 0 });
  expect(topic.done).toEqual(['publish a', 'publish b']);
});

test('an unknown payload fails like any other work', async () => {
  await registry.unguarded
    .insertInto('outbox')
    .values({
      tenant_id: tenant.id,
      topic: 'mirror',
      payload: '{"action":"dance"}',
      created_at: new Date(0),
      next_at: new Date(0),
    })
    .execute();
  expect(await doDueWork(registry, recorder())).toEqual({ done: 0, failed: 1 });
});

test('work that was done is deleted after a week, and other work stays', async () => {
  await add('publish a', 'publish b');
  await doDueWork(
    registry,
    recorder((text) => text === 'publish b'),
  );
  registry.clock.advance(7 * 24 * 60 * 60 * 1_000);
  expect(await deleteDoneWork(registry, 'mirror')).toBe(0);
  registry.clock.advance(1);
  expect(await deleteDoneWork(registry, 'mirror')).toBe(1);
  expect(await rows()).toMatchObject([{ done_at: null }]);
});

test('the job runs repeatedly until it is stopped, and survives a failure', async () => {
  const topic = recorder();
  const pending: (() => void)[] = [];
  let scheduled: () => void = () => undefined;
  const nextScheduled = () =>
    new Promise<void>((resolve) => {
      scheduled = resolve;
    });
  const job = outboxWorker(registry, topic, {
    begin: async () => {
      throw new Error('no model');
    },
    schedule: (run) => {
      pending.push(run);
      scheduled();
      return () => void pending.splice(pending.indexOf(run), 1);
    },
  });
  const started = nextScheduled();
  job.start();
  await started;
  expect(registry.log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { reason: 'no model' } });
  for (const text of ['publish a', 'publish b']) {
    await add(text);
    const again = nextScheduled();
    pending.shift()?.();
    await again;
    expect(topic.done.at(-1)).toBe(text);
  }
  await job.stop();
  expect(pending).toEqual([]);
});
