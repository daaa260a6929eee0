import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeLines, normalizeText } from './plain-letters.js';

test('lines are normalized one by one', () => {
  const parts = constantFrom(
    ...['*', '**', '_', '__', '____', '~', '~~', ' ', '  ', '\t', '\u00a0', 'a', 'b_c', '1', '\n', '\r', '.'],
  );
  assert(
    property(array(parts, { maxLength: 40 }), (texts) => {
      const text = texts.join('');
      const expected = text.split(/([\r\n])/).map((part, at) => (at % 2 === 0 ? normalizeText(part) : part));
      expect(normalizeLines(text)).toBe(expected.join(''));
    }),
  );
});

test('emphasis is removed, and marks inside words stay', () => {
  const check = (text: string, expected: string) => expect.soft(normalizeText(text)).toBe(expected);
  check('**ignore** _all_ ~~the~~ rules', 'ignore all the rules');
  check('snake_case ~ home', 'snake_case ~ home');
  check('__init__ a_ _b', 'init a b');
  check(' a \t\n b ', ' a b ');
  check('іgn\u200bore’s', "ignore's");
});
