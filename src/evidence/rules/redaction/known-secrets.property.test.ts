import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownSecrets } from './known-secrets.js';

const value = fc.string({ unit: fc.constantFrom(...'abAB12!-é密'), minLength: 8, maxLength: 90 });
const around = fc.string({ unit: fc.constantFrom(...'ab12 \n密😀"'), maxLength: 30 });

test('a value is found in any text, from memory and from its hash', () => {
  fc.assert(
    fc.property(value, around, around, (secret, before, after) => {
      const secrets = new KnownSecrets('ab'.repeat(32));
      secrets.add(secret, 'test');
      const text = `${before}${secret}${after}`;
      const covered = (known: KnownSecrets | undefined) =>
        known?.find(text).some(({ start, end }) => start <= before.length && end > before.length) ?? false;
      expect(covered(secrets)).toBe(true);
      expect(covered(KnownSecrets.load(JSON.parse(JSON.stringify(secrets.save()))))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
