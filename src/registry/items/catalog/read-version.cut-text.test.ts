import { expect, test } from 'vitest';
import { cutText } from './read-version.js';

function check(what: string, text: string, expected: string): void {
  test(`${what} at three characters`, () => expect(cutText(text, 3)).toBe(expected));
}

check('a short text stays', 'ab', 'ab');
check('a text of just that length stays', 'abc', 'abc');
check('a longer text is cut', 'abcd', 'abc…');
check('a character of two units is cut as one', '🌲🌲🌲🌲', '🌲🌲🌲…');
