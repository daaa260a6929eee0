import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '../../agents/sessions/reader.fixture.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { blockHeader, frame, lastBlock, rawBlock, repeatedBlock, skippableFrame } from './zstd.fixture.js';
import { readZstdLines } from './zstd.js';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
const largest = 128 * 1024;

const broken = 'it is not a Zstandard stream, or damaged';
const tooLarge = 'it would take too much memory or time to decompress';

function fileOf(...parts: readonly Uint8Array[]): Files {
  const files = memoryFiles();
  files.write('/t.jsonl.zst', Buffer.concat(parts));
  return files;
}

async function read(files: Pick<Files, 'read'>, limits?: Parameters<typeof readZstdLines>[3]) {
  const lines: string[] = [];
  const reading = await readZstdLines(files, '/t.jsonl.zst', (line) => lines.push(line), limits);
  return { lines, ...reading };
}

/** Made from session.jsonl with `zstd -19`. */
const compressed = readFileSync(
  new URL('../../agents/sessions/fixtures/codex/session.jsonl.zst', import.meta.url),
);

test('a compressed transcript has the lines of the transcript', async () => {
  const lines = fixture('codex/session.jsonl').trimEnd().split('\n');
  expect(await read(fileOf(compressed))).toEqual({ lines, tooLong: 0, failure: undefined });
  expect(await read(fileOf(compressed, compressed))).toMatchObject({ lines: [...lines, ...lines] });
});

const whole = frame([rawBlock('one\ntw'), rawBlock('o\n', lastBlock)]);

test.each<[string, readonly Uint8Array[], readonly string[]]>([
  ['nothing', [], []],
  ['a frame', [whole], ['one', 'two']],
  ['frames of a few bytes', [frame([rawBlock('a', true)]), frame([rawBlock('b\nc', true)])], ['ab', 'c']],
  ['an empty last block', [frame([rawBlock('one'), rawBlock('', true)])], ['one']],
  ['a repeated character', [frame([repeatedBlock('a', 5, true)])], ['aaaaa']],
  [
    'something to skip',
    [skippableFrame(40), whole, skippableFrame(2 * mebibyte), whole],
    ['one', 'two', 'one', 'two'],
  ],
  [
    'a checksum',
    [frame([Buffer.concat([rawBlock('one\n', true), new Uint8Array(4)])], [0b100, 80]), whole],
    ['one', 'one', 'two'],
  ],
  ['one segment', [frame([rawBlock('one', true)], [0b100000, 3])], ['one']],
  ['a length of two bytes', [frame([rawBlock('a'.repeat(257), true)], [0b1100000, 1, 0])], ['a'.repeat(257)]],
  ['a length of four bytes', [frame([rawBlock('one', true)], [0b10100000, 3, 0, 0, 0])], ['one']],
  [
    'a length of eight bytes',
    [frame([rawBlock('one', true)], [0b11000000, 80, 3, 0, 0, 0, 0, 0, 0, 0])],
    ['one'],
  ],
])('a stream of %s is read', async (_, parts, lines) => {
  expect(await read(fileOf(...parts))).toEqual({ lines, tooLong: 0, failure: undefined });
});

test('blocks may lie across the pieces that are read at once', async () => {
  const line = `${'x'.repeat(largest - 1)}\n`;
  const blocks = Array.from({ length: 40 }, () => rawBlock(line));
  expect((await read(fileOf(frame([...blocks, rawBlock('end', true)])))).lines).toHaveLength(41);
});

test('the lines before a cut in a stream are kept', async () => {
  const [one, two] = [
    frame([rawBlock('one\n', true)]),
    frame([rawBlock('the second\n'), rawBlock('third', true)]),
  ];
  const stream = Buffer.concat([one, two]);
  for (let length = 1; length < stream.length; length += 1) {
    const { lines, failure } = await read(fileOf(stream.subarray(0, length)));
    const expected = length < one.length ? [] : length < stream.length - 8 ? ['one'] : ['one', 'the second'];
    expect({ length, lines, failure }).toEqual({
      length,
      lines: expected,
      failure: length === one.length ? undefined : broken,
    });
  }
});

test.each<[string, Uint8Array, string]>([
  ['that is none', new TextEncoder().encode('{"type":"session_meta"}'), broken],
  ['that needs a dictionary', frame([rawBlock('x', true)], [1, 80, 7]), broken],
  ['of an unknown kind', frame([rawBlock('x', true)], [0b1000, 80]), broken],
  ['with a block of no type', frame([blockHeader(3, 1, true)]), broken],
  ['with a block that is too large', frame([repeatedBlock('x', largest + 1, true)]), broken],
  [
    'whose compressed block is none',
    frame([Buffer.concat([blockHeader(2, 9), new Uint8Array(9).fill(255)])]),
    broken,
  ],
  ['with a window of 256 MiB', frame([rawBlock('x', true)], [0, 18 << 3]), tooLarge],
  ['with a segment of 1 GiB', frame([rawBlock('x', true)], [0b10100000, 0, 0, 0, 64]), tooLarge],
])('a stream %s ends with a reason, and earlier lines are kept', async (_, stream, failure) => {
  expect(await read(fileOf(whole, stream))).toEqual({ lines: ['one', 'two'], tooLong: 0, failure });
});

test('a bomb is not read to its end', async () => {
  const blocks = Array.from({ length: 1_000 }, () => repeatedBlock('a', largest));
  const bomb = frame([rawBlock('one\n'), ...blocks, rawBlock('\ntwo\n', true)]);
  expect(await read(fileOf(bomb))).toEqual({ lines: ['one'], tooLong: 1, failure: tooLarge });
});

test.each([{ maxOutputBytes: 7 }, { maxMovedBytes: 2 * mebibyte }, { maxRatio: 0.1, ratioAfterBytes: 7 }])(
  'a stream beyond %j is too large',
  async (limit) => {
    const limits = {
      maxWindowBytes: gibibyte,
      maxOutputBytes: gibibyte,
      maxRatio: 1,
      ratioAfterBytes: gibibyte,
      maxMovedBytes: gibibyte,
    };
    const stream = frame([rawBlock('one\n'), rawBlock('two\n'), rawBlock('three\n', true)]);
    expect(await read(fileOf(stream), limits)).toMatchObject({ failure: undefined });
    expect(await read(fileOf(stream), { ...limits, ...limit })).toMatchObject({
      lines: ['one', 'two'],
      failure: tooLarge,
    });
  },
);

test('what is no text is not read', async () => {
  const stream = frame([rawBlock('\0\x01\n\0', true)]);
  expect(await read(fileOf(stream))).toEqual({ lines: [], tooLong: 0, failure: 'it is not text' });
});

test('a file that disappears is reported', async () => {
  expect(await read(memoryFiles())).toEqual({
    lines: [],
    tooLong: 0,
    failure: 'it vanished while it was read',
  });
});

test('no damage makes the reading throw', async () => {
  const lines = new Set(fixture('codex/session.jsonl').split('\n'));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: compressed.length - 1 }), fc.nat({ max: 255 }), async (place, byte) => {
      const damaged = Uint8Array.from(compressed).with(place, byte);
      const reading = await read(fileOf(damaged));
      // The decoder does not look at the checksum, so damage may pass as other text, but never as nothing.
      if (reading.failure === undefined) expect(reading.lines).not.toEqual([]);
      else expect(reading.lines.length).toBeLessThanOrEqual(lines.size);
    }),
    { numRuns: 300 },
  );
});
