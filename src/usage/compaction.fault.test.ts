import { describe, expect, test } from 'vitest';

import { fixedClock } from '../system/clock.js';
import { filesOn } from '../system/disk/disk-files.js';
import { DiskStopped, everyFault, type Fault, type FaultAct } from '../system/disk/faulty-disk.js';
import { type MemoryDisk, memoryDisk } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { compactUsage } from './compaction.js';
import { usagePaths } from './journal-file.js';
import { printLine } from './rules/journal-line.js';
import { UsageStore } from './store.js';

const now = Date.UTC(2026, 0, 31);
const day = 86_400_000;
const path = '/home/usage.json';

/** A disk with a usage store in each of the states that matter, whose uses of the skill `a` are counted beside it. */
class World {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  acknowledged = 0;
  /** How many of them outlast a power loss for certain. */
  durable = 0;
  realNow = now;
  /** Every compaction sets the journal aside, by default. */
  rotateBytes = 1;

  constructor() {
    this.files.makeFolder('/home');
  }

  store(files = this.files): UsageStore {
    const { rotateBytes } = this;
    const realTime = { now: () => this.realNow };
    const settings = { lockTimeoutMs: 0, rotateBytes, worthwhileBytes: 1 };
    return new UsageStore({ path, files, clock: fixedClock(now), realTime, ...settings });
  }

  use(files = this.files): void {
    if (this.store(files).record('a', 'use').ok) this.acknowledged += 1;
  }

  /** Compaction by somebody who holds the lock already. */
  compact(realNow = this.realNow): void {
    compactUsage(this.files, usagePaths(path), { now, realNow, rotateBytes: this.rotateBytes });
  }

  get useCount(): number {
    return this.store().get('a')?.useCount ?? 0;
  }

  text(name: string): string {
    return new TextDecoder().decode(this.files.read(name)?.bytes);
  }

  /** The processes that worked here are gone. */
  restart(): void {
    this.files.remove(`${path}.lock`);
  }
}

/** The next compaction removes generation 1, reads on in 2, meets 3 for the first time, and folds 4. */
function busyWorld(rotateBytes = 1): World {
  const world = new World();
  for (const age of [2, 1.5, 0.6]) {
    world.use();
    world.compact(now - age * day);
  }
  // Two that had opened a generation before it was set aside.
  for (const generation of [1, 2]) {
    const line = new TextEncoder().encode(printLine({ id: 'a', kind: 'use', at: now }));
    world.files.append(`/home/usage.journal.${generation}`, line, { durable: true });
    world.acknowledged += 1;
  }
  world.use();
  // Durable, and with it all that was appended before.
  expect(world.store().put('a', { pinLevel: 'freeze' })).toEqual({ ok: true });
  expect(world.files.list('/home')?.map(({ name }) => name)).toEqual([
    'usage.journal',
    'usage.journal.1',
    'usage.journal.2',
    'usage.journal.3',
    'usage.json',
    'usage.json.bak',
  ]);
  world.durable = world.acknowledged;
  world.rotateBytes = rotateBytes;
  return world;
}

/** One whose journal is worth a compaction. */
function largeWorld(): World {
  const world = busyWorld();
  for (let uses = 0; uses < 10; uses += 1) world.use();
  // Durable, and with it all that was appended before.
  expect(world.store().put('a', { pinLevel: 'freeze' })).toEqual({ ok: true });
  world.durable = world.acknowledged;
  return world;
}

/** Runs what may be stopped by a fault. */
async function until(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof DiskStopped)) throw error;
  }
}

const failing: FaultAct = { act: 'fail', code: 'ENOSPC' };
const stopping: FaultAct = { act: 'stop' };
const faults: readonly FaultAct[] = [failing, { act: 'short-write' }, stopping];

/** Each fault at each operation of `run`, in a world of its own. */
async function everywhere(
  acts: readonly FaultAct[],
  run: (world: World, files: Files) => unknown,
  check: (world: World, fault: Fault) => Promise<void>,
  newWorld: () => World = busyWorld,
): Promise<void> {
  for (const act of acts) {
    for (const fault of everyFault(act)) {
      const world = newWorld();
      await until(() => run(world, filesOn(fault.on(world.disk))));
      world.restart();
      await check(world, fault);
    }
  }
}

/** While one works, another comes in between, once at each operation. */
async function interleaved(
  work: (world: World, files: Files, fault: Fault) => unknown,
  another: (world: World) => void,
  check: (world: World, fault: Fault) => unknown = expectExact,
  newWorld: () => World = busyWorld,
): Promise<void> {
  let world = newWorld();
  for (const fault of everyFault({ act: 'meanwhile', run: () => another(world) })) {
    world = newWorld();
    await work(world, filesOn(fault.on(world.disk)), fault);
    await check(world, fault);
  }
}

/** Whatever happened: nothing is lost or doubled, neither now nor by what comes next. */
async function expectExact(world: World, fault: Fault): Promise<void> {
  expect(world.useCount, `${fault}`).toBe(world.acknowledged);
  expect(world.store().get('a')?.pinLevel, `${fault}`).toBe('freeze');
  world.use();
  expect(world.useCount, `${fault}, then a use`).toBe(world.acknowledged);
  expect(await world.store().compact(), `${fault}, then a compaction`).toMatchObject({ ok: true });
  expect(world.useCount, `${fault}, then a compaction`).toBe(world.acknowledged);
  expect(world.files.stat('/home/usage.journal.1'), `${fault}, then a compaction`).toBeUndefined();
  expect(world.text(`${path}.bak`), `${fault}, then a compaction`).toBe(world.text(path));
}

describe('a fault at any operation', () => {
  test('of an event leaves it counted or not, and all others counted', async () => {
    await everywhere(
      faults,
      (world, files) => world.use(files),
      async (world, fault) => {
        // One that was written but not acknowledged may count.
        expect([world.acknowledged, world.acknowledged + 1], `${fault}`).toContain(world.useCount);
        world.acknowledged = world.useCount;
        await expectExact(world, fault);
      },
    );
  });

  test('of setting facts leaves the old or the new', async () => {
    const set = (world: World, files: Files) => world.store(files).put('b', { pinLevel: 'pin' });
    await everywhere(faults, set, async (world, fault) => {
      expect(['pin', undefined], `${fault}`).toContain(world.store().get('b')?.pinLevel);
      await expectExact(world, fault);
    });
  });

  test('of a compaction loses and doubles nothing', async () => {
    await everywhere(faults, (world, files) => world.store(files).compact(), expectExact);
  });

  test('of a compaction by a reader loses and doubles nothing, and does not stop the reader', async () => {
    const readAndCompact = (world: World, files: Files) => {
      const store = world.store(files);
      store.all();
      store.compactIfWorthwhile();
    };
    await everywhere(faults, readAndCompact, expectExact, largeWorld);
  });

  test('of a compaction is harmless even if the snapshot is damaged next', async () => {
    await everywhere(
      [stopping],
      (world, files) => world.store(files).compact(),
      async (world, fault) => {
        world.files.write(path, new TextEncoder().encode('damaged'));
        await expectExact(world, fault);
      },
    );
  });

  test('of a compaction that fails leaves no files of its own behind', async () => {
    await everywhere(
      [failing],
      (world, files) => world.store(files).compact(),
      async (world, fault) => {
        const names = world.files.list('/home')?.map(({ name }) => name) ?? [];
        expect(
          names.filter((name) => !/^usage\.(journal(\.\d)?|json|json\.bak)$/.test(name)),
          `${fault}`,
        ).toEqual([]);
      },
    );
  });

  test('of setting a damaged snapshot aside loses nothing of the copy, nor the damaged bytes', async () => {
    await everywhere(
      faults,
      (world, files) => world.store(files).get('a'),
      async (world, fault) => {
        const isDamaged = ({ name }: { readonly name: string }) => world.text(`/home/${name}`) === 'damaged';
        expect(world.files.list('/home')?.filter(isDamaged), `${fault}`).toHaveLength(1);
        await expectExact(world, fault);
      },
      () => {
        const world = busyWorld();
        world.files.write(path, new TextEncoder().encode('damaged'));
        return world;
      },
    );
  });

  test('of saving the sound records of two damaged files loses none of them', async () => {
    await everywhere(
      faults,
      (world, files) => world.store(files).get('a'),
      expectExact,
      () => {
        const world = busyWorld();
        world.store().record('b', 'use');
        world.compact();
        world.files.write(
          path,
          new TextEncoder().encode(world.text(path).replace('"b": {', '"b": {"state": 0,')),
        );
        world.files.write(`${path}.bak`, new TextEncoder().encode('damaged'));
        return world;
      },
    );
  });

  test('of a reading still gives a reading', async () => {
    for (const fault of everyFault(failing)) {
      const world = busyWorld();
      const store = world.store(filesOn(fault.on(world.disk)));
      const before = store.health();
      const reading = store.all();
      expect(store.get('a')?.useCount ?? 0, `${fault}`).toBeLessThanOrEqual(world.acknowledged);
      expect(reading.length, `${fault}`).toBeLessThanOrEqual(1);
      if (before.faults.length === 0) expect(reading[0]?.useCount, `${fault}`).toBe(world.acknowledged);
    }
  });
});

describe.each([
  ['nothing', 'set aside', 1],
  ['nothing', 'appended to again', Number.POSITIVE_INFINITY],
  ['names', 'set aside', 1],
  ['names', 'appended to again', Number.POSITIVE_INFINITY],
] as const)('a power loss that %s survives, with a journal that is %s,', (survivors, _, rotateBytes) => {
  const newWorld = () => busyWorld(rotateBytes);

  test('at any operation of a compaction loses nothing that was durable before', async () => {
    const compactAndLosePower = async (world: World, files: Files) => {
      await until(() => world.store(files).compact());
      world.disk.loseUnsynced(survivors);
    };
    await everywhere([stopping], compactAndLosePower, expectExact, newWorld);
  });

  test('after a compaction leaves an event that came in its course, or no trace of it', async () => {
    await interleaved(
      (world, files) => world.store(files).compact(),
      (world) => world.use(),
      async (world, fault) => {
        world.disk.loseUnsynced(survivors);
        expect([world.durable, world.durable + 1], `${fault}`).toContain(world.useCount);
        world.acknowledged = world.useCount;
        await expectExact(world, fault);
      },
      newWorld,
    );
  });

  test('keeps facts and renamings that were acknowledged', async () => {
    const setAndLosePower = (world: World, files: Files) => {
      const results = [world.store(files).put('b', { pinLevel: 'pin' }), world.store(files).rename('c', 'd')];
      world.disk.loseUnsynced(survivors);
      if (results[0]?.ok) expect(world.store().get('b')?.pinLevel).toBe('pin');
      if (results[1]?.ok) expect(world.store().get('c')?.id).toBe('d');
    };
    await everywhere([failing], setAndLosePower, expectExact, newWorld);
  });

  test('keeps events from the next compaction on, and counts those that follow', async () => {
    const world = newWorld();
    for (let uses = 0; uses < 10; uses += 1) world.use();
    expect(await world.store().compact()).toMatchObject({ ok: true });
    world.disk.loseUnsynced(survivors);
    expect(world.useCount).toBe(world.acknowledged);
    world.use();
    expect(world.useCount).toBe(world.acknowledged);
  });
});

describe('between any two operations', () => {
  const compactTwice = (world: World) => {
    world.compact();
    world.compact();
  };

  test('of a compaction an event is counted', async () => {
    const compact = async (world: World, files: Files) =>
      expect(await world.store(files).compact()).toMatchObject({ ok: true });
    await interleaved(compact, (world) => world.use());
  });

  test('of a compaction by a reader an event is counted', async () => {
    const readAndCompact = (world: World, files: Files) => {
      world.store(files).compactIfWorthwhile();
      expect(world.files.stat('/home/usage.journal.1')).toBeUndefined();
    };
    await interleaved(readAndCompact, (world) => world.use(), expectExact, largeWorld);
  });

  test('of an event the journal may be folded and set aside', async () => {
    await interleaved((world, files) => world.use(files), compactTwice);
  });

  test('of an event the journal may even be removed, but then it is not acknowledged', async () => {
    let lost = 0;
    const removeJournal = (world: World) => {
      compactTwice(world);
      world.realNow += day;
      world.compact();
    };
    await interleaved(
      (world, files) => world.use(files),
      removeJournal,
      async (world, fault) => {
        if (world.useCount === world.durable) lost += 1;
        else world.acknowledged = world.durable + 1;
        await expectExact(world, fault);
      },
    );
    expect(lost, 'so the refusal was needed').toBeGreaterThan(0);
  });

  test('of a reading others may compact, and it is right all the same', async () => {
    await interleaved((world, files, fault) => {
      const store = world.store(files);
      expect(store.get('a')?.useCount, `${fault}`).toBe(world.acknowledged);
      expect(store.get('a')?.useCount, `${fault}`).toBe(world.acknowledged);
    }, compactTwice);
  });
});
