import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentDigestOf } from './content-digest.js';
import { diskStore } from './disk-store.js';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'coppice-store-')), 'store');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const file = (path: string, text: string, executable = false) => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable,
});
const pdf = [file('SKILL.md', '# Steps\n'), file('scripts/deep/run.sh', 'echo\n', true)];
const digest = contentDigestOf(pdf) ?? '';

function tamper(path: string, text: string): void {
  chmodSync(path, 0o644);
  writeFileSync(path, text);
}

test('a package is found where it was put, whole and read-only', () => {
  const store = diskStore(folder);
  expect(store.find(digest, 'stamp')).toBe(undefined);
  const entry = store.add(digest, pdf);
  expect(entry).toBe(join(folder, digest.slice('sha256:'.length)));
  expect(store.find(digest, 'stamp')).toBe(entry);
  expect(store.find(digest, 'bytes')).toBe(entry);
  expect(store.list()).toEqual([digest]);
  expect(readFileSync(join(entry, 'scripts/deep/run.sh'), 'utf8')).toBe('echo\n');
  const modes = ['SKILL.md', 'scripts/deep/run.sh', 'scripts/deep', 'scripts', '.'].map(
    (path) => lstatSync(join(entry, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o444, 0o555, 0o555, 0o555, 0o555]);
});

test('what was put in once is not written again', () => {
  const store = diskStore(folder);
  const { ino } = lstatSync(store.add(digest, pdf));
  expect(lstatSync(store.add(digest, pdf)).ino).toBe(ino);
});

test('files that do not have the digest are refused, and nothing is left', () => {
  const store = diskStore(folder);
  expect(() => store.add(digest, [file('SKILL.md', '# Other\n')])).toThrow(/do not have the content digest/);
  expect(existsSync(folder)).toBe(false);
});

test('what is no digest never becomes a path', () => {
  for (const name of ['sha256:../../etc', 'sha256:', digest.toUpperCase(), `${digest}/..`])
    expect(() => diskStore(folder).find(name, 'stamp'), name).toThrow(/is not a content digest/);
});

const damages: Readonly<Record<string, (entry: string) => void>> = {
  'another text': (entry) => tamper(join(entry, 'SKILL.md'), '# Worse\n'),
  'a file more': (entry) => {
    chmodSync(entry, 0o755);
    writeFileSync(join(entry, 'more.md'), 'more\n');
  },
  'a file less': (entry) => {
    chmodSync(entry, 0o755);
    rmSync(join(entry, 'SKILL.md'));
  },
  'a script that cannot be run': (entry) => chmodSync(join(entry, 'scripts/deep/run.sh'), 0o444),
  'a file instead of the folder': (entry) => {
    rmSync(entry, { recursive: true });
    writeFileSync(entry, '');
  },
};

for (const [what, damage] of Object.entries(damages)) {
  test(`${what} is noticed, and mended by putting the package in again`, () => {
    const store = diskStore(folder);
    const entry = store.add(digest, pdf);
    damage(entry);
    expect([store.find(digest, 'stamp'), store.find(digest, 'bytes')]).toEqual([undefined, undefined]);
    expect(store.add(digest, pdf)).toBe(entry);
    expect(store.find(digest, 'bytes')).toBe(entry);
    expect(readFileSync(join(entry, 'SKILL.md'), 'utf8')).toBe('# Steps\n');
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
}

test('only a hash notices what keeps size, time and mode', () => {
  const store = diskStore(folder);
  const path = join(store.add(digest, pdf), 'SKILL.md');
  // A time that the file system keeps exactly.
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  expect(store.find(digest, 'stamp')).toBeDefined();
  tamper(path, '# Stepz\n');
  chmodSync(path, 0o444);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  expect([store.find(digest, 'stamp') !== undefined, store.find(digest, 'bytes')]).toEqual([true, undefined]);
});

test('a stamp that is lost or damaged costs a hash, and no more', () => {
  const store = diskStore(folder);
  const entry = store.add(digest, pdf);
  const good = readFileSync(`${entry}.stamp`, 'utf8');
  for (const spoil of [() => rmSync(`${entry}.stamp`), () => writeFileSync(`${entry}.stamp`, 'garbage')]) {
    spoil();
    expect(store.find(digest, 'stamp')).toBe(entry);
    expect(readFileSync(`${entry}.stamp`, 'utf8')).toBe(good);
  }
});

test('what is discarded is not there any more', () => {
  const store = diskStore(folder);
  store.add(digest, pdf);
  store.discard(digest);
  store.discard(digest);
  expect([store.find(digest, 'bytes'), store.list()]).toEqual([undefined, []]);
  store.add(digest, pdf);
  expect(store.find(digest, 'bytes')).toBeDefined();
});

test('what an interrupted process left is removed an hour later, and not before', () => {
  for (const [name, age] of [
    ['.coppice-old.tmp', 3_700],
    ['.coppice-new.tmp', 60],
  ] as const) {
    mkdirSync(join(folder, name, 'inside'), { recursive: true });
    writeFileSync(join(folder, name, 'inside/half'), 'half');
    const time = lstatSync(join(folder, name)).mtimeMs / 1000 - age;
    utimesSync(join(folder, name), time, time);
    chmodSync(join(folder, name, 'inside'), 0o555);
  }
  diskStore(folder).add(digest, pdf);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual(['.coppice-new.tmp']);
});
