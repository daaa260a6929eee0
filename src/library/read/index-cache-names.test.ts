import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { folderTag } from '../folders/project.js';
import { filesWithRoot, scanOf } from './index-cache.world.js';
import { findLocations, knowsNames, saveNames } from './index-cache-names.js';

const home = '/home';
const path = `/home/cache/names/${folderTag('/root')}.json`;

test('a file that is damaged in any place finds nothing wrong', () => {
  const { files, mtimeMs } = filesWithRoot();
  saveNames(
    files,
    home,
    scanOf(
      [
        ['a', 'a'],
        ['b', 'c'],
      ],
      mtimeMs,
    ),
  );
  const whole = files.read(path)?.bytes ?? new Uint8Array();
  const right = { byName: ['a/SKILL.md'], byFolderName: [] };
  for (let at = 0; at < whole.length; at++) {
    files.write(path, whole.slice(0, at));
    expect([undefined, right]).toContainEqual(findLocations(files, home, '/root', 'a'));
  }
  files.write(path, new TextEncoder().encode(new TextDecoder().decode(whole).replace('[[', '[{')));
  expect(findLocations(files, home, '/root', 'a')).toBeUndefined();
});

test('a changed folder, another root, or no file at all leaves it to a scan', () => {
  const { files, mtimeMs } = filesWithRoot();
  expect(findLocations(files, home, '/root', 'a')).toBeUndefined();
  saveNames(files, home, scanOf([['a', 'a']], mtimeMs));
  expect(findLocations(files, home, '/root', 'a')).toBeDefined();
  expect(findLocations(files, '/elsewhere', '/root', 'a')).toBeUndefined();
  files.create('/root/new', new Uint8Array());
  expect(findLocations(files, home, '/root', 'a')).toBeUndefined();
});

test('a root that is not there has no skills, and needs no file', () => {
  const files = memoryFiles();
  expect(findLocations(files, home, '/root', 'a')).toEqual({ byName: [], byFolderName: [] });
  expect(knowsNames(files, home, scanOf([]))).toBe(true);
});

test('a file that another process replaces in the middle of the reading is not used', () => {
  const { files, mtimeMs } = filesWithRoot();
  saveNames(files, home, scanOf([['a', 'a']], mtimeMs));
  const replacing = {
    ...files,
    read: (...given: Parameters<typeof files.read>) => {
      const piece = files.read(...given);
      saveNames(
        files,
        home,
        scanOf(
          [
            ['a', 'moved'],
            ['more', 'more'],
          ],
          mtimeMs,
        ),
      );
      return piece;
    },
  };
  expect(findLocations(replacing, home, '/root', 'a')).toBeUndefined();
  expect(findLocations(files, home, '/root', 'a')?.byName).toEqual(['moved/SKILL.md']);
});
