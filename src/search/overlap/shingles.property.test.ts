import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidatePairs, containment, shinglesOf } from './shingles.js';

const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 120 });

test('a text is contained in itself with anything around it, in whatever layout', () => {
  fc.assert(
    fc.property(words, words, words, (before, text, after) => {
      const own = shinglesOf(text.join(' '));
      const around = shinglesOf([...before, ...text, ...after].join('\n- ').toUpperCase());
      if (text.length >= 5) expect(containment(own, around)).toBe(1);
      expect(containment(own, own)).toBe(1);
      expect(containment(own, around)).toBe(containment(around, own));
    }),
  );
});

test('a long text and its copy with few changes are a candidate pair', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 399 }), (seed, changed) => {
      const text = Array.from({ length: 400 }, (_, at) => `w${(seed + at * 7919) % 100_003}`);
      const copy = text.with(changed, 'changed');
      const texts = [text, copy].map((list) => shinglesOf(list.join(' ')));
      expect(candidatePairs(texts)).toEqual([[0, 1]]);
    }),
  );
});
