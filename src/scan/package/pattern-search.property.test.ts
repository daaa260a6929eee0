import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { linesWith, splitLines } from './lines.js';
import { lineSearch } from './pattern-search.js';

const hints = [/never|do not/, /\bpw\b|pass/i, /\.(?:zip|7z)\b/, /win ?\+ ?r|shell/, /(?<!o)ne/];
const search = lineSearch(hints);

test('one pass finds the same lines for each hint as a search for that hint', () => {
  const parts = constantFrom(
    ...[
      'never',
      'one',
      'do not',
      'PASS',
      'pw',
      'pwd',
      '.zip',
      '.7z',
      'zip',
      'win + r',
      'win+r',
      'powershell',
    ],
    ...['\n', '\r\n', ' ', 'do', 'not', 'n', 'é', '.'],
  );
  assert(
    property(array(parts, { maxLength: 40 }), (texts) => {
      const file = splitLines(texts.join(''));
      const alone = hints.map((hint) => linesWith(file, new RegExp(hint, `${hint.flags}g`)));
      expect(search(file.text, file.starts)).toEqual(alone);
    }),
  );
});
