import { expect, test } from 'vitest';
import { plainView } from './plain-view.js';

/** The expected text is what the view shows, or undefined if it is the text itself. */
function check(name: string, text: string, expected?: string) {
  test(name, () => expect(plainView(text, { mayHavePieces: true, isAscii: false })?.text).toBe(expected));
}

check('an ordinary text has no view', 'const a = "b"; // + c\n"d", "e"');
check('colours are left out', 'a\u001b[31mb\u001b[0m', 'ab');
check('escaped colours are left out', 'a\\u001b[1;31mb\\x1b[0mc', 'abc');
check('invisible characters are left out', 'a\u200bb\u2060c\ufeffd', 'abcd');
check('a continued line is joined', 'abc\\\n    def', 'abcdef');
check('a continued line in JSON is joined', 'abc\\\\\\n  def', 'abcdef');
check('concatenated strings are joined', '"abc" + "def" +\n  "ghi"', '"abcdefghi"');
check('strings of other languages are joined', `'abc' . 'def' "ghi" & "jkl"`, `'abcdef' "ghijkl"`);
check('strings side by side are joined', '"abc""def"\n  "ghi"', '"abcdefghi"');
check('strings in a list stay', '["abc", "def"]');
check('conditions stay', 'a === "abc" && "def" in b');
check('escapes become characters', '\\u0067\\x68\\u{0070}_', 'ghp_');
check('escapes in JSON in JSON become characters', '\\\\u0067', 'g');
check('percent encoding becomes characters', 'a%3Db%2Fc', 'a=b/c');
check('HTML encoding becomes characters', '&#103;&#x68;p', 'ghp');
check('quotes and line breaks stay encoded', 'a%22b\\u0022c%0Ad');

test('a range of the view is the range of the text that it stands for', () => {
  const text = 'x \u001b[31mg\\u0068"\n + "p_%41\u001b[0m y';
  const view = plainView(text, { mayHavePieces: true, isAscii: false });
  const start = view?.text.indexOf('ghp_A') ?? -1;
  const range = view?.rangeOf(start, start + 5);
  expect(text.slice(range?.start, range?.end)).toBe('g\\u0068"\n + "p_%41');
});

test('a text without signs of strings in pieces is not searched for them', () => {
  expect(plainView('"abc" + "def"', { mayHavePieces: false, isAscii: true })).toBeUndefined();
});
