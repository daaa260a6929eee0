import { expect, test } from 'vitest';
import type { Files } from '../files.js';
import { filesOn } from './disk-files.js';
import { filesContract } from './files.contract.js';
import { memoryDisk } from './memory-disk.js';

filesContract('in memory', () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/root/place');
  return { files, root: '/root/place', symlink: disk.symlink, dispose: () => undefined };
});

const bytes = new TextEncoder().encode('bytes');

test('contents without an fsync are lost with the power', () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.append('/log', bytes, { durable: true });
  files.append('/log', bytes);
  expect(files.stat('/log')?.sizeBytes).toBe(10);
  disk.loseUnsynced();
  expect(files.stat('/log')?.sizeBytes).toBe(5);
});

test('names in a folder without an fsync are lost with the power', () => {
  const disk = memoryDisk();
  disk.mkdir('/folder', 0o700);
  const root = disk.open('/', 'folder');
  disk.fsync(root);
  disk.close(disk.open('/file', 'new'));
  disk.rename('/folder', '/moved');
  disk.loseUnsynced();
  expect(disk.readdir('/')).toEqual([{ name: 'folder', kind: 'folder' }]);
});

test('when only names survive, files are there without what was not made durable', () => {
  const disk = memoryDisk();
  disk.write(disk.open('/file', 'new'), bytes);
  disk.loseUnsynced('names');
  expect(disk.stat('/file')).toMatchObject({ kind: 'file', sizeBytes: 0 });
});

test('a move between two folders is durable in both or in neither', () => {
  for (const synced of ['/from', '/to']) {
    const disk = memoryDisk();
    const files = filesOn(disk);
    files.makeFolder('/from');
    files.makeFolder('/to');
    files.write('/from/file', bytes);
    disk.rename('/from/file', '/to/file');
    disk.fsync(disk.open(synced, 'folder'));
    disk.loseUnsynced();
    expect(files.list('/from'), synced).toEqual([]);
    expect(files.read('/to/file')?.bytes, synced).toEqual(bytes);
  }
});

test('what was open before the loss of power is closed after it', () => {
  const disk = memoryDisk();
  const fd = disk.open('/file', 'new');
  disk.loseUnsynced();
  expect(() => disk.write(fd, bytes)).toThrow('EBADF');
});

test('the owner needs the permission bits', () => {
  const rows: [path: string, mode: number, act: (files: Files) => unknown][] = [
    ['/folder/file', 0o200, (files) => files.read('/folder/file')],
    ['/folder/file', 0o400, (files) => files.append('/folder/file', bytes)],
    ['/folder', 0o300, (files) => files.list('/folder')],
    ['/folder', 0o500, (files) => files.write('/folder/file', bytes)],
    ['/folder', 0o500, (files) => files.create('/folder/new', bytes)],
    ['/folder', 0o500, (files) => files.remove('/folder/file')],
    ['/folder', 0o500, (files) => files.rename('/folder/file', '/moved')],
    ['/folder', 0o500, (files) => files.rename('/other', '/folder/moved')],
    ['/folder', 0o600, (files) => files.stat('/folder/file')],
  ];
  for (const [path, mode, act] of rows) {
    const disk = memoryDisk();
    const files = filesOn(disk);
    files.makeFolder('/folder');
    files.write('/folder/file', bytes);
    files.write('/other', bytes);
    disk.chmod(path, mode);
    expect(() => act(files), `${act}`).toThrow(expect.objectContaining({ code: 'no-permission' }));
    disk.chmod(path, 0o700);
    expect(files.read('/folder/file')?.bytes).toEqual(bytes);
    expect(files.list('/folder')).toHaveLength(1);
  }
});
