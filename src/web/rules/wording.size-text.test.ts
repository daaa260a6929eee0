import { expect, test } from 'vitest';
import { sizeText } from './wording.js';

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.0 KiB'],
  [10_189, '10 KiB'],
  [1_023_900, '1.0 MiB'],
  [5 * 1_048_576, '5.0 MiB'],
  [3_000 * 1_073_741_824, '3000 GiB'],
])('%i bytes are reported as %s', (bytes, expected) => {
  expect(sizeText(bytes)).toBe(expected);
});
