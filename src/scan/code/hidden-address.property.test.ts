import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenAddressIn } from './hidden-address.js';

const openings = ['aHR0c', 'YUhSMGN', 'NB2HI4', '68747470', 'uggc://', '//:ptth', '%68%74%74%70'];
const digits = fc.string({
  unit: fc.constantFrom(...'ABCXYZabcxyz0123456789+/_-=%:.'),
  minLength: 8,
  maxLength: 60,
});

test('whatever follows the start of a hidden address, the answer is an address or nothing', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom(...openings), digits, (before, opening, after) => {
      for (const text of [opening + after, before + opening, before + opening + after]) {
        const found = hiddenAddressIn(text);
        expect(found?.address ?? 'https://').toMatch(/^https?:\/\//i);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('base64 within base64 that is no address is not decoded further', () => {
  expect(hiddenAddressIn('YUhSMGN//////////////')).toBeUndefined();
  const twice = btoa(btoa('https://drop.example/in'));
  expect(hiddenAddressIn(twice)).toEqual({
    address: 'https://drop.example/in',
    spelling: 'base64, twice',
  });
});
