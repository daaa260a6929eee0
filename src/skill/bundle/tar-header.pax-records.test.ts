import { expect, test } from 'vitest';
import { readPaxRecords, writePaxRecord } from './tar-header.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.for<[string, string, string]>([
  ['path', 'a', '9 path=a\n'],
  ['path', 'ab', '11 path=ab\n'],
  ['path', 'abc', '12 path=abc\n'],
  ['path', 'é', '11 path=é\n'],
  ['comment', 'a=b\nc', '17 comment=a=b\nc\n'],
  ['k', 'v'.repeat(93), `99 k=${'v'.repeat(93)}\n`],
  ['k', 'v'.repeat(94), `101 k=${'v'.repeat(94)}\n`],
  ['path', '', '8 path=\n'],
])('%s is %j in a record that counts itself', ([key, value, text]) => {
  expect(new TextDecoder().decode(writePaxRecord(key, value))).toBe(text);
  expect(readPaxRecords(utf8(text))).toEqual(new Map([[key, utf8(value)]]));
});

test('records follow each other, and none is no fault', () => {
  expect(readPaxRecords(utf8('9 path=a\n11 size=12\n'))).toEqual(
    new Map([
      ['path', utf8('a')],
      ['size', utf8('12')],
    ]),
  );
  expect(readPaxRecords(new Uint8Array())).toEqual(new Map());
});

test.for([
  '8 path=a\n',
  '11 path=a\n',
  '9 path=a',
  '9 path=a ',
  '09 path=a\n',
  '9  path=a\n',
  '+9 path=a\n',
  '9path=a\n',
  '9999999999 path=a\n',
  '7 =abc\n',
  '6 abc\n',
  '4 a\n5 b=\n',
  '9 path=a\n\0',
  '9 path=a\n9 path=b\n',
])('%j is malformed', (text) => expect(readPaxRecords(utf8(text))).toBeUndefined());
