import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files, Stat } from '../../system/files.js';
import { type Cursor, changeSince, type Since, samples } from './cursor.js';

const path = '/t.jsonl';

function filesOf(text: string): Files {
  const files = memoryFiles();
  files.write(path, new TextEncoder().encode(text));
  return files;
}

function statIn(files: Files): Stat {
  const stat = files.stat(path);
  if (stat === undefined) throw new Error('the file is gone');
  return stat;
}

/** Of a file that was read up to here. */
function cursorOf(files: Files, offset: number): Cursor {
  const { sizeBytes: size, mtimeMs, device, inode } = statIn(files);
  const read = samples(files, path, offset);
  return { size, mtimeMs, device, inode, ...read, coveredFrom: 0, memory: null };
}

const middle = 'm'.repeat(20_000);

test.each<[string, (files: Files) => void, Since]>([
  ['nothing happened to', () => undefined, 'unchanged'],
  ['grew', (files) => files.append(path, new TextEncoder().encode('more\n')), 'grown'],
  ['was copied', (files) => files.write(path, files.read(path)?.bytes ?? new Uint8Array()), 'grown'],
  ['begins otherwise', (files) => rewrite(files, `head?${middle}tail\n`), 'rewritten'],
  ['ends otherwise', (files) => rewrite(files, `head!${middle}tale\n`), 'rewritten'],
  ['is shorter', (files) => rewrite(files, 'head!\n'), 'rewritten'],
  ['is longer and another', (files) => rewrite(files, `other${middle}tail\n`.repeat(2)), 'rewritten'],
  ['is empty', (files) => rewrite(files, ''), 'rewritten'],
])('a file that %s', (_, change, expected) => {
  const files = filesOf(`head!${middle}tail\n`);
  const cursor = cursorOf(files, statIn(files).sizeBytes);
  change(files);
  expect(changeSince(files, path, statIn(files), cursor)).toBe(expected);
});

test('bytes after the offset may change, because they were not read', () => {
  const files = filesOf('one\n{"half');
  const cursor = cursorOf(files, 4);
  rewrite(files, 'one\n{"another half');
  expect(changeSince(files, path, statIn(files), cursor)).toBe('grown');
});

test('what is always read whole is rewritten whenever it changed', () => {
  const files = filesOf('{}');
  const cursor = cursorOf(files, 0);
  expect(changeSince(files, path, statIn(files), cursor)).toBe('unchanged');
  files.append(path, new TextEncoder().encode('\n'));
  expect(changeSince(files, path, statIn(files), cursor)).toBe('rewritten');
});

test('a file that did not change is not opened', () => {
  const files = filesOf('one\n');
  const cursor = cursorOf(files, 4);
  const stat = statIn(files);
  files.remove(path);
  expect(changeSince(files, path, stat, cursor)).toBe('unchanged');
  expect(changeSince(files, path, { ...stat, sizeBytes: 8 }, cursor)).toBe('rewritten');
});

function rewrite(files: Files, text: string): void {
  files.write(path, new TextEncoder().encode(text));
}
