import { expect, test } from 'vitest';
import { DiskStopped, everyFault, Fault } from './faulty-disk.js';
import { memoryDisk } from './memory-disk.js';

const bytes = Uint8Array.of(1, 2, 3, 4);

test('the n-th operation fails with the code, and no other', () => {
  const disk = memoryDisk();
  const fault = new Fault(2, { act: 'fail', code: 'ENOSPC' });
  const faulty = fault.on(disk);
  const fd = faulty.open('/file', 'new');
  expect(() => faulty.write(fd, bytes)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  expect(faulty.write(fd, bytes)).toBe(4);
  expect(disk.stat('/file')?.sizeBytes).toBe(4);
  expect(fault.operations).toEqual(['open', 'write', 'write']);
  expect(`${fault}`).toBe('fail at operation 2 (write)');
});

test('a close that fails has closed', () => {
  const faulty = new Fault(2, { act: 'fail', code: 'EIO' }).on(memoryDisk());
  const fd = faulty.open('/file', 'new');
  expect(() => faulty.close(fd)).toThrow('EIO');
  expect(() => faulty.fstat(fd)).toThrow('EBADF');
});

test('a short write takes half of the bytes', () => {
  const faulty = new Fault(2, { act: 'short-write' }).on(memoryDisk());
  const fd = faulty.open('/file', 'new');
  expect(faulty.write(fd, bytes)).toBe(2);
  expect(faulty.fstat(fd).sizeBytes).toBe(2);
});

test('after a stop, which tears a write, nothing works any more', () => {
  const disk = memoryDisk();
  const faulty = new Fault(2, { act: 'stop' }).on(disk);
  const fd = faulty.open('/file', 'new');
  expect(() => faulty.write(fd, bytes)).toThrow(DiskStopped);
  expect(() => faulty.unlink('/file')).toThrow(DiskStopped);
  expect(disk.stat('/file')?.sizeBytes).toBe(2);
});

test('something else can happen just before an operation', () => {
  const disk = memoryDisk();
  const faulty = new Fault(1, { act: 'meanwhile', run: () => disk.mkdir('/made', 0o700) }).on(disk);
  expect(faulty.stat('/made')?.kind).toBe('folder');
});

test('every operation gets its turn, and the last run is whole', () => {
  const struck = [];
  for (const fault of everyFault({ act: 'short-write' })) {
    const faulty = fault.on(memoryDisk());
    faulty.close(faulty.open('/file', 'new'));
    struck.push(`${fault}`);
  }
  expect(struck).toEqual([
    'short-write at operation 1 (open)',
    'short-write at operation 2 (close)',
    'short-write at operation 3 (not reached)',
  ]);
});

test('a loop that puts the fault on no disk is an error', () => {
  const faults = everyFault({ act: 'stop' });
  faults.next();
  expect(() => faults.next()).toThrow('nothing was tested');
});
