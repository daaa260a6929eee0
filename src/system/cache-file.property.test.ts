import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from './cache-file.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });

test('a sealed text is given back, and not once a byte is changed, cut off or added', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom('change', 'cut', 'add'), (given, at, fault) => {
      const whole = new TextEncoder().encode(seal(`[${given}`));
      expect(unseal(whole)).toBe(`[${given}`);
      const place = at % whole.length;
      const before = whole.subarray(0, place);
      const damaged = {
        change: [...before, (whole[place] ?? 0) ^ 1, ...whole.subarray(place + 1)],
        cut: [...before],
        add: [...before, 0x20, ...whole.subarray(place)],
      }[fault];
      expect(unseal(new Uint8Array(damaged))).toBeUndefined();
    }),
  );
});
