import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { codeParts } from './code-tokens.js';

const marked = (text: string, language: string) =>
  codeParts(text, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: part }) => `${kind} ${part}`);

test.each<[string, string, readonly string[]]>([
  [
    'sh',
    'if true; then echo "a # b" # why',
    ['keyword if', 'keyword then', 'keyword echo', 'string "a # b"', 'comment # why'],
  ],
  ['sh', 'curl https://example.com/#part --retry 3', ['number 3']],
  ['ts', "const a = 'x'; // it's", ['keyword const', "string 'x'", "comment // it's"]],
  ['python', 'def f(n):\n  return n + 10', ['keyword def', 'keyword return', 'number 10']],
  ['SQL', 'SELECT 1 -- one', ['keyword SELECT', 'number 1', 'comment -- one']],
  ['yaml', 'on: true # always', ['keyword on', 'keyword true', 'comment # always']],
  ['klingon', 'if 1 "x" # y', []],
  ['', 'if 1 "x" # y', []],
  ['constructor', 'if 1', []],
])('of %s the words of %s are coloured', (language, text, expected) => {
  expect(marked(text, language)).toEqual(expected);
});

test('every character is in one part, in its order, whatever the text is', () => {
  const piece = constantFrom(
    '"',
    "'",
    '`',
    '\\',
    '#',
    '//',
    '/*',
    '*/',
    '--',
    '\n',
    'if',
    ' ',
    '12',
    'ü',
    '😀',
  );
  const text = array(piece.chain((known) => string({ maxLength: 3 }).map((other) => known + other)));
  assert(
    property(text, constantFrom('sh', 'ts', 'python', 'sql', 'yaml', 'none'), (pieces, language) => {
      const whole = pieces.join('');
      expect(
        codeParts(whole, language)
          .map((part) => part.text)
          .join(''),
      ).toBe(whole);
    }),
  );
});

test('effort grows with the text', () => {
  for (const start of ['"', "'", '`', '/*', '#', '"\\', '\\'])
    expect(codeParts(start.repeat(19_000 / start.length), 'ts').length).toBeGreaterThan(0);
});
