import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialText, isCredentialText, randomByteCount } from './credential-text.js';

const random = fc.uint8Array({ minLength: randomByteCount, maxLength: randomByteCount });

test('whatever the random bytes, the text is recognised, and other bytes give another text', () => {
  fc.assert(
    fc.property(random, random, (a, b) => {
      const text = credentialText('token', a);
      expect(isCredentialText('token', text)).toBe(true);
      expect(text === credentialText('token', b)).toBe(Buffer.compare(a, b) === 0);
    }),
  );
});

test('one mistyped letter is always noticed', () => {
  fc.assert(
    fc.property(random, fc.nat(38), fc.constantFrom(...'09AZaz'), (bytes, at, letter) => {
      const text = credentialText('token', bytes);
      const index = 'cop_'.length + at;
      const typed = text.slice(0, index) + letter + text.slice(index + 1);
      expect(isCredentialText('token', typed)).toBe(typed === text);
    }),
  );
});
