import { expect, test } from 'vitest';
import { englishWordings } from '../families/injection/wordings.js';
import { latinTranslations } from '../families/injection/wordings-translated.js';
import { prefixesOf } from './pattern-search.js';

function check(pattern: RegExp, expected: readonly string[], length = 4): void {
  expect
    .soft([pattern.source, prefixesOf(pattern.source, length).toSorted()])
    .toEqual([pattern.source, expected]);
}

test('an opening has the characters that every match starts with', () => {
  check(/ignore/, ['igno']);
  check(/an|the/, ['an', 'the']);
  check(/(?:an|the) x/, ['an x', 'the ']);
  check(/(?:an )?ox/, ['an o', 'ox']);
  check(/users? may/, ['user']);
  check(/us?e/, ['ue', 'use']);
  check(/a(?:b(?:c|d)|e)f/, ['abcf', 'abdf', 'aef']);
  check(/\.zip|a\/b|7z/, ['.zip', '7z', 'a/b']);
});

test('lookarounds are not part of an opening', () => {
  check(/ab\b c/, ['ab c']);
  check(/\b(?<![\w-])an?\b/, ['a', 'an']);
  check(/ab(?=[)|]x)c|d(?!e|f)e/, ['abc', 'de']);
});

test('a part that is not a single character ends an opening', () => {
  check(/do[^.]{1,4}x/, ['do']);
  check(/do[^.]{0,4}x/, ['do', 'dox']);
  check(/ab+c/, ['ab']);
  check(/ab*c/, ['ab', 'ac']);
  check(/ab{0,2}c/, ['ab', 'ac']);
  check(/ab.c|d[(|]e/, ['ab', 'd']);
  check(/a\wb|^c|d$/, ['', 'a', 'd']);
  check(/\w+a|b/, ['', 'b']);
});

test('every wording has openings', () => {
  for (const { pattern } of [...englishWordings, ...latinTranslations]) {
    const openings = prefixesOf(pattern.source, 6);
    expect.soft(openings.length, pattern.source).toBeGreaterThan(0);
    expect
      .soft(
        openings.filter((opening) => opening.length < 2),
        pattern.source,
      )
      .toEqual([]);
  }
});
