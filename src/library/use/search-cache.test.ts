import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import { indexToBytes } from '../../search/index-bytes.js';
import { search } from '../../search/search.js';
import type { SearchIndex } from '../../search/search-index.js';
import { stringAt } from '../../search/string-table.js';
import { fixedClock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { FindWorld, skillText } from './find.world.js';
import { searchIndexOf } from './search-cache.js';

const cachePath = '/home/cache/search.bin';
const texts = { '/s/a/SKILL.md': skillText('a', 'apples'), '/s/b/SKILL.md': skillText('b', 'bananas') };
const paths = Object.keys(texts);

test('what has not changed is not read again', () => {
  const world = withCache(new FindWorld(texts));
  const read: string[] = [];
  searchIndexOf({ ...world.library, files: counting(world.files, read) }, paths);
  expect(read).toEqual([cachePath]);
});

test('a changed skill is read again, and no other', () => {
  const world = withCache(new FindWorld(texts));
  world.put('/s/b/SKILL.md', skillText('b', 'cherries'));
  const read: string[] = [];
  const index = searchIndexOf({ ...world.library, files: counting(world.files, read) }, paths);
  expect(read).toEqual([cachePath, '/s/b/SKILL.md']);
  expect([found(index, 'bananas'), found(index, 'cherries')]).toEqual([[], ['/s/b/SKILL.md']]);
});

test('a skill that is changed just after it was read is noticed, though its time and size are the same', () => {
  const world = new FindWorld(texts);
  const now = { ...world.library, realTime: fixedClock(0) };
  searchIndexOf(now, paths);
  const before = world.files.stat(cachePath);
  const changed = new FindWorld({ ...texts, '/s/b/SKILL.md': skillText('b', 'cherrie') });
  const files: Files = {
    ...world.files,
    read: (path, range) => (path === cachePath ? world : changed).files.read(path, range),
  };
  expect(found(searchIndexOf({ ...now, files }, paths), 'cherrie')).toEqual(['/s/b/SKILL.md']);
  expect(world.files.stat(cachePath)).toEqual(before);
});

test('skills come and go with the paths that are asked for', () => {
  const world = withCache(new FindWorld(texts));
  expect(idsIn(searchIndexOf(world.library, ['/s/a/SKILL.md']))).toEqual(['/s/a/SKILL.md']);
  expect(idsIn(searchIndexOf(world.library, paths))).toEqual(paths);
});

test('a file that is gone or cannot be read is left out', () => {
  const world = withCache(new FindWorld(texts));
  world.files.remove('/s/a/SKILL.md');
  world.disk.chmod('/s/b/SKILL.md', 0);
  world.put('/s/b/other', 'x');
  expect(idsIn(searchIndexOf(world.library, ['/s/a/SKILL.md']))).toEqual([]);
  expect(idsIn(searchIndexOf(new FindWorld(texts).library, ['/s/gone/SKILL.md', ...paths]))).toEqual(paths);
});

test('a cache that is deleted, damaged or of another program is ignored', () => {
  const world = withCache(new FindWorld(texts));
  const whole = world.files.read(cachePath)?.bytes ?? new Uint8Array();
  const fresh = indexToBytes(searchIndexOf(new FindWorld(texts).library, paths));
  const places = Array.from({ length: Math.ceil(whole.length / 11) }, (_, step) => step * 11);
  const damaged = places.map((at) => whole.with(at, (whole[at] ?? 0) ^ 1));
  for (const bytes of [new Uint8Array(), whole.subarray(0, 80), whole.subarray(0, -4), ...damaged]) {
    world.files.write(cachePath, bytes);
    expect(indexToBytes(searchIndexOf(world.library, paths))).toEqual(fresh);
    expect(world.files.read(cachePath)?.bytes.length).toBe(whole.length);
  }
  world.files.remove(cachePath);
  expect(indexToBytes(searchIndexOf(world.library, paths))).toEqual(fresh);
});

test('nothing is written where nothing has changed, or where nothing may be', () => {
  const world = withCache(new FindWorld(texts));
  const before = world.files.stat(cachePath);
  searchIndexOf(world.library, paths);
  expect(world.files.stat(cachePath)).toEqual(before);
  const readOnly = new FindWorld(texts, { writesCaches: false });
  expect(idsIn(searchIndexOf(readOnly.library, paths))).toEqual(paths);
  expect(readOnly.files.stat(cachePath)).toBeUndefined();
});

longTest('very many skills, which are indexed in parts, are found as if at once', () => {
  const many = Array.from({ length: 2001 }, (_, number) => `/s/${number}/SKILL.md`);
  const world = new FindWorld(Object.fromEntries(many.map((path) => [path, skillText(path, 'apples')])));
  const index = searchIndexOf(world.library, many);
  expect(idsIn(index)).toEqual([...many].sort());
  expect(found(index, '/s/2000/SKILL.md')[0]).toBe('/s/2000/SKILL.md');
});

longTest('after any changes the index is the one that would be built from nothing', () => {
  const all = ['a', 'b', 'c'].map((name) => `/s/${name}/SKILL.md`);
  const step = fc.record({
    path: fc.constantFrom(...all),
    words: fc.constantFrom('apples', 'bananas and apples', 'cherries', undefined),
    realTime: fc.constantFrom(fixedClock(0), fixedClock(10_000)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const world = new FindWorld(texts);
      for (const { path, words, realTime } of steps) {
        if (words === undefined) world.files.remove(path);
        else world.put(path, skillText('x', words));
        const rebuilt = searchIndexOf({ ...world.library, home: '/none', writesCaches: false }, all);
        expect(indexToBytes(searchIndexOf({ ...world.library, realTime }, all))).toEqual(
          indexToBytes(rebuilt),
        );
      }
    }),
    { numRuns: 30 },
  );
});

function withCache(world: FindWorld): FindWorld {
  searchIndexOf(world.library, paths);
  return world;
}

function counting(files: Files, read: string[]): Files {
  return {
    ...files,
    read: (path, range) => {
      read.push(path);
      return files.read(path, range);
    },
  };
}

function found(index: SearchIndex, text: string): readonly string[] {
  return search(index, text).map(({ id }) => id);
}

function idsIn({ ids }: SearchIndex): readonly string[] {
  return Array.from({ length: ids.starts.length - 1 }, (_, number) => stringAt(ids, number));
}
