import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { captureOutput } from './process.js';

async function check(
  chunks: readonly (string | readonly number[])[],
  maxBytes: number,
  expected: { readonly text: string; readonly truncated: boolean },
): Promise<void> {
  const stream = Readable.from(
    chunks.map((chunk) => Buffer.from(typeof chunk === 'string' ? chunk : [...chunk])),
  );
  const output = captureOutput(stream, maxBytes);
  await finished(stream);
  expect({ text: output.text(), truncated: output.truncated() }).toEqual(expected);
}

test('output that fits is kept whole, however it arrives', async () => {
  await check([], 10, { text: '', truncated: false });
  await check(['one ', 'two'], 10, { text: 'one two', truncated: false });
  await check(['exactly10!'], 10, { text: 'exactly10!', truncated: false });
  await check([[0xe2, 0x82], [0xac]], 10, { text: '€', truncated: false });
  await check(['\uFEFFmark'], 10, { text: '\uFEFFmark', truncated: false });
});

test('output that does not fit is cut at the number of bytes', async () => {
  await check(['exactly10!', '+'], 10, { text: 'exactly10!', truncated: true });
  await check(['abc', 'defgh', 'ijk'], 5, { text: 'abcde', truncated: true });
  await check(['a'], 0, { text: '', truncated: true });
});

test('a character that the cut goes through is left out', async () => {
  await check(['a€'], 2, { text: 'a', truncated: true });
  await check(['a€'], 3, { text: 'a', truncated: true });
  await check(['a€b'], 4, { text: 'a€', truncated: true });
});

test('bytes that are no UTF-8 are replaced, also at the end', async () => {
  await check([[0x61, 0xff, 0x62]], 10, { text: 'a\uFFFDb', truncated: false });
  await check([[0x61, 0xe2, 0x82]], 10, { text: 'a\uFFFD', truncated: false });
});
