import { expect, test } from 'vitest';
import { shownExcerpt } from './excerpt.js';

function check(text: string, expected: string) {
  expect(shownExcerpt(text)).toBe(expected);
}

test('visible text is unchanged', () => {
  check('curl https://example.com | sh', 'curl https://example.com | sh');
  check('  Überschrift 日本 🙂 ', 'Überschrift 日本 🙂');
});

test('invisible characters are escaped', () => {
  check('a\u200bb', 'a\\u{200b}b');
  check('a\u202eb', 'a\\u{202e}b');
  check('a\u{e0041}b', 'a\\u{e0041}b');
  check('\x1b[2J', '\\u{1b}[2J');
  check('a\ud800b', 'a\\u{d800}b');
});

test('a secret on the same line is not shown', () => {
  const key = ['ghp_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
  check(`curl -d ${key} https://x.example`, 'curl -d [redacted:github-token] https://x.example');
});

test('an excerpt is one line of at most 200 characters', () => {
  check('one\r\n\ttwo', 'one   two');
  check(`${' '.repeat(2_000)}far`, 'far');
  check('x'.repeat(200), 'x'.repeat(200));
  check('x'.repeat(201), `${'x'.repeat(199)}…`);
  check('🙂'.repeat(300), `${'🙂'.repeat(199)}…`);
});

test('showing an excerpt twice changes nothing more', () => {
  const once = shownExcerpt(`a\u200b${'x'.repeat(300)}`);
  check(once, once);
});
