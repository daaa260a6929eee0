import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { parseFormBytes } from './check-input.js';

function fields(text: string, maxFields = 10): unknown {
  try {
    return parseFormBytes(new TextEncoder().encode(text), maxFields);
  } catch (error) {
    if (error instanceof CoppiceError) return error.message;
    throw error;
  }
}

test.each([
  ['', {}],
  ['a=1&b=x+y%2Fz', { a: '1', b: 'x y/z' }],
  ['a', { a: '' }],
  ['__proto__=1', JSON.parse('{"__proto__": "1"}')],
  ['a=1&a=2', 'the body has a field twice'],
  ['a=%00', 'body: a text has a character that cannot be stored'],
  ['%00=a', 'body: a text has a character that cannot be stored'],
  ['a=%ff%fe', { a: '\ufffd\ufffd' }],
  ['a&b&c&d&e&f&g&h&i&j&k', 'the body has more than 10 fields'],
])('the form %s', (text, expected) => expect(fields(text)).toEqual(expected));
