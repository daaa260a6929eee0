import { expect, test } from 'vitest';
import {
  credentialKinds,
  credentialText,
  isCredentialText,
  randomByteCount,
  shownPrefix,
} from './credential-text.js';

const zeros = new Uint8Array(randomByteCount);
const ones = new Uint8Array(randomByteCount).fill(0xff);

test('a text is the kind, the random part and a checksum, always of the same length', () => {
  expect(credentialText('token', zeros)).toBe(`cop_${'0'.repeat(33)}1lcStV`);
  expect(credentialText('session', zeros)).toMatch(/^cops_0{33}\w{6}$/);
  expect(credentialText('link', ones)).toMatch(/^copl_\w{39}$/);
  expect(credentialText('token', ones)).toHaveLength(4 + 33 + 6);
});

test('what is shown of a token is its first twelve characters', () => {
  expect(shownPrefix(credentialText('token', zeros))).toBe('cop_00000000');
});

test('too few random bytes are refused', () => {
  expect(() => credentialText('token', zeros.subarray(1))).toThrow(RangeError);
});

test('a text is a credential of its own kind only', () => {
  for (const made of credentialKinds)
    for (const kind of credentialKinds)
      expect(isCredentialText(kind, credentialText(made, ones)), `${made} as ${kind}`).toBe(made === kind);
});

const good = credentialText('token', ones);

function check(why: string, text: string): void {
  test(`refused without a query: ${why}`, () => {
    expect(isCredentialText('token', text)).toBe(false);
  });
}

check('nothing', '');
check('another word', 'bogus');
check('only the beginning', 'cop_');
check('one letter less', good.slice(0, -1));
check('one letter more', `${good}0`);
check('a space after it', `${good} `);
check('letters of another case', good.toLowerCase());
check('a letter outside the alphabet', `${good.slice(0, 10)}-${good.slice(11)}`);
check('two letters swapped', `cop_${good.slice(5, 6)}${good.slice(4, 5)}${good.slice(6)}`);
check('a wrong checksum', `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`);
