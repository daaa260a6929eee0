import { expect, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { FileContent, Files } from '../../system/files.js';
import { type LinesRead, readLines } from './lines.js';

const mebibyte = 1024 * 1024;

function read(files: Pick<Files, 'read'>, options: { from?: number; maxLineBytes?: number } = {}) {
  const lines: string[] = [];
  const reading = readLines(files, '/t.jsonl', { from: 0, ...options }, (line) => lines.push(line));
  return { lines, ...reading };
}

function fileOf(content: string | Uint8Array): Files {
  const files = memoryFiles();
  files.write('/t.jsonl', typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return files;
}

/** A file that is generated as it is read, so that it can be large and change. Undefined after it was removed. */
function growing(piece: (offset: number) => Uint8Array | undefined): Pick<Files, 'read'> {
  return {
    read(_, range): FileContent | undefined {
      const bytes = piece(range?.offset ?? 0);
      const stat = {
        kind: 'file',
        sizeBytes: 7,
        mtimeMs: 0,
        ctimeMs: 0,
        mode: 0,
        device: 0,
        inode: 0,
      } as const;
      return bytes && { bytes, stat };
    },
  };
}

test.each<[string, string | Uint8Array, readonly string[], Partial<LinesRead>]>([
  ['of nothing', '', [], { offset: 0, tail: undefined, sizeBytes: 0 }],
  ['of lines', 'one\ntwo\n', ['one', 'two'], { offset: 8, tail: undefined, sizeBytes: 8 }],
  ['with a line that is not ended', 'one\ntw', ['one'], { offset: 4, tail: 'tw' }],
  ['of one line that is not ended', 'on', [], { offset: 0, tail: 'on' }],
  ['with empty lines', '\n\none\n\r\n\ntwo\n\n', ['one', 'two'], { offset: 14, tail: undefined }],
  ['with NULs', 'some text\0\n', ['some text\0'], { offset: 11, looksBinary: false }],
  ['with a byte order mark', '\ufeff{}\n', ['{}'], { offset: 6 }],
  ['that is not UTF-8', Uint8Array.of(0x61, 0xff, 0x62, 0x0a), ['a\ufffdb'], { offset: 4 }],
  ['in UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), [], { offset: 0, tail: undefined, looksBinary: true }],
  ['that is binary', 'a\0\n'.repeat(9), [], { offset: 0, tail: undefined, looksBinary: true }],
])('a file %s', (_, content, lines, expected) => {
  expect(read(fileOf(content))).toMatchObject({ lines, vanished: false, tooLong: 0, ...expected });
});

test('reading continues from the last offset', () => {
  const files = fileOf('one\ntwo\nthr');
  const { offset } = read(files);
  files.append('/t.jsonl', new TextEncoder().encode('ee\nfour\n'));
  expect(read(files, { from: offset })).toMatchObject({ lines: ['three', 'four'], offset: 19 });
});

test('zeros that a crash left behind the text are one line of it, not a binary file', () => {
  const files = fileOf(`one\n${'\0'.repeat(100)}\n`);
  expect(read(files, { from: 4 })).toMatchObject({ lines: ['\0'.repeat(100)], looksBinary: false });
});

test('a line that is too long is skipped and counted, ended or not', () => {
  expect(read(fileOf('one\n123456\n12345\n'), { maxLineBytes: 5 })).toMatchObject({
    lines: ['one', '12345'],
    tooLong: 1,
    offset: 17,
  });
  expect(read(fileOf('one\n123456'), { maxLineBytes: 5 })).toMatchObject({
    lines: ['one'],
    tooLong: 1,
    offset: 4,
    tail: undefined,
  });
});

test('lines may be longer than the pieces that are read at once', () => {
  const long = `${'é'.repeat(mebibyte)}!`;
  expect(read(fileOf(`a\n${long}\nb\n`)).lines).toEqual(['a', long, 'b']);
});

longTest('a line of a gibibyte is never held', () => {
  let peakBytes = 0;
  const files = growing((offset) => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers);
    return offset < 1024 * mebibyte
      ? new Uint8Array(mebibyte).fill(0x61)
      : new TextEncoder().encode('\nshort\n');
  });
  const before = process.memoryUsage().arrayBuffers;
  expect(read(files)).toMatchObject({ lines: ['short'], tooLong: 1, offset: 1024 * mebibyte + 7 });
  expect(peakBytes - before).toBeLessThan(512 * mebibyte);
});

test('a file that vanishes or shrinks while it is read ends there', () => {
  const first = new Uint8Array(mebibyte).fill(0x61);
  first.set(new TextEncoder().encode('one\n'));
  const then = (next: Uint8Array | undefined) => read(growing((offset) => (offset === 0 ? first : next)));
  expect(then(undefined)).toMatchObject({ lines: ['one'], offset: 4, vanished: true });
  expect(then(new Uint8Array())).toMatchObject({ lines: ['one'], offset: 4, vanished: false, sizeBytes: 7 });
  expect(read(memoryFiles())).toMatchObject({ lines: [], offset: 0, vanished: true, sizeBytes: 0 });
});
