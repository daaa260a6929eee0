import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { appendToSpool, takeSpool } from './spool.js';

const home = '/u/.coppice';
const spool = `${home}/evidence.spool.jsonl`;

function filesWith(entries: number): Files {
  const files = memoryFiles();
  for (let at = 1; at <= entries; at += 1) leave(files, at);
  return files;
}

function leave(files: Files, at: number): boolean {
  return appendToSpool(files, home, { at, agent: 'a', transcript: null, observations: [] });
}

test('unfinished entries are read again, and finished ones are not', () => {
  const files = filesWith(2);
  const times = () => takeSpool(files, home).entries.map(({ at }) => at);
  expect([times(), times()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  takeSpool(files, home).done();
  expect(takeSpool(files, home)).toMatchObject({ entries: [], unreadable: 0 });
});

test('a torn or damaged line is counted, and costs no other entry', () => {
  const files = filesWith(1);
  files.append(spool, new TextEncoder().encode('\n{"v":1,"at":'));
  leave(files, 2);
  files.append(spool, Uint8Array.of(0xff, 0x00, 0x0a));
  const { entries, unreadable } = takeSpool(files, home);
  expect([entries.map(({ at }) => at), unreadable]).toEqual([[1, 2], 2]);
});

test('the spool and its home are private', () => {
  const files = filesWith(1);
  expect([files.stat(home)?.mode, files.stat(spool)?.mode]).toEqual([0o700, 0o600]);
});

test('a spool that nobody takes does not grow for ever', () => {
  const files = filesWith(1);
  const huge: Files = {
    ...files,
    stat: (path) => {
      const there = files.stat(path);
      return there && { ...there, sizeBytes: 64 * 1024 * 1024 };
    },
  };
  const before = files.read(spool)?.bytes;
  expect(leave(huge, 2)).toBe(false);
  expect(files.read(spool)?.bytes).toEqual(before);
});
