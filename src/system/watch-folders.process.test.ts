import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualSchedule } from './schedule.fixture.js';
import { type FolderWatch, watchFolders } from './watch-folders.js';

let folder: string;
let watch: FolderWatch | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-watch-'));
});
afterEach(() => {
  watch?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the system tells of a file that was written, and not of folders that are no longer watched', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const each of [one, other]) mkdirSync(each);
  const changed = new Set<string>();
  watch = watchFolders({ onChange: (each) => void changed.add(each) });
  watch.set(new Set([one, other, join(folder, 'missing')]));
  watch.set(new Set([one]));
  writeFileSync(join(other, 'SKILL.md'), 'x');
  writeFileSync(join(one, 'SKILL.md'), 'x');
  await expect.poll(() => [...changed]).toEqual([one]);
});

test('a folder that was replaced is watched again', async () => {
  const one = join(folder, 'one');
  mkdirSync(one);
  const changed: string[] = [];
  watch = watchFolders({ onChange: (each) => void changed.push(each) });
  const both = new Set([folder, one]);
  watch.set(both);
  rmSync(one, { recursive: true });
  mkdirSync(one);
  await expect.poll(() => changed).toContain(folder);
  watch.set(both);
  changed.length = 0;
  writeFileSync(join(one, 'SKILL.md'), 'x');
  await expect.poll(() => changed).toContain(one);
});

test('where no watch can be made, the folders are looked at instead', () => {
  const time = manualSchedule();
  const changed: string[] = [];
  watch = watchFolders({
    onChange: (each) => void changed.push(each),
    schedule: time.schedule,
    start: () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
  watch.set(new Set([folder]));
  expect(time.delays).toEqual([2_000]);
  time.next();
  expect(changed).toEqual([]);
  writeFileSync(join(folder, 'SKILL.md'), 'x');
  time.next();
  expect(changed).toEqual([folder]);
  time.next();
  expect(changed).toEqual([folder]);
  watch.close();
  expect(time.delays).toEqual([]);
});
