import { expect, test } from 'vitest';
import { fileBytes, parseVectorFile, recordBytes } from './vector-cache.js';

const record = { hash: new Uint8Array(32).fill(7), vector: Float32Array.of(0, 1) };

function check(header: string, isRead: boolean): void {
  const bytes = Buffer.concat([Buffer.from(header), recordBytes([record])]);
  const expected = isRead ? { dimensions: 2, records: [record], isWhole: true } : undefined;
  expect(parseVectorFile(bytes, 'some model')).toEqual(expected);
}

test.each<[string, boolean]>([
  ['coppice-vectors 1 2 "some model"\n', true],
  ['coppice-vectors 2 2 "some model"\n', false],
  ['coppice-vectors 1 2 "other model"\n', false],
  ['coppice-vectors 1 02 "some model"\n', false],
  ['coppice-vectors 1 0 "some model"\n', false],
  ['coppice-vectors 1 -2 "some model"\n', false],
  ['vectors 1 2 "some model"\n', false],
  ['coppice-vectors 1 2 "some model"', false],
  ['\n', false],
  ['', false],
])('the header %j: %j', check);

test('a file is a header and its records', () => {
  const header = Buffer.from('coppice-vectors 1 2 "some model"\n');
  expect(Buffer.from(fileBytes('some model', [record, record]))).toEqual(
    Buffer.concat([header, recordBytes([record]), recordBytes([record])]),
  );
});

test.each([
  [Float32Array.of(0, 0), 1],
  [Float32Array.of(0.6, 0.8), 1],
  [Float32Array.of(0.6, 0.9), 0],
  [Float32Array.of(Number.NaN, 0), 0],
  [Float32Array.of(Number.POSITIVE_INFINITY, 0), 0],
])('of the vector %j, %i is believed', (vector, count) => {
  const bytes = fileBytes('m', [{ ...record, vector }]);
  expect(parseVectorFile(bytes, 'm')).toMatchObject({ records: { length: count }, isWhole: count === 1 });
});
