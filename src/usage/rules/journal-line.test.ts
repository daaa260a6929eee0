import { expect, test } from 'vitest';
import { type JournalLine, parseJournal, parseLine, printLine } from './journal-line.js';

function check(text: string, kind: JournalLine['kind'] | 'malformed' | 'newer'): void {
  expect(parseLine(text), text).toHaveProperty('kind', kind);
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('a line is of one kind, malformed, or of a newer version', () => {
  check('{"id":"a","kind":"use","at":1}', 'use');
  check('{"id":"a","kind":"use","at":1,"source":"claude","extra":[]}', 'use');
  check('{"id":"a","kind":"put","set":{}}', 'put');
  check('{"id":"a","kind":"put","set":{"state":"stale","later":1}}', 'put');
  check('{"id":"a","kind":"source","source":"claude","counters":{}}', 'source');
  check('{"id":"a","kind":"rename","to":"b"}', 'rename');
  check('{"id":"a","kind":"use","at":1,"version":1}', 'use');
  check('{"version":2,"what":"ever"}', 'newer');

  for (const text of ['', 'null', '[]', '"use"', '{}', '{"id":"a","kind":"use","at":1', '\0\0{"id":"a"}']) {
    check(text, 'malformed');
  }
  check('{"kind":"use","at":1}', 'malformed');
  check('{"id":"","kind":"use","at":1}', 'malformed');
  check('{"id":"__proto__","kind":"use","at":1}', 'malformed');
  check('{"id":"a","kind":"use"}', 'malformed');
  for (const at of ['-1', '1.5', '"1"', '1e300', '253402300800000']) {
    check(`{"id":"a","kind":"use","at":${at}}`, 'malformed');
  }
  check('{"id":"a","kind":"use","at":1,"source":""}', 'malformed');
  check('{"id":"a","kind":"unheard-of","at":1}', 'malformed');
  check('{"id":"a","kind":"put"}', 'malformed');
  for (const set of [
    '{"state":"gone"}',
    '{"pinLevel":true}',
    '{"createdBy":"nobody"}',
    '{"createdAt":null}',
  ]) {
    check(`{"id":"a","kind":"put","set":${set}}`, 'malformed');
  }
  for (const overrides of [
    '[]',
    '{"staleAfterDays":-1}',
    '{"archiveAfterDays":"9"}',
    '{"neverUsed":"maybe"}',
  ]) {
    check(`{"id":"a","kind":"put","set":{"overrides":${overrides}}}`, 'malformed');
  }
  for (const counters of [
    '3',
    '{"useCount":-1}',
    '{"lastUsedAt":"x"}',
    '{"days":{"yesterday":1}}',
    '{"days":[]}',
  ]) {
    check(`{"id":"a","kind":"source","source":"s","counters":${counters}}`, 'malformed');
  }
  check('{"id":"a","kind":"rename"}', 'malformed');
});

test('a torn line costs itself only', () => {
  const line = { kind: 'use', id: 'a', at: 1 } as const;
  const whole = printLine(line);
  for (let length = 1; length < whole.length; length += 1) {
    const { lines, malformed } = parseJournal(bytes(whole + whole.slice(0, length) + whole));
    // With all but its last newline it is whole again.
    const survives = length === whole.length - 1;
    expect({ length, lines: lines.length, malformed }).toEqual({
      length,
      lines: survives ? 3 : 2,
      malformed: survives || length === 1 ? 0 : 1,
    });
  }
});

test('text after the last newline waits', () => {
  expect(parseJournal(bytes('{"id":"a","kind":"use","at":1}'))).toMatchObject({ lines: [], lengthBytes: 0 });
  expect(parseJournal(bytes('\nxx\nyy'))).toMatchObject({ malformed: 1, lengthBytes: 4 });
  expect(parseJournal(bytes(''))).toEqual({ lines: [], malformed: 0, newer: 0, lengthBytes: 0 });
});
