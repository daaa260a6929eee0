import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tornJson } from './torn-json.js';

test('JSON that was cut anywhere begins like the whole', () => {
  const fields = fc.dictionary(
    fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
    fc.oneof(fc.string(), fc.boolean(), fc.nat()),
    {
      maxKeys: 5,
    },
  );
  fc.assert(
    fc.property(fields, fc.nat(), (value, seed) => {
      const whole = JSON.stringify(value);
      const cut = whole.slice(0, 1 + (seed % whole.length));
      const read = tornJson(`${cut}…`);
      expect(typeof read).toBe('object');
      for (const [key, part] of Object.entries(read ?? {})) {
        const original = value[key];
        if (typeof part === 'string' && typeof original === 'string')
          expect(original.startsWith(part)).toBe(true);
        else if (typeof part === 'number') expect(String(original).startsWith(String(part))).toBe(true);
        else if (key in value) expect(part).toBe(original);
      }
    }),
  );
});

test('any text is read without an error', () => {
  const text = fc
    .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', 'true', '\\u12', '…', ' '))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (part) => {
      tornJson(part);
      tornJson(`{"a":${part}`);
      tornJson('['.repeat(200) + part);
    }),
  );
});
