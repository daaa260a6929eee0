import { expect, test } from 'vitest';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { findProject, folderTag } from './project.js';

function check(folders: readonly string[], workingFolder: string, expected: string | undefined): void {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const folder of ['/user/work', ...folders]) files.makeFolder(folder);
  disk.symlink('/user/work', '/user/link');
  expect(findProject(files, workingFolder, '/user')?.path).toBe(expected);
}

test.each([
  ['a folder with .git', ['/user/work/.git'], '/user/work', '/user/work'],
  ['its folders below', ['/user/work/.git', '/user/work/a/b'], '/user/work/a/b', '/user/work'],
  ['the nearest of two', ['/user/work/.git', '/user/work/a/.git'], '/user/work/a', '/user/work/a'],
  ['none', [], '/user/work', undefined],
  ['not the home of the user', ['/user/.git'], '/user/work', undefined],
  ['what is above the home of the user', ['/user/.git', '/.git'], '/user/work', '/'],
  ['a folder that is not there', ['/user/work/.git'], '/user/work/gone', '/user/work'],
] as const)('the project is %s', (_, folders, workingFolder, expected) =>
  check(folders, workingFolder, expected),
);

test('a marker that cannot be read does not count', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  files.makeFolder('/user/work/app');
  files.makeFolder('/user/work/.git');
  disk.symlink('.git', '/user/work/app/.git');
  expect(findProject(files, '/user/work/app', '/user')?.path).toBe('/user/work');
});

test('coppice.toml makes a project too, and .git may be a file', () => {
  for (const mark of ['coppice.toml', '.git']) {
    const files = memoryFiles();
    files.makeFolder('/user/work/deep');
    files.create(`/user/work/${mark}`, new Uint8Array());
    expect(findProject(files, '/user/work/deep', '/user')).toEqual({
      path: '/user/work',
      realPath: '/user/work',
    });
  }
});

test('a project that is reached through a link has its real path, and so the same tag', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  files.makeFolder('/user/work/.git');
  disk.symlink('/user/work', '/user/link');
  expect(findProject(files, '/user/link', '/user')).toEqual({ path: '/user/link', realPath: '/user/work' });
  expect(folderTag('/user/work')).toMatch(/^[0-9a-f]{8}$/);
  expect(folderTag('/user/work')).not.toBe(folderTag('/user/other'));
});

test('the home of the user is not a project through a link either', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  files.makeFolder('/user/.git');
  disk.symlink('/user', '/me');
  expect(findProject(files, '/me', '/user')).toBeUndefined();
});
