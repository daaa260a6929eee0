import { expect, test } from 'vitest';
import { printable } from './printable.js';

function check(
  rows: readonly (readonly [string, string])[],
  options?: { readonly multiline: boolean },
): void {
  for (const [text, expected] of rows) expect(printable(text, options)).toBe(expected);
}

test('text that a reader sees as it is stays as it is', () => {
  const texts = [
    '',
    'plain text',
    'C:\\new\\u{41}',
    'naïve – “café” ✓',
    '漢字かな',
    'हिन्दी',
    'نص عربي',
    'e\u0301',
    '\u00A0',
  ];
  check(texts.map((text) => [text, text]));
});

test('emoji stay whole, although some are joined by characters that are invisible elsewhere', () => {
  check(['🚀', '❤️', '👩‍🚀', '👍🏽', '🇪🇺', '1️⃣', '🏳️‍🌈'].map((text) => [text, text]));
});

test('what a terminal would obey is written out', () => {
  check([
    ['\x1B[31mred\x1B[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['over\rwritten\b\x07', 'over\\u{d}written\\u{8}\\u{7}'],
    ['two\nlines\tand a tab', 'two\\u{a}lines\\u{9}and a tab'],
    ['\x00\x7F\u0085\u009B2J', '\\u{0}\\u{7f}\\u{85}\\u{9b}2J'],
    ['a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
  ]);
});

test('what turns the direction of writing is written out', () => {
  check([
    ['txt.\u202Eexe', 'txt.\\u{202e}exe'],
    ['\u2066a\u2069\u200E\u200F\u061C', '\\u{2066}a\\u{2069}\\u{200e}\\u{200f}\\u{61c}'],
  ]);
});

test('what is invisible is written out', () => {
  check([
    ['a\u200Bb\u200Cc\u200Dd\u2060e\uFEFF', 'a\\u{200b}b\\u{200c}c\\u{200d}d\\u{2060}e\\u{feff}'],
    ['\u{E0068}\u{E0069}\u{E007F}', '\\u{e0068}\\u{e0069}\\u{e007f}'],
    ['soft\u00ADhyphen\u034F\u3164\uFFA0', 'soft\\u{ad}hyphen\\u{34f}\\u{3164}\\u{ffa0}'],
    ['a\uFE0F\uFE00\u{E0100}', 'a\\u{fe0f}\\u{fe00}\\u{e0100}'],
    ['\uFFF9hidden\uFFFB', '\\u{fff9}hidden\\u{fffb}'],
    ['half \uD83D of a pair', 'half \\u{d83d} of a pair'],
  ]);
});

test('emoji cannot carry more invisible characters than they need', () => {
  check([
    ['❤\uFE0F\uFE0F', '❤\uFE0F\\u{fe0f}'],
    ['🚀\u200D\u200D🚀', '🚀\\u{200d}\\u{200d}🚀'],
    ['🚀\u200Dtext', '🚀\\u{200d}text'],
    ['1\uFE0F', '1\\u{fe0f}'],
    ['🏴\u{E0067}\u{E007F}', '🏴\\u{e0067}\\u{e007f}'],
  ]);
});

test('line breaks and tabs are kept only when asked', () => {
  check(
    [
      ['one\ntwo\r\n\tthree\n', 'one\ntwo\n\tthree\n'],
      ['over\rwritten', 'over\\u{d}written'],
      ['\x1B[2J\n\u2028', '\\u{1b}[2J\n\\u{2028}'],
    ],
    { multiline: true },
  );
});
