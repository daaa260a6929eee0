import { expect, test } from 'vitest';
import type { Disk } from '../../system/disk/disk.js';
import { DiskStopped, everyFault, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { diskStore } from './disk-store.js';
import { contentDigestOf } from './store.js';

const folder = '/store';
const file = (path: string, text: string) => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable: false,
});
const pdf = [file('SKILL.md', '# Steps\n'), file('scripts/deep/run.sh', 'echo\n')];
const digest = contentDigestOf(pdf) ?? '';

interface Cause {
  readonly act: FaultAct;
  readonly power?: 'nothing' | 'names';
  readonly outcomes: readonly boolean[];
}

const causes: Readonly<Record<string, Cause>> = {
  'the disk is full': { act: { act: 'fail', code: 'ENOSPC' }, outcomes: [false, true] },
  'the disk is read-only': { act: { act: 'fail', code: 'EROFS' }, outcomes: [false, true] },
  'a write is short': { act: { act: 'short-write' }, outcomes: [true] },
  'the process ends': { act: { act: 'stop' }, outcomes: [false, true] },
  'the power goes': { act: { act: 'stop' }, power: 'nothing', outcomes: [false] },
  'the power goes and names are kept': { act: { act: 'stop' }, power: 'names', outcomes: [false, true] },
};

for (const [when, { act, power, outcomes }] of Object.entries(causes)) {
  test(`a package is there whole or not at all, whenever ${when}`, async () => {
    const seen = new Set<boolean>();
    for (const fault of everyFault(act)) {
      const disk = memoryDisk();
      const isReported = await succeeds(() => put(fault.on(disk)));
      if (power !== undefined) disk.loseUnsynced(power);
      const store = diskStore(folder, disk);
      const isThere = store.find(digest, 'bytes') !== undefined;
      expect(store.list().length, `${fault}`).toBe(isThere ? 1 : 0);
      expect(isThere || !isReported || power !== undefined, `${fault}`).toBe(true);
      await put(disk);
      expect(store.find(digest, 'bytes'), `${fault}`).toBeDefined();
      seen.add(isThere);
    }
    expect(seen).toEqual(new Set(outcomes));
  });
}

test('on a full disk nothing half-written stays', async () => {
  for (const fault of everyFault({ act: 'fail', code: 'ENOSPC' })) {
    const disk = memoryDisk();
    await succeeds(() => put(fault.on(disk)));
    // Of the faults, one may hit the tidying itself; a later add removes what that leaves.
    const isTidying = fault.operations.lastIndexOf('rename') !== -1;
    if (!isTidying) expect(leftIn(disk), `${fault}`).toEqual([]);
  }
});

test('while two put the same package in, both find it', async () => {
  const entry = `${folder}/${digest.slice('sha256:'.length)}`;
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const disk = memoryDisk();
    await put(disk);
    disk.rename(entry, '/of-another');
    // Of another process, which is faster: its package gets the name at once.
    const run = () => disk.lstat(entry) ?? disk.rename('/of-another', entry);
    const meanwhile = new Fault(at, { act: 'meanwhile', run });
    await put(meanwhile.on(disk));
    isOver = !meanwhile.struck;
    expect(diskStore(folder, disk).find(digest, 'bytes'), `${meanwhile}`).toBe(entry);
    expect(leftIn(disk), `${meanwhile}`).toEqual([]);
  }
});

async function put(disk: Disk): Promise<void> {
  const adding = diskStore(folder, disk).adding();
  await adding.add(digest, pdf);
  await adding.finish();
}

function leftIn(disk: ReturnType<typeof memoryDisk>): readonly string[] {
  if (disk.lstat(folder) === undefined) return [];
  return disk.readdir(folder).flatMap(({ name }) => (name.startsWith('.') ? name : []));
}

async function succeeds(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${error}`).toBe(true);
    return false;
  }
}
