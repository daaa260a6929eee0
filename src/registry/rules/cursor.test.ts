import { expect, test } from 'vitest';
import { decodeCursor, decodeRowCursor, encodeCursor, isCursorTime } from './cursor.js';

const about = { list: 'items', kind: 'skill' };

function check(what: string, text: string): void {
  test(`${what} is refused`, () => {
    expect(() => decodeCursor(text, about)).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });
}

test('what is encoded comes back', () => {
  const values = ['ünïcode/+=', 0.1, -0.000_123_4, true, null];
  expect(decodeCursor(encodeCursor(values, about), about)).toEqual(values);
});

test('a cursor needs no escaping in a URL', () => {
  expect(encodeCursor(['???>>>', 1e21], about)).toMatch(/^[\w-]+$/);
});

check('a cursor of another query', encodeCursor(['a'], { list: 'items', kind: 'agent' }));
check('nothing', '');
check('text that is not base64', '%%%');
check('text that is not JSON', Buffer.from('["a"').toString('base64url'));
check('JSON that is not a list', Buffer.from('"a"').toString('base64url'));
check('a list of other things', Buffer.from('[{}]').toString('base64url'));
check('a text that no row can have', encodeCursor(['a\0b'], about));

test('the number of a row', () => {
  expect(decodeRowCursor(encodeCursor([7], about), about)).toBe(7);
  for (const value of ['7', null, 7.5, 1e300])
    expect(() => decodeRowCursor(encodeCursor([value], about), about)).toThrow(
      expect.objectContaining({ code: 'bad-value' }),
    );
});

test('the time of a row', () => {
  for (const value of [0, Date.UTC(2026, 0, 15)]) expect(isCursorTime(value)).toBe(true);
  for (const value of [-1, 1.5, 1e15, -2.2e14, '0', null, undefined]) expect(isCursorTime(value)).toBe(false);
});
