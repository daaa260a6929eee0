import { expect, test } from 'vitest';
import {
  compareText,
  decodePlainText,
  decodeSettings,
  decodeStrict,
  firstCharacters,
  isUtf8,
  lineBreakOf,
  shortened,
  splitMark,
} from './utf8.js';

const encode = (text: string) => new TextEncoder().encode(text);

test('bytes that are not UTF-8 are no text, and a byte order mark stays', () => {
  expect(decodeStrict(encode('\uFEFFä'))).toBe('\uFEFFä');
  expect(decodeStrict(new Uint8Array([0xff]))).toBeUndefined();
  expect([encode('a'), new Uint8Array([0xc3])].map(isUtf8)).toEqual([true, false]);
});

test('a character that is cut off at the end is allowed only in a stream', () => {
  const cut = encode('aä').slice(0, 2);
  expect([decodeStrict(cut), decodeStrict(cut, { stream: true })]).toEqual([undefined, 'a']);
});

test('text with a NUL is binary', () => {
  expect([encode('a\0'), encode('a')].map((bytes) => decodePlainText(bytes))).toEqual([undefined, 'a']);
});

test('settings in another encoding are refused', () => {
  expect(decodeSettings(undefined, '/a.toml')).toBe('');
  expect(() => decodeSettings(new Uint8Array([0xff]), '/a.toml')).toThrow('/a.toml is not UTF-8');
});

test('a byte order mark is split from the text', () => {
  expect(splitMark('\uFEFFa')).toEqual({ mark: '\uFEFF', content: 'a' });
  expect(splitMark('a\uFEFF')).toEqual({ mark: '', content: 'a\uFEFF' });
});

test('the first line break counts', () => {
  expect(['', 'a', 'a\nb', 'a\r\nb\n', 'a\nb\r\n'].map(lineBreakOf)).toEqual([
    '\n',
    '\n',
    '\n',
    '\r\n',
    '\n',
  ]);
});

test.each([
  ['a short text stays', 'ab', 'ab', 'ab'],
  ['a text of just that length stays', 'abc', 'abc', 'abc'],
  ['a longer text is cut', 'abcd', 'abc', 'ab…'],
  ['a character of two units is one', '🌲🌲🌲🌲', '🌲🌲🌲', '🌲🌲…'],
  ['characters of two units that fit stay', '🌲🌲🌲', '🌲🌲🌲', '🌲🌲🌲'],
  ['no blank is left before the ellipsis', 'a bcd', 'a b', 'a…'],
])('at three characters, %s', (_, text, first, short) => {
  expect([firstCharacters(text, 3), shortened(text, 3)]).toEqual([first, short]);
});

test('texts are ordered by code units', () => {
  expect(['b', 'a', 'B', 'a'].toSorted(compareText)).toEqual(['B', 'a', 'a', 'b']);
  expect(compareText('a', 'a')).toBe(0);
});
