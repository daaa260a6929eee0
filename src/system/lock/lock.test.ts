import { expect, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import { CoppiceError } from '../../text/errors.js';
import { filesOn } from '../disk/disk-files.js';
import { DiskStopped, everyFault, Fault } from '../disk/faulty-disk.js';
import { type MemoryDisk, memoryDisk } from '../disk/memory-disk.js';
import type { Files } from '../files.js';
import { countingIds, type Ids } from '../ids.js';
import { acquireLock, type LockAttempt, tryLock, withLock } from './lock.js';
import type { Processes } from './lock-holder.js';

/** Processes that live until a test ends them, on one disk. */
class World {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  readonly gone = new Set<number>();
  readonly #ids: Ids = countingIds();

  options(pid: number): { readonly processes: Processes; readonly ids: Ids } {
    const identity = { startedAt: undefined, boot: undefined, pidNamespace: undefined, machine: undefined };
    const processes: Processes = {
      self: () => ({ pid, host: 'here', ...identity }),
      isGone: (other) => this.gone.has(other.pid),
    };
    return { processes, ids: this.#ids };
  }

  /** An attempt of a process, whose disk may be a faulty one. */
  attempt(pid: number, files: Files = this.files): LockAttempt {
    return tryLock(files, '/lock', this.options(pid));
  }

  /** As attempt, but the process dies at the fault. */
  attemptAndDie(pid: number, fault: Fault): void {
    try {
      this.attempt(pid, filesOn(fault.on(this.disk)));
    } catch (error) {
      if (!(error instanceof DiskStopped)) throw error;
    }
    this.gone.add(pid);
  }

  names(): readonly string[] {
    return this.files.list('/')?.map(({ name }) => name) ?? [];
  }
}

/** A lock whose holder, process 1, is gone. */
function staleWorld(): World {
  const world = new World();
  world.attempt(1);
  world.gone.add(1);
  return world;
}

test('a lock is held by one, until it is released', () => {
  const world = new World();
  const first = world.attempt(1);
  expect(first.kind).toBe('locked');
  expect(world.attempt(2)).toMatchObject({ kind: 'busy', holder: { pid: 1, host: 'here' } });
  expect(world.attempt(1), 'not even by its own process').toMatchObject({ kind: 'busy' });
  if (first.kind === 'locked') first.lock.release();
  expect(world.names()).toEqual([]);
  expect(world.attempt(2).kind).toBe('locked');
});

test('a release removes only what is its own', () => {
  const world = new World();
  const first = world.attempt(1);
  world.gone.add(1);
  expect(world.attempt(2).kind).toBe('locked');
  if (first.kind === 'locked') {
    first.lock.release();
    first.lock.release();
  }
  expect(world.attempt(3)).toMatchObject({ kind: 'busy', holder: { pid: 2 } });
});

test('a holder that is gone is replaced at once, and nothing else is left', () => {
  const world = staleWorld();
  expect(world.attempt(2).kind).toBe('locked');
  expect(world.attempt(3)).toMatchObject({ kind: 'busy', holder: { pid: 2 } });
  expect(world.names()).toEqual(['lock']);
});

test('a holder that cannot be read is never replaced', () => {
  const holder = { pid: 1, host: 'here', token: 'id-1' };
  const contents = [
    '',
    'null',
    '[]',
    '{}',
    'not JSON',
    '{"pid":1',
    JSON.stringify({ ...holder, pid: 0 }),
    JSON.stringify({ ...holder, pid: -1 }),
    JSON.stringify({ ...holder, pid: 2 ** 32 + 1 }),
    JSON.stringify({ ...holder, pid: '1' }),
    JSON.stringify({ ...holder, host: undefined }),
    JSON.stringify({ ...holder, boot: 7 }),
    JSON.stringify({ ...holder, token: '../lock' }),
    JSON.stringify({ ...holder, token: 'x'.repeat(100) }),
    JSON.stringify({ ...holder, more: 'x'.repeat(10_000) }),
  ];
  for (const content of contents) {
    const world = new World();
    for (const pid of [0, -1, 1, 2 ** 32 + 1]) world.gone.add(pid);
    world.files.write('/lock', new TextEncoder().encode(content));
    expect(world.attempt(2), content).toEqual({ kind: 'busy', holder: undefined });
    expect(world.names(), content).toEqual(['lock']);
  }
});

test('whoever waits gets the lock when it is released', async () => {
  const world = new World();
  const order: number[] = [];
  const first = await acquireLock(world.files, '/lock', { timeoutMs: 60_000, ...world.options(1) });
  const waiting = acquireLock(world.files, '/lock', { timeoutMs: 60_000, ...world.options(1) }).then(
    (lock) => {
      order.push(2);
      lock.release();
    },
  );
  order.push(1);
  first.release();
  await waiting;
  expect(order).toEqual([1, 2]);
  expect(world.names()).toEqual([]);
});

test('waiting ends with an error that names the holder, the file and the way out', async () => {
  const world = new World();
  world.attempt(41);
  await expect(
    acquireLock(world.files, '/lock', { timeoutMs: 5, ...world.options(2) }),
  ).rejects.toMatchObject({
    code: 'lock-busy',
    message: 'the lock /lock is held by process 41 on here',
    hint: 'wait for it to finish; if it is no longer running, delete /lock',
  });
  world.files.write('/lock', new TextEncoder().encode('?'));
  await expect(
    acquireLock(world.files, '/lock', { timeoutMs: 0, ...world.options(2) }),
  ).rejects.toMatchObject({
    message: 'the lock /lock is held by an unknown process',
  });
});

test('a lock in a folder that does not exist is an error, not a wait', async () => {
  const { files } = new World();
  await expect(acquireLock(files, '/missing/lock', { timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('an attempt that fails at any operation leaves the lock to others', () => {
  for (const fault of everyFault({ act: 'fail', code: 'EIO' })) {
    const world = staleWorld();
    try {
      const attempt = world.attempt(2, filesOn(fault.on(world.disk)));
      expect(attempt.kind, `${fault}`).toBe('locked');
    } catch (error) {
      expect(error, `${fault}`).toBeInstanceOf(CoppiceError);
      expect(world.attempt(3).kind, `${fault}`).toBe('locked');
    }
  }
});

test('a process that dies at any operation of an attempt leaves the lock to others', () => {
  for (const fault of everyFault({ act: 'stop' })) {
    const world = staleWorld();
    world.attemptAndDie(2, fault);
    expect(world.attempt(3).kind, `${fault}`).toBe('locked');
    expect(world.attempt(4).kind, `${fault}`).toBe('busy');
  }
});

/** Process 2 takes over a stale lock; just before its n-th operation others come. */
function race(at: number, others: (run: Race) => void): Race {
  const world = staleWorld();
  const holders: number[] = [];
  const enter = (pid: number, fault?: Fault) => {
    const attempt = world.attempt(pid, fault && filesOn(fault.on(world.disk)));
    if (attempt.kind === 'locked') holders.push(pid);
    return attempt;
  };
  const run: Race = { world, holders, enter };
  enter(2, new Fault(at, { act: 'meanwhile', run: () => others(run) }));
  return run;
}

interface Race {
  readonly world: World;
  /** Who got the lock, and lives. */
  readonly holders: readonly number[];
  enter(pid: number, fault?: Fault): LockAttempt;
}

/** Of a takeover that nobody disturbs. */
const operationNumbers = (() => {
  const world = staleWorld();
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  world.attempt(2, filesOn(counter.on(world.disk)));
  return counter.operations.map((_, index) => index + 1);
})();

longTest('of three that come between each other at any two operations, one gets the lock', () => {
  for (const outer of operationNumbers) {
    for (const inner of operationNumbers) {
      const { holders } = race(outer, ({ enter }) => {
        enter(3, new Fault(inner, { act: 'meanwhile', run: () => enter(4) }));
      });
      expect(holders, `${outer}, ${inner}`).toHaveLength(1);
    }
  }
});

longTest('with one that dies at any operation between two others, one gets the lock', () => {
  for (const outer of operationNumbers) {
    for (const inner of operationNumbers) {
      const { world, holders, enter } = race(outer, (run) => {
        run.world.attemptAndDie(3, new Fault(inner, { act: 'stop' }));
        run.enter(4);
      });
      if (holders.length === 0) enter(5);
      expect(holders, `${outer}, ${inner}`).toHaveLength(1);
      expect(world.attempt(6), `${outer}, ${inner}`).toMatchObject({
        kind: 'busy',
        holder: { pid: holders[0] },
      });
    }
  }
});

test('with one that takes over and releases between two others, one gets the lock', () => {
  for (const outer of operationNumbers) {
    const { world, holders } = race(outer, ({ world, enter }) => {
      const attempt = world.attempt(3);
      if (attempt.kind === 'locked') attempt.lock.release();
      enter(4);
    });
    expect(holders, `${outer}`).toHaveLength(1);
    expect(world.attempt(5), `${outer}`).toMatchObject({ kind: 'busy', holder: { pid: holders[0] } });
  }
});

test('deaths in the middle of takeovers can pile up, and beyond a bound nobody takes over', () => {
  for (const [deaths, kind] of [
    [8, 'locked'],
    [9, 'busy'],
  ] as const) {
    const world = new World();
    world.gone.add(1);
    let path = '/lock';
    for (let death = 1; death <= deaths; death++) {
      const holder = { pid: 1, host: 'here', token: `t${death}` };
      world.files.write(path, new TextEncoder().encode(JSON.stringify(holder)));
      path += `.${holder.token}`;
    }
    expect(world.attempt(2).kind).toBe(kind);
    expect(world.names()).toHaveLength(kind === 'locked' ? 1 : deaths);
  }
});

test('a run has the lock, in a folder that is made for it, and gives it back however it ends', async () => {
  const { files } = new World();
  const path = '/home/locks/one';
  const held = () => withLock(files, path, { timeoutMs: 0 }, () => files.stat(path)?.kind);
  expect(await held()).toBe('file');
  expect(files.stat(path)).toBeUndefined();
  const fails = withLock(files, path, { timeoutMs: 0 }, async () => {
    await expect(held()).rejects.toMatchObject({ code: 'lock-busy' });
    throw new CoppiceError('internal', 'no');
  });
  await expect(fails).rejects.toMatchObject({ code: 'internal' });
  expect(files.stat(path)).toBeUndefined();
});

test('whoever has to wait is notified once, before it is given up', async () => {
  const { files } = new World();
  const path = '/home/locks/one';
  let notified = 0;
  const onWait = () => {
    notified += 1;
  };
  await withLock(files, path, { timeoutMs: 0, onWait }, async () => {
    expect(notified).toBe(0);
    const second = withLock(files, path, { timeoutMs: 20, onWait }, () => undefined);
    await expect(second).rejects.toMatchObject({ code: 'lock-busy' });
  });
  expect(notified).toBe(1);
});
