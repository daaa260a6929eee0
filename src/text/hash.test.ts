import { expect, test } from 'vitest';
import { hmacSha256Hex, sha256Hex } from './hash.js';

function check(content: Uint8Array | string, expected: string): void {
  expect(sha256Hex(content)).toBe(expected);
}

test('the hash is the one that sha256sum prints', () => {
  check('', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  check('abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  check(Uint8Array.of(0x00, 0xff), '06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8');
});

test('text is hashed as UTF-8, and a view as the bytes it shows', () => {
  expect(sha256Hex('wörds €')).toBe(sha256Hex(new TextEncoder().encode('wörds €')));
  expect(sha256Hex(Uint8Array.of(0, 0x61, 0x62, 0x63, 0).subarray(1, 4))).toBe(sha256Hex('abc'));
});

test('the keyed hash is the one of RFC 4231', () => {
  expect(hmacSha256Hex('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
