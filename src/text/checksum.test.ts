import { expect, test } from 'vitest';
import { checksumOf, withChecksum } from './checksum.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each(['{\n  "a": 1\n}\n', '{"a":1}', '{"checksum_kind":"x"}'])(
  '%j with a checksum is still JSON',
  (json) => {
    const checked = withChecksum(json);
    const { checksum, ...value } = JSON.parse(checked);
    expect(checksum).toMatch(/^[\da-f]{64}$/);
    expect(value).toEqual(JSON.parse(json));
    expect(checksumOf(bytesOf(checked))).toBe('right');
    expect(checksumOf(bytesOf(json))).toBe('absent');
  },
);

test.each(['{}', '[]\n', 'null', '""'])('%s has no place for a checksum', (json) => {
  expect(withChecksum(json)).toBe(json);
  expect(checksumOf(bytesOf(json))).toBe('absent');
});

test('every flipped bit, every cut and every addition is noticed', () => {
  const checked = bytesOf(withChecksum('{\n  "pin": "pin",\n  "count": 10\n}\n'));
  for (let bit = 0; bit < checked.length * 8; bit += 1) {
    const damaged = checked.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, checksumOf(damaged)]).toEqual([bit, 'wrong']);
  }
  for (let length = 20; length < checked.length; length += 1)
    expect([length, checksumOf(checked.subarray(0, length))]).toEqual([length, 'wrong']);
  expect(checksumOf(bytesOf(`${new TextDecoder().decode(checked)} `))).toBe('wrong');
});
