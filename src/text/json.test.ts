import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, withoutComments } from './json.js';

function check(text: string, value: unknown): void {
  expect(parseJson(withoutComments(text)), text).toEqual(value);
  expect(withoutComments(text)).toHaveLength(text.length);
}

test('comments and trailing commas are ignored', () => {
  check('{"a": 1, // one\n "b": [1, 2, /* two */], }', { a: 1, b: [1, 2] });
  check('/* head */ {"a": 1, /* last, */ }', { a: 1 });
  check('{"a": 1} // end', { a: 1 });
});

test('what looks like a comment or a trailing comma inside a string stays', () => {
  check('{"url": "https://x/*y*/", "list": ",]", "quote": "\\"//"}', {
    url: 'https://x/*y*/',
    list: ',]',
    quote: '"//',
  });
});

test('other faults stay faults', () => {
  check('{"a": 1,, }', undefined);
  check('{"a": 1 /* open', undefined);
  check('{a: 1}', undefined);
});

test('plain JSON is not changed', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(withoutComments(text)).toBe(text);
    }),
  );
});
