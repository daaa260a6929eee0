import { expect, test } from 'vitest';
import { isWritable, type ScalarContext, type ScalarStyle, writeScalar } from './write.js';

function check(text: string, style: ScalarStyle, place: ScalarContext, written: string) {
  const { head, lines } = writeScalar(text, style, place);
  expect([head, ...lines].join('\n')).toBe(written);
}

test.each([
  ['Fix the build', 'Fix the build'],
  ['1.2.3', '1.2.3'],
  ['a:b and c#d', 'a:b and c#d'],
  ['it’s "fine" \\o/', 'it’s "fine" \\o/'],
  ['naïve 日本語 🌳', 'naïve 日本語 🌳'],
  ['', '""'],
  ['yes', '"yes"'],
  ['No', '"No"'],
  ['on', '"on"'],
  ['y', '"y"'],
  ['TRUE', '"TRUE"'],
  ['null', '"null"'],
  ['~', '"~"'],
  ['1', '"1"'],
  ['-1_000', '"-1_000"'],
  ['1.0', '"1.0"'],
  ['.5e3', '".5e3"'],
  ['0x1F', '"0x1F"'],
  ['0o17', '"0o17"'],
  ['.inf', '".inf"'],
  ['12:30:45', '"12:30:45"'],
  ['2026-01-31', '"2026-01-31"'],
  ['2026-01-31T12:00:00Z', '"2026-01-31T12:00:00Z"'],
  ['=', '"="'],
  ['<<', '"<<"'],
  [' padded', '" padded"'],
  ['padded ', '"padded "'],
  ['a: b', '"a: b"'],
  ['ends with:', '"ends with:"'],
  ['a #b', '"a #b"'],
  ['- item', '"- item"'],
  ['---', '"---"'],
  ['...', '"..."'],
  ['[a]', '"[a]"'],
  ['{{ a }}', '"{{ a }}"'],
  ['*bold*', '"*bold*"'],
  ['@me', '"@me"'],
  ['`code`', '"`code`"'],
  ['%x', '"%x"'],
  ['!important', '"!important"'],
  ['"quoted": yes', '\'"quoted": yes\''],
  ['C:\\: it’s', "'C:\\: it’s'"],
  ["'a' \\ b: c", "'''a'' \\ b: c'"],
  ['tab\there', '"tab\\there"'],
  ['bell\u0007', '"bell\\u0007"'],
  ['next\u0085line', '"next\\u0085line"'],
  ['line\u2028separator', '"line\\u2028separator"'],
  ['mark\uFEFF', '"mark\\ufeff"'],
  ['return\r\nfeed', '"return\\r\\nfeed"'],
])('the new value %j is written %j', (text, written) => check(text, 'plain', 'block', written));

test.each([
  ['a, b', '"a, b"'],
  ['[x', '"[x"'],
  ['a]', '"a]"'],
  ['http://a', '"http://a"'],
  ['why?', '"why?"'],
  ['a b', 'a b'],
  ['a\nb', '"a\\nb"'],
])('the new value %j is written %j inside brackets', (text, written) =>
  check(text, 'plain', 'flow', written),
);

test.each<[string, ScalarStyle, string]>([
  ['two\nlines', 'plain', '|-\ntwo\nlines'],
  ['two\nlines\n', 'plain', '|\ntwo\nlines'],
  ['two\n\n  lines', 'plain', '|-\ntwo\n\n  lines'],
  ['---\n---', 'plain', '|-\n---\n---'],
  ['two\nlines', 'single', '|-\ntwo\nlines'],
  ['two\nlines', 'double', '"two\\nlines"'],
  [' two\nlines', 'plain', '" two\\nlines"'],
  ['two\n  \nlines', 'plain', '"two\\n  \\nlines"'],
  ['two\n\n', 'plain', '"two\\n\\n"'],
  ['\ntwo', 'literal', '"\\ntwo"'],
  ['two\u0007\nlines', 'plain', '"two\\u0007\\nlines"'],
  ['one', 'single', "'one'"],
  ['it’s one', 'double', '"it’s one"'],
  ["it's", 'single', "'it''s'"],
  ['one', 'literal', '|-\none'],
  ['one\n', 'folded', '>\none'],
  ['two\nlines', 'folded', '|-\ntwo\nlines'],
  ['one ', 'folded', '|-\none '],
  ['', 'literal', '""'],
  [`${'word '.repeat(18)}end`, 'folded', `>-\n${'word '.repeat(16).trim()}\nword word end`],
  [`two  spaces ${'x'.repeat(90)} end`, 'folded', `>-\ntwo  spaces\n${'x'.repeat(90)}\nend`],
  [`${'x'.repeat(79)}  end`, 'folded', `>-\n${'x'.repeat(79)}  end`],
])('%j in place of a %s value is written %j', (text, style, written) => check(text, style, 'block', written));

test.each([
  ['plain', true],
  ['🌳', true],
  ['\ud83c', false],
  ['a\udf33b', false],
])('%j can be written: %s', (text, writable) => expect(isWritable(text)).toBe(writable));
