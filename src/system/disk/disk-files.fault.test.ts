import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import type { Files } from '../files.js';
import { systemFault } from './disk-fault.js';
import { filesOn } from './disk-files.js';
import { DiskStopped, everyFault, Fault } from './faulty-disk.js';
import { type MemoryDisk, memoryDisk } from './memory-disk.js';

interface Change {
  readonly act: (files: Files) => unknown;
  /** What `/place` holds afterwards. */
  readonly after: string;
  /** What it may hold when the act was cut off, besides what it held before and holds afterwards. */
  readonly between?: readonly string[];
}

const before = 'a=old sub/ sub/b=old';

const changes: Readonly<Record<string, Change>> = {
  'replacing a file': {
    act: (files) => files.write('/place/a', bytesOf('replaced')),
    after: 'a=replaced sub/ sub/b=old',
  },
  'writing a new file': {
    act: (files) => files.write('/place/sub/c', bytesOf('written'), { mode: 0o755 }),
    after: 'a=old sub/ sub/b=old sub/c=written',
  },
  'creating a file': {
    act: (files) => files.create('/place/c', bytesOf('created'), { mode: 0o755 }),
    after: 'a=old c=created sub/ sub/b=old',
  },
  'moving a file': {
    act: (files) => files.rename('/place/a', '/place/sub/a'),
    after: 'sub/ sub/a=old sub/b=old',
  },
  'moving a folder': {
    act: (files) => files.rename('/place/sub', '/place/moved'),
    after: 'a=old moved/ moved/b=old',
  },
  'removing a file': {
    act: (files) => files.remove('/place/a'),
    after: 'sub/ sub/b=old',
  },
  'making folders': {
    act: (files) => files.makeFolder('/place/x/y'),
    after: 'a=old sub/ sub/b=old x/ x/y/',
    between: ['a=old sub/ sub/b=old x/'],
  },
  'appending durably': {
    act: (files) => files.append('/place/a', bytesOf('+added'), { durable: true }),
    after: 'a=old+added sub/ sub/b=old',
    between: ['a=old+ad sub/ sub/b=old'],
  },
  'appending durably to a new file': {
    act: (files) => files.append('/place/c', bytesOf('+added'), { durable: true }),
    after: 'a=old c=+added sub/ sub/b=old',
    between: ['a=old c= sub/ sub/b=old', 'a=old c=+ad sub/ sub/b=old'],
  },
};

for (const [name, { act, after, between = [] }] of Object.entries(changes)) {
  for (const code of ['EIO', 'ENOSPC', 'EPERM']) {
    test(`${name} with ${code} at any operation leaves the old or the new, and no other files`, () => {
      for (const fault of everyFault({ act: 'fail', code })) {
        const disk = newDisk();
        const error = errorOf(() => act(filesOn(fault.on(disk))));
        if (error === undefined) expect(stateOf(disk), `${fault}`).toBe(after);
        else expect(error, `${fault}`).toBeInstanceOf(CoppiceError);
        expect([before, after, ...between], `${fault}`).toContain(stateOf(disk));
        expect(openedAndLeftOpen(fault), `${fault}`).toBe(0);
        filesOn(disk).write('/place/a', bytesOf('next'));
        expect(stateOf(disk), `${fault}`).toContain('a=next');
      }
    });
  }

  test(`${name}, with the process stopped at any operation, leaves the old or the new`, () => {
    for (const { disk, fault } of stopsDuring(act)) {
      expect([before, after, ...between], `${fault}`).toContain(withoutTemporary(stateOf(disk)));
    }
  });

  for (const survivors of ['nothing', 'names'] as const) {
    test(`${name}, with the power lost at any operation and ${survivors} surviving, leaves the old or the new`, () => {
      for (const { disk, fault } of stopsDuring(act)) {
        disk.loseUnsynced(survivors);
        const allowed = fault.struck ? [before, after, ...between] : [after];
        expect(allowed, `${fault}`).toContain(withoutTemporary(stateOf(disk)));
        filesOn(disk).write('/place/a', bytesOf('next'));
        expect(stateOf(disk), `${fault}`).toContain('a=next');
      }
    });
  }
}

test('a write that the disk takes in pieces is made whole', () => {
  for (const fault of everyFault({ act: 'short-write' })) {
    const disk = newDisk();
    const files = filesOn(fault.on(disk));
    files.write('/place/a', bytesOf('replaced'));
    files.create('/place/c', bytesOf('created'));
    expect(stateOf(disk), `${fault}`).toBe('a=replaced c=created sub/ sub/b=old');
  }
});

test('an append that the disk takes in pieces is a fault, because the rest could land elsewhere', () => {
  const codes = [];
  for (const fault of everyFault({ act: 'short-write' })) {
    const error = errorOf(() => filesOn(fault.on(newDisk())).append('/place/a', bytesOf('+added')));
    codes.push(error instanceof CoppiceError ? error.code : 'none');
  }
  // Open, write, close, and the run without a fault.
  expect(codes).toEqual(['none', 'file-failed', 'none', 'none']);
});

test('a disk that takes nothing at all is a fault, not an endless loop', () => {
  const files = filesOn({ ...newDisk(), write: () => 0 });
  expect(() => files.write('/place/a', bytesOf('x'))).toThrow(
    expect.objectContaining({ code: 'file-failed' }),
  );
});

test('a file too large to be held is refused before it is read', () => {
  const disk = newDisk();
  const fstat = (fd: number) => ({ ...disk.fstat(fd), sizeBytes: 2 ** 31 });
  const files = filesOn({ ...disk, fstat });
  expect(() => files.read('/place/a')).toThrow(expect.objectContaining({ code: 'file-failed' }));
  expect(files.read('/place/a', { maxBytes: 2 })?.bytes).toEqual(bytesOf('ol'));
});

test('a folder that another process makes meanwhile is taken as made', () => {
  let disk: MemoryDisk;
  const makeIt = () => filesOn(disk).makeFolder('/place/x/y');
  for (const fault of everyFault({ act: 'meanwhile', run: makeIt })) {
    disk = newDisk();
    filesOn(fault.on(disk)).makeFolder('/place/x/y');
    expect(stateOf(disk), `${fault}`).toBe('a=old sub/ sub/b=old x/ x/y/');
  }
});

test('a file that another process removes meanwhile is not there', () => {
  let disk: MemoryDisk;
  let taken = false;
  const removeIt = () => {
    taken = filesOn(disk).remove('/place/a');
  };
  for (const fault of everyFault({ act: 'meanwhile', run: removeIt })) {
    disk = newDisk();
    taken = false;
    expect(filesOn(fault.on(disk)).remove('/place/a'), `${fault}`).toBe(!taken);
    expect(stateOf(disk), `${fault}`).toBe('sub/ sub/b=old');
  }
});

test('a file is created where the file system has no hard links', () => {
  for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS']) {
    const disk = newDisk();
    const files = filesOn({ ...disk, link: refusing(code) });
    expect(files.create('/place/c', bytesOf('created'), { mode: 0o644 }), code).toBe(true);
    expect(files.create('/place/c', bytesOf('again')), code).toBe(false);
    expect(stateOf(disk), code).toBe('a=old c=created sub/ sub/b=old');
    expect(disk.stat('/place/c')?.mode, code).toBe(0o644);
  }
});

test('a name taken in the middle of create is not replaced, with or without hard links', () => {
  for (const hardLinks of [true, false]) {
    let disk: MemoryDisk;
    let taken = false;
    const takeName = () => {
      taken = filesOn(disk).create('/place/c', bytesOf('theirs'));
    };
    for (const fault of everyFault({ act: 'meanwhile', run: takeName })) {
      disk = newDisk();
      taken = false;
      const files = filesOn(fault.on(hardLinks ? disk : { ...disk, link: refusing('EPERM') }));
      const created = files.create('/place/c', bytesOf('mine'));
      expect(created, `${fault}`).toBe(!taken);
      expect(stateOf(disk), `${fault}`).toBe(`a=old c=${taken ? 'theirs' : 'mine'} sub/ sub/b=old`);
    }
  }
});

test('mode and owner are kept, and the owner only where that is allowed', () => {
  const disk = newDisk();
  const fd = disk.open('/place/a', 'append');
  disk.fchown(fd, 12, 34);
  disk.fchmod(fd, 0o640);
  disk.close(fd);
  filesOn(disk).write('/place/a', bytesOf('replaced'));
  expect(disk.stat('/place/a')).toMatchObject({ uid: 12, gid: 34, mode: 0o640 });

  filesOn({ ...disk, fchown: refusing('EPERM') }).write('/place/a', bytesOf('replaced again'));
  expect(disk.stat('/place/a')).toMatchObject({ uid: 0, gid: 0, mode: 0o640 });
});

test('create only looks where it already exists', () => {
  const counter = new Fault(Number.POSITIVE_INFINITY, { act: 'stop' });
  filesOn(counter.on(newDisk())).create('/place/a', bytesOf('x'));
  expect(counter.operations).toEqual(['lstat']);
});

test('a move makes both folders durable, the new place first', () => {
  const synced: string[] = [];
  const disk = newDisk();
  const open: MemoryDisk['open'] = (path, purpose, mode) => {
    synced.push(path);
    return disk.open(path, purpose, mode);
  };
  filesOn({ ...disk, open }).rename('/place/a', '/place/sub/a');
  expect(synced).toEqual(['/place/sub', '/place']);
});

function newDisk(): MemoryDisk {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/place/sub');
  files.write('/place/a', bytesOf('old'));
  files.write('/place/sub/b', bytesOf('old'));
  return disk;
}

/** The disk after the process was stopped at its first operation, at its second, ..., and after a whole run. */
function* stopsDuring(act: (files: Files) => unknown): Generator<{ disk: MemoryDisk; fault: Fault }> {
  for (const fault of everyFault({ act: 'stop' })) {
    const disk = newDisk();
    const error = errorOf(() => act(filesOn(fault.on(disk))));
    if (fault.struck) expect(error, `${fault}`).toBeInstanceOf(DiskStopped);
    else expect(error).toBeUndefined();
    yield { disk, fault };
  }
}

function refusing(code: string): () => never {
  return () => {
    throw systemFault(code, 'refused');
  };
}

/** `a=content sub/ sub/b=content`: everything in `/place`, in order. */
function stateOf(disk: MemoryDisk, folder = '/place', prefix = ''): string {
  const files = filesOn(disk);
  const parts = (files.list(folder) ?? []).map(({ name, kind }) => {
    const path = `${folder}/${name}`;
    if (kind === 'folder') return `${prefix}${name}/ ${stateOf(disk, path, `${prefix}${name}/`)}`.trim();
    return `${prefix}${name}=${new TextDecoder().decode(files.read(path)?.bytes)}`;
  });
  return parts.join(' ');
}

function withoutTemporary(state: string): string {
  return state.replaceAll(/(^| )\S*\.coppice-\S+\.tmp=\S*/g, '').trim();
}

function openedAndLeftOpen({ operations, at }: Fault): number {
  const opened = operations.filter((name, index) => name === 'open' && index !== at - 1).length;
  return opened - operations.filter((name) => name === 'close').length;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
