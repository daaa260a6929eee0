import { expect, test } from 'vitest';
import { filesOn } from './disk/disk-files.js';
import { filesContract } from './disk/files.contract.js';
import { memoryDisk } from './disk/memory-disk.js';
import { rememberedFiles } from './remembered-files.js';

filesContract('with a memory', () => {
  const disk = memoryDisk();
  const files = rememberedFiles(filesOn(disk));
  files.makeFolder('/root/place');
  return { files, root: '/root/place', symlink: disk.symlink, dispose: () => undefined };
});

const bytes = (text: string) => new TextEncoder().encode(text);

/** Files that count what is asked of them. */
function counted() {
  const disk = memoryDisk();
  const below = filesOn(disk);
  below.makeFolder('/home/skills/saw');
  below.write('/home/skills/saw/SKILL.md', bytes('saw'));
  disk.symlink('/home/skills/saw', '/home/skills/link');
  const asked: string[] = [];
  const files = rememberedFiles({
    ...below,
    read: (path, range) => {
      asked.push(`read ${path}`);
      return below.read(path, range);
    },
    list: (path) => {
      asked.push(`list ${path}`);
      return below.list(path);
    },
    stat: (path, options) => {
      asked.push(`stat ${path}`);
      return below.stat(path, options);
    },
    realPath: (path) => {
      asked.push(`resolve ${path}`);
      return below.realPath(path);
    },
  });
  return { files, below, disk, asked };
}

test('every question is asked of the disk once', () => {
  const { files, asked } = counted();
  for (let time = 0; time < 3; time += 1) {
    expect(files.list('/home/skills')?.map(({ name }) => name)).toEqual(['link', 'saw']);
    expect(files.list('/home/none')).toBeUndefined();
    expect(files.stat('/home/skills/saw/SKILL.md')?.sizeBytes).toBe(3);
    expect(files.read('/home/skills/saw/SKILL.md')?.bytes).toEqual(bytes('saw'));
    expect(files.read('/home/none')).toBeUndefined();
  }
  expect(asked).toEqual([
    'list /home/skills',
    'list /home/none',
    'stat /home/skills/saw/SKILL.md',
    'read /home/skills/saw/SKILL.md',
    'read /home/none',
  ]);
});

test('what a listing shows to be no link is resolved and described without asking again', () => {
  const { files, asked } = counted();
  files.list('/home/skills');
  files.list('/home/skills/saw');
  asked.length = 0;
  expect(files.realPath('/home/skills/saw/SKILL.md')).toBe('/home/skills/saw/SKILL.md');
  expect(asked).toEqual(['resolve /home/skills']);
  asked.length = 0;
  const path = '/home/skills/saw/SKILL.md';
  expect(files.stat(path, { follow: false })).toBe(files.stat(path));
  expect(asked).toEqual([`stat ${path}`]);
});

test('a link is followed or described as it is', () => {
  const { files } = counted();
  files.list('/home/skills');
  expect(files.realPath('/home/skills/link')).toBe('/home/skills/saw');
  expect(files.stat('/home/skills/link')?.kind).toBe('folder');
  expect(files.stat('/home/skills/link', { follow: false })?.kind).toBe('link');
});

test('a part of a file is read as it was asked for', () => {
  const { files } = counted();
  const path = '/home/skills/saw/SKILL.md';
  expect(files.read(path, { maxBytes: 2 })?.bytes).toEqual(bytes('sa'));
  expect(files.read(path)?.bytes).toEqual(bytes('saw'));
  expect(files.read(path, { maxBytes: 2 })?.bytes).toEqual(bytes('sa'));
  expect(files.read(path, { offset: 1, maxBytes: 9 })?.bytes).toEqual(bytes('aw'));
});

test('a change through the files shows at once, wherever it is', () => {
  const { files } = counted();
  const path = '/home/skills/saw/SKILL.md';
  const look = () => [
    files.list('/home/skills/saw')?.map(({ name }) => name),
    files.stat(path)?.sizeBytes,
    files.realPath('/home/skills/axe'),
    new TextDecoder().decode(files.read(path)?.bytes),
  ];
  expect(look()).toEqual([['SKILL.md'], 3, undefined, 'saw']);
  files.write(path, bytes('axes'));
  expect(look()).toEqual([['SKILL.md'], 4, undefined, 'axes']);
  files.append(path, bytes('!'));
  expect(look()).toEqual([['SKILL.md'], 5, undefined, 'axes!']);
  files.makeLink('/home/skills/axe', '/home/skills/saw');
  expect(look()).toEqual([['SKILL.md'], 5, '/home/skills/saw', 'axes!']);
  files.remove(path);
  expect(look()).toEqual([[], undefined, '/home/skills/saw', '']);
});

test('a live path is asked for every time', () => {
  const below = filesOn(memoryDisk());
  below.makeFolder('/home/skills');
  const files = rememberedFiles(below, (path) => path.startsWith('/home/journal'));
  const look = () => [files.read('/home/journal')?.bytes.length, files.stat('/home/journal')?.sizeBytes];
  expect(look()).toEqual([undefined, undefined]);
  below.append('/home/journal', bytes('one'));
  expect(look()).toEqual([3, 3]);
  below.append('/home/journal', bytes('two'));
  expect(look()).toEqual([6, 6]);
});

test('a refusal is not remembered', () => {
  const { files, below, disk } = counted();
  disk.symlink('/home/cycle', '/home/cycle');
  expect(() => files.stat('/home/cycle')).toThrow();
  below.remove('/home/cycle');
  below.write('/home/cycle', bytes('now a file'));
  expect(files.stat('/home/cycle')?.kind).toBe('file');
});
