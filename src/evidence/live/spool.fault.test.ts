import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { DiskStopped, everyFault, type Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { appendToSpool, takeSpool } from './spool.js';

const home = '/u/.coppice';

/** A disk with a spool; what was left for certain and what was stored are noted beside it, by the number of an entry. */
class World {
  readonly disk = memoryDisk();
  readonly files = filesOn(this.disk);
  readonly left: number[] = [];
  readonly stored = new Set<number>();
  #last = 0;

  constructor() {
    this.files.makeFolder(home);
  }

  leave(files: Files = this.files): void {
    this.#last += 1;
    const at = this.#last;
    if (appendToSpool(files, home, { at, agent: 'a', transcript: null, observations: [] }))
      this.left.push(at);
  }

  /** Stores the entries; only then `done` is called. */
  store(files: Files = this.files): void {
    const { entries, done } = takeSpool(files, home);
    for (const { at } of entries) this.stored.add(at);
    done();
  }

  expectNothingLost(fault: Fault): void {
    this.store();
    expect(
      this.left.filter((at) => !this.stored.has(at)),
      `${fault}`,
    ).toEqual([]);
    expect(this.files.list(home), `${fault}`).toEqual([]);
  }
}

/** With a spool, with one that a taker set aside before it died, and with neither. */
const worlds: Readonly<Record<string, () => World>> = {
  'a spool': () => withEntries(2),
  'a spool, and another that was taken and not stored': () => {
    const world = withEntries(2);
    takeSpool(world.files, home);
    world.leave();
    return world;
  },
  'no spool yet': () => new World(),
};

function withEntries(count: number): World {
  const world = new World();
  for (let entries = 0; entries < count; entries += 1) world.leave();
  return world;
}

/** Runs what may be stopped by a fault. */
function until(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DiskStopped) && !(error instanceof CoppiceError)) throw error;
  }
}

const faults: readonly FaultAct[] = [{ act: 'fail', code: 'EIO' }, { act: 'short-write' }, { act: 'stop' }];

test.each(Object.entries(worlds))('with %s, a fault anywhere in a taking loses nothing', (_, newWorld) => {
  for (const act of faults) {
    for (const fault of everyFault(act)) {
      const world = newWorld();
      until(() => world.store(filesOn(fault.on(world.disk))));
      world.expectNothingLost(fault);
    }
  }
});

test.each(Object.entries(worlds))(
  'with %s, a fault anywhere in leaving spoils no other entry',
  (_, newWorld) => {
    for (const act of faults) {
      for (const fault of everyFault(act)) {
        const world = newWorld();
        until(() => world.leave(filesOn(fault.on(world.disk))));
        world.leave();
        world.expectNothingLost(fault);
      }
    }
  },
);

test.each(Object.entries(worlds))(
  'with %s, an entry may be left at any moment of a taking',
  (_, newWorld) => {
    let world = newWorld();
    for (const fault of everyFault({ act: 'meanwhile', run: () => world.leave() })) {
      world = newWorld();
      world.store(filesOn(fault.on(world.disk)));
      world.expectNothingLost(fault);
    }
  },
);

test.each(Object.entries(worlds))(
  'with %s, the spool may be taken at any moment of an append',
  (_, newWorld) => {
    let world = newWorld();
    let again = 0;
    for (const fault of everyFault({ act: 'meanwhile', run: () => world.store() })) {
      world = newWorld();
      world.leave(filesOn(fault.on(world.disk)));
      if (fault.operations.filter((operation) => operation === 'write').length > 2) again += 1;
      world.expectNothingLost(fault);
    }
    expect(again, 'so it was needed to leave an entry again').toBeGreaterThan(0);
  },
);

test.each(Object.entries(worlds))('with %s, two may take at once', (_, newWorld) => {
  let world = newWorld();
  for (const fault of everyFault({ act: 'meanwhile', run: () => world.store() })) {
    world = newWorld();
    world.store(filesOn(fault.on(world.disk)));
    world.expectNothingLost(fault);
  }
});

test('a new spool with the inode of the previous one is recognised as new', () => {
  let world = withEntries(2);
  const takeAndLeave = () => {
    world.store();
    world.leave();
  };
  for (const fault of everyFault({ act: 'meanwhile', run: takeAndLeave })) {
    world = withEntries(2);
    const files = filesOn(fault.on(world.disk));
    const stat: Files['stat'] = (path) => {
      const there = files.stat(path);
      return there && { ...there, inode: 1 };
    };
    world.leave({ ...files, stat });
    world.expectNothingLost(fault);
  }
});
