import { expect, test } from 'vitest';
import { DiskStopped, everyFault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { CoppiceError } from '../../system/errors.js';
import { contentDigestOf } from './content-digest.js';
import { diskStore } from './disk-store.js';

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
  test(`a package is there whole or not at all, whenever ${when}`, () => {
    const seen = new Set<boolean>();
    for (const fault of everyFault(act)) {
      const disk = memoryDisk();
      const isTold = succeeds(() => diskStore(folder, fault.on(disk)).add(digest, pdf));
      if (power !== undefined) disk.loseUnsynced(power);
      const store = diskStore(folder, disk);
      const isThere = store.find(digest, 'bytes') !== undefined;
      expect(store.list().length, `${fault}`).toBe(isThere ? 1 : 0);
      expect(isThere || !isTold || power !== undefined, `${fault}`).toBe(true);
      expect(store.find(store.add(digest, pdf) && digest, 'bytes'), `${fault}`).toBeDefined();
      seen.add(isThere);
    }
    expect(seen).toEqual(new Set(outcomes));
  });
}

test('on a full disk nothing half-written stays', () => {
  for (const fault of everyFault({ act: 'fail', code: 'ENOSPC' })) {
    const disk = memoryDisk();
    succeeds(() => diskStore(folder, fault.on(disk)).add(digest, pdf));
    // Of the faults, one may hit the tidying itself; a later add removes what that leaves.
    const isTidying = fault.operations.lastIndexOf('rename') !== -1;
    if (!isTidying) expect(leftIn(disk), `${fault}`).toEqual([]);
  }
});

test('while two put the same package in, both find it', () => {
  for (const at of everyFault({ act: 'meanwhile', run: () => diskStore(folder, shared).add(digest, pdf) })) {
    shared = memoryDisk();
    const entry = diskStore(folder, at.on(shared)).add(digest, pdf);
    expect(diskStore(folder, shared).find(digest, 'bytes'), `${at}`).toBe(entry);
    expect(leftIn(shared), `${at}`).toEqual([]);
  }
});

let shared = memoryDisk();

function leftIn(disk: ReturnType<typeof memoryDisk>): readonly string[] {
  if (disk.lstat(folder) === undefined) return [];
  return disk.readdir(folder).flatMap(({ name }) => (name.startsWith('.') ? name : []));
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${error}`).toBe(true);
    return false;
  }
}
