import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { charactersLike } from '../../package/lines.js';
import { longRuns } from './encoded.js';

test('the runs are the same as those of a search from every position', () => {
  const texts = array(constantFrom('a', 'b', 'ab', 'aaaa', ' ', '  ', 'é'), { maxLength: 60 });
  assert(
    property(texts, integer({ min: 1, max: 6 }), (parts, shortest) => {
      const text = parts.join('');
      const expected = Array.from(
        text.matchAll(new RegExp(`[ab]{${shortest},}`, 'g')),
        ({ 0: run, index }) => ({
          start: index,
          end: index + run.length,
        }),
      );
      expect(longRuns(text, charactersLike(/[ab]/), shortest)).toEqual(expected);
    }),
  );
});
