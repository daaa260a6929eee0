import { expect, test } from 'vitest';
import { cut, displayWidth } from './width.js';

const red = (text: string) => `\x1B[31m${text}\x1B[39m`;
const link = (text: string) => `\x1B]8;;https://example.org\x1B\\${text}\x1B]8;;\x1B\\`;

test('a text is as wide as the columns it takes', () => {
  const rows: readonly (readonly [string, number])[] = [
    ['', 0],
    ['plain text', 10],
    ['naïve – “café”', 14],
    ['\x00\x07\x7F\u0085', 0],
    ['e\u0301', 1],
    ['\u200B\u202E\uFEFF', 0],
    ['漢字', 4],
    ['ｶﾅ', 2],
    ['ＡＢ', 4],
    ['한국어', 6],
    ['\u1112\u1161\u11AB', 2],
    ['का', 2],
    ['𠮷', 2],
    ['𝒳', 1],
    ['→ ✓ ©', 5],
    ['🚀', 2],
    ['❤', 1],
    ['❤️', 2],
    ['👩‍🚀', 2],
    ['👍🏽', 2],
    ['🇪🇺', 2],
    ['1️⃣', 2],
    ['step 1️⃣: 12', 11],
    ['\uD83D', 1],
    [red('red'), 3],
    [red('漢'), 2],
    [link('text'), 4],
    ['\x1B[2K\x1B(B\x1B7x', 1],
    ['\x1B', 0],
  ];
  for (const [text, width] of rows) expect([text, displayWidth(text)]).toEqual([text, width]);
});

test('a text that fits is not changed', () => {
  for (const text of ['', 'abc', '漢字', red('abc'), '👩‍🚀'])
    expect(cut(text, displayWidth(text))).toBe(text);
});

test('a text that does not fit ends in an ellipsis', () => {
  const rows: readonly (readonly [string, number, string])[] = [
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['naïve text', 6, 'naïve…'],
    ['naïve text', 8, 'naïve t…'],
    ['漢字漢字', 7, '漢字漢…'],
    ['漢字漢字', 6, '漢字…'],
    ['漢字漢字', 1, '…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['👩‍🚀👩‍🚀', 3, '👩‍🚀…'],
    [red('abcdef'), 4, red('abc…')],
    [`${red('ab')}${red('cd')}`, 3, `${red('ab')}${red('…')}`],
    [link('abcdef'), 3, link('ab…')],
  ];
  for (const [text, width, expected] of rows) expect(cut(text, width)).toBe(expected);
});

test('without Unicode the ellipsis is three dots, or as many as there is room for', () => {
  const rows: readonly (readonly [number, string])[] = [
    [5, 'ab...'],
    [3, '...'],
    [2, '..'],
    [0, ''],
    [-1, ''],
  ];
  for (const [width, expected] of rows) expect(cut('abcdef', width, { unicode: false })).toBe(expected);
});
