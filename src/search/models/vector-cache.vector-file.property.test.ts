import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileBytes, parseVectorFile, type VectorRecord } from './vector-cache.js';

const dimensions = 3;

const record: fc.Arbitrary<VectorRecord> = fc
  .tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.double({ min: 0, max: 7, noNaN: true }))
  .map(([hash, angle]) => ({ hash, vector: Float32Array.of(Math.cos(angle), Math.sin(angle), 0) }));

const records = fc.array(record, { minLength: 1, maxLength: 6 });
const recordSize = 32 + 4 * dimensions;

test('written records are read, wherever the bytes start in memory', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), records, fc.nat({ max: 7 }), (model, given, offset) => {
      const bytes = Buffer.concat([Buffer.alloc(offset), fileBytes(model, given)]).subarray(offset);
      expect(parseVectorFile(bytes, model)).toEqual({ dimensions, records: given, isWhole: true });
    }),
  );
});

test('a file that ends inside a record gives the records before it', () => {
  fc.assert(
    fc.property(records, fc.nat({ max: 400 }), (given, cut) => {
      const bytes = fileBytes('m', given);
      const header = bytes.length - given.length * recordSize;
      const kept = Math.max(header, bytes.length - cut);
      const whole = Math.floor((kept - header) / recordSize);
      expect(parseVectorFile(bytes.subarray(0, kept), 'm')).toEqual({
        dimensions,
        records: given.slice(0, whole),
        isWhole: header + whole * recordSize === kept,
      });
    }),
  );
});

test('any bytes are read or refused, and every vector has length 1 or 0', () => {
  fc.assert(
    fc.property(fc.option(records, { nil: undefined }), fc.uint8Array({ maxLength: 300 }), (given, junk) => {
      const bytes = Buffer.concat([given ? fileBytes('m', given) : Buffer.alloc(0), junk]);
      for (const { vector } of parseVectorFile(bytes, 'm')?.records ?? []) {
        expect([0, 1]).toContain(Number(Math.hypot(...vector).toFixed(2)));
      }
    }),
  );
});
