import { expect, test } from 'vitest';
import { joined, wordsOf } from './words.js';

/** Words are separated by a space, the parts of a compound by a bar. */
function check(rows: readonly (readonly [text: string, words: string])[]): void {
  for (const [text, words] of rows) {
    const found = wordsOf(text).map((word) => word.join('|'));
    expect([text, found.join(' ')]).toEqual([text, words]);
  }
}

test('words are runs of letters and digits in lower case', () => {
  check([
    ['Hello, World! 42', 'hello world 42'],
    ['SHA256 and k8s', 'sha256 and k8s'],
    ['a\tb\r\nc\0d', 'a b c d'],
    ['don’t panic, it’s the user’s', 'dont panic its the users'],
    ["'quoted' rock'n'roll", 'quoted rocknroll'],
    ['!?... --', ''],
    ['', ''],
  ]);
});

test('compounds are split into their parts', () => {
  check([
    ['gif-search gif_search gifSearch', 'gif|search gif|search gif|search'],
    ['parseHTTPHeader v2Beta', 'parse|http|header v2|beta'],
    ['my-gifSearch_tool', 'my|gif|search|tool'],
    ['next.js docs.rs', 'next|js docs|rs'],
    ['version 1.5 ends. Then', 'version 1 5 ends then'],
    ['--flag __init__ a--b well-', 'flag init a b well'],
  ]);
});

test('names that start with a capital are one word', () => {
  check([
    ['GitHub JavaScript PostgreSQL', 'github javascript postgresql'],
    ['NASA HTTP-API', 'nasa http|api'],
  ]);
});

test('accents and variants of letters are folded', () => {
  check([
    ['Crème Brûlée Ångström', 'creme brulee angstrom'],
    ['Straße STRAẞE Łódź Ærø œuvre', 'strasse strasse lodz aero oeuvre'],
    ['ﬁle ＡＢＣ ①', 'file abc 1'],
    ['größeBerechnen', 'grosse|berechnen'],
    ['Ёлка İstanbul', 'елка istanbul'],
  ]);
});

test('vowel signs and voiced kana keep their marks', () => {
  check([
    ['हिन्दी में', 'हिन्दी में'],
    ['がき', 'がき'],
    ['ﾊﾟﾊﾟ', 'パパ'],
  ]);
});

test('scripts without spaces are split into pairs', () => {
  check([
    ['技能搜索', '技能 能搜 搜索'],
    ['图', '图'],
    ['gif搜索tool', 'gif 搜索 tool'],
    ['データベース', 'デー ータ タベ ベー ース'],
    ['검색 도구', '검색 도구'],
    ['𠮷野家', '𠮷野 野家'],
  ]);
});

test('long runs are truncated between characters', () => {
  check([
    ['x'.repeat(100_000), 'x'.repeat(40)],
    [`${'x'.repeat(39)}𐐨z`, 'x'.repeat(39)],
  ]);
  expect(joined(['x'.repeat(30), 'y'.repeat(30)])).toBe(`${'x'.repeat(30)}${'y'.repeat(10)}`);
});

test('half a surrogate pair separates words', () => {
  check([
    ['a\ud800b', 'a b'],
    ['a\udc00b', 'a b'],
    ['\udc00', ''],
  ]);
});
