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
import { diskStore } from './disk-store.js';
import type { Store } from './store.js';
import { contentDigestOf } from './store.js';

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

/** The folder of the package, which is put in. */
async function put(store: Store): Promise<string> {
  const adding = store.adding();
  await adding.add(digest, pdf);
  await adding.finish();
  return join(folder, digest.slice('sha256:'.length));
}

function tamper(path: string, text: string): void {
  chmodSync(path, 0o644);
  writeFileSync(path, text);
}

test('a package is found where it was put, whole and read-only', async () => {
  const store = diskStore(folder);
  expect(store.find(digest, 'stamp')).toBe(undefined);
  const entry = await put(store);
  expect(store.find(digest, 'stamp')).toBe(entry);
  expect(store.find(digest, 'bytes')).toBe(entry);
  expect(store.list()).toEqual([digest]);
  expect(readFileSync(join(entry, 'scripts/deep/run.sh'), 'utf8')).toBe('echo\n');
  const modes = ['SKILL.md', 'scripts/deep/run.sh', 'scripts/deep', 'scripts', '.'].map(
    (path) => lstatSync(join(entry, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o444, 0o555, 0o555, 0o555, 0o555]);
});

test('what was put in once is not written again', async () => {
  const store = diskStore(folder);
  const { ino } = lstatSync(await put(store));
  expect(lstatSync(await put(store)).ino).toBe(ino);
});

test('files that do not have the digest are refused, and nothing is left', async () => {
  const store = diskStore(folder);
  const adding = store.adding();
  await expect(adding.add(digest, [file('SKILL.md', '# Other\n')])).rejects.toThrow(
    /do not have the content digest/,
  );
  await adding.finish();
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
  test(`${what} is noticed, and repaired by putting the package in again`, async () => {
    const store = diskStore(folder);
    const entry = await put(store);
    damage(entry);
    expect([store.find(digest, 'stamp'), store.find(digest, 'bytes')]).toEqual([undefined, undefined]);
    expect(await put(store)).toBe(entry);
    expect(store.find(digest, 'bytes')).toBe(entry);
    expect(readFileSync(join(entry, 'SKILL.md'), 'utf8')).toBe('# Steps\n');
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
}

test('only a hash notices what keeps size, time and mode', async () => {
  const store = diskStore(folder);
  const path = join(await put(store), 'SKILL.md');
  // A time that the file system keeps exactly.
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  expect(store.find(digest, 'stamp')).toBeDefined();
  tamper(path, '# Stepz\n');
  chmodSync(path, 0o444);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  expect([store.find(digest, 'stamp') !== undefined, store.find(digest, 'bytes')]).toEqual([true, undefined]);
});

test('a stamp that is lost or damaged costs a hash, and no more', async () => {
  const store = diskStore(folder);
  const entry = await put(store);
  const stamps = join(folder, 'stamps');
  const good = readFileSync(stamps, 'utf8');
  for (const spoil of [
    () => rmSync(stamps),
    () => writeFileSync(stamps, 'garbage'),
    () => writeFileSync(stamps, good.slice(0, -20)),
  ]) {
    spoil();
    expect(diskStore(folder).find(digest, 'stamp')).toBe(entry);
    expect(readFileSync(stamps, 'utf8').endsWith(good)).toBe(true);
  }
});

test('what somebody wrote into a package is kept beside it when the package is put in again', async () => {
  const store = diskStore(folder);
  tamper(join(await put(store), 'SKILL.md'), '# Steps of mine\n');
  const reported: string[] = [];
  const adding = store.adding((contentDigest, keptIn) => reported.push(contentDigest, keptIn));
  await adding.add(digest, pdf);
  await adding.finish();
  const [of, keptIn = ''] = reported;
  expect([of, reported.length]).toEqual([digest, 2]);
  expect(readFileSync(join(keptIn, 'SKILL.md'), 'utf8')).toBe('# Steps of mine\n');
  expect(store.find(digest, 'bytes')).toBeDefined();
  expect(store.list()).toEqual([digest]);
});

test('what an interrupted process left is removed an hour later, and not before', async () => {
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
  await put(diskStore(folder));
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual(['.coppice-new.tmp']);
});

test('many packages are put in together, and a package twice is there once', async () => {
  const packages = Array.from({ length: 250 }, (_, at) => [file('SKILL.md', `# Steps ${at % 240}\n`)]);
  const adding = diskStore(folder).adding();
  for (const files of packages) await adding.add(contentDigestOf(files) ?? '', files);
  await adding.finish();
  const store = diskStore(folder);
  const stamped = readFileSync(join(folder, 'stamps'), 'utf8');
  expect(packages.every((files) => store.find(contentDigestOf(files) ?? '', 'stamp'))).toBe(true);
  // Nothing had to be hashed.
  expect(readFileSync(join(folder, 'stamps'), 'utf8')).toBe(stamped);
  expect(store.list()).toHaveLength(240);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a package of more files than a process may open is put in', async () => {
  const files = Array.from({ length: 450 }, (_, at) => file(`references/${at}.md`, `${at}\n`));
  const whole = [file('SKILL.md', '# Steps\n'), ...files];
  const adding = diskStore(folder).adding();
  await adding.add(contentDigestOf(whole) ?? '', whole);
  await adding.finish();
  expect(diskStore(folder).find(contentDigestOf(whole) ?? '', 'bytes')).toBeDefined();
});
