import { createInflateRaw, gunzipSync, type InflateRaw } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipWithZeros } from './gzip.fixture.js';
import { gunzip, gzip } from './gzip.js';

const text = Buffer.from('the same bytes, '.repeat(1000));

test('what was packed comes out again, here and with any other program', async () => {
  expect(await gunzip(gzip(text), text.length)).toEqual(new Uint8Array(text));
  expect(gunzipSync(gzip(text))).toEqual(text);
});

test('the frame names no time and no system', () => {
  expect([...gzip(text).subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
});

test('a file name in the header, as gzip itself writes it, is passed over', async () => {
  const packed = Buffer.from(gzip(text));
  packed[3] = 0x08;
  const named = Buffer.concat([packed.subarray(0, 10), Buffer.from('skill.tar\0'), packed.subarray(10)]);
  expect(gunzipSync(named)).toEqual(text);
  expect(await gunzip(named, text.length)).toEqual(new Uint8Array(text));
});

test('one byte less of a limit is too little', async () => {
  await expect(gunzip(gzip(text), text.length - 1)).rejects.toMatchObject({ code: 'bundle-too-large' });
});

test.for<[string, number, string]>([
  ['says how large it is', 200 * 1024 * 1024, 'bundle-too-large'],
  ['says it is small', 4096, 'bad-bundle'],
  ['says it fills the limit', 10 * 1024 * 1024, 'bad-bundle'],
])('a bomb that %s is put out early', async ([_, saidBytes, code]) => {
  const packed = Buffer.from(gzipWithZeros(text, 200 * 1024 * 1024, text));
  packed.writeUInt32LE(saidBytes, packed.length - 4);
  let inflater: InflateRaw | undefined;
  const refusal = gunzip(packed, 10 * 1024 * 1024, () => {
    inflater = createInflateRaw();
    return inflater;
  });
  await expect(refusal).rejects.toMatchObject({ code });
  expect(inflater?.destroyed).toBe(true);
  // Its pieces are alike, so a tenth of what went in is a tenth of what would come out.
  expect(inflater?.bytesWritten).toBeLessThan(packed.length / 10);
});

test.for<[string, number, string]>([
  ['says how large it is', 20 * 1024 * 1024, 'bundle-too-large'],
  ['says it is small', 4096, 'bad-bundle'],
  ['says it is empty', 0, 'bad-bundle'],
])('a bomb that is small when packed and %s is refused', async ([_, saidBytes, code]) => {
  const packed = Buffer.from(gzipWithZeros(text, 20 * 1024 * 1024, text));
  packed.writeUInt32LE(saidBytes, packed.length - 4);
  await expect(gunzip(packed, 100_000)).rejects.toMatchObject({ code });
});

test('what is damaged is refused alike, whatever its size', async () => {
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 7919) >> 5));
  for (const content of [text, noise]) {
    const packed = Buffer.from(gzip(content));
    const trailer = packed.subarray(-8);
    const behind = Buffer.concat([packed.subarray(0, -8), Buffer.from('more'), trailer]);
    const cut = Buffer.concat([packed.subarray(0, -12), trailer]);
    for (const [bytes, reason] of [
      [behind, 'there is data after the end of the compressed data'],
      [cut, 'the compressed data is damaged or cut off'],
    ] as const)
      await expect(gunzip(bytes, 1_000_000)).rejects.toThrow(reason);
  }
});
