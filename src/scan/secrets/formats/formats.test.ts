import { expect, test } from 'vitest';
import { findTokens } from '../find.js';
import { formatTables } from './all.js';
import { exampleOf } from './example.fixture.js';
import { formatLines, formatRow, marksIn } from './format.js';

const lines = formatTables.flatMap((table) => formatLines(table()));
const rows = lines.map(formatRow);

test('the tables have more than 280 formats, each with its source', () => {
  expect(rows.length).toBeGreaterThan(280);
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(250);
  expect(rows.filter(({ source }) => !/^\S.{3,60}$/.test(source)).map(({ kind }) => kind)).toEqual([]);
});

test('every kind fits into the mark of a redacted text', () => {
  expect(rows.filter(({ kind }) => !/^[a-z\d-]{3,40}$/.test(kind))).toEqual([]);
});

test('every mark has enough characters to be searched for', () => {
  const marks = lines.flatMap(marksIn).map((mark) => mark.replace(/^\?/, ''));
  expect(marks.filter((mark) => mark.length < 3 || mark.includes('['))).toEqual([]);
});

test('Coppice knows its own tokens first', () => {
  expect(rows[0]).toMatchObject({ kind: 'coppice-token' });
});

const contexts: readonly ((token: string) => string)[] = [
  (token) => `2026-01-05 10:00:00 INFO using ${token} for the request`,
  (token) => `{"id":7,"value":"${token}","next":null}`,
  (token) => JSON.stringify({ output: JSON.stringify({ value: token }) }),
  (token) => `export VALUE=${token}\nnpm run deploy`,
  (token) => `line one\\n${token}\\nline three`,
  (token) => `a?b=1%3D${token}`,
  (token) => `(${token})`,
  (token) => token,
];

test('the example of every format is found as a whole, with its kind, in every context', () => {
  const wrong = rows.flatMap(({ kind, example }) =>
    contexts.flatMap((context, index) => {
      const token = exampleOf(example, 100 + index);
      const text = context(token);
      const found = findTokens(text).map((each) => [each.kind, text.slice(each.start, each.end)]);
      const isRight = found.length === 1 && found[0]?.[0] === kind && found[0][1] === token;
      return isRight ? [] : [{ kind, text, found }];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a token is found whatever its random part is', () => {
  let missed = 0;
  for (const { example } of rows)
    for (let seed = 0; seed < 40; seed += 1)
      if (findTokens(`a ${exampleOf(example, seed)} b`).length === 0) missed += 1;
  // A short one may consist of letters only, and look like a name.
  expect(missed / (rows.length * 40)).toBeLessThan(0.002);
});

function check(name: string, text: string, expected: readonly string[] = []) {
  test(name, () =>
    expect(findTokens(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected),
  );
}

const token = exampleOf('ghp_{a36}', 1);
check('a mark inside a word is not a mark', `x${token}`);
check('a mark after a joint is one', `x-${token}`, [token]);
check('a token that is longer than usual is redacted to its end', `${token}abc123`, [`${token}abc123`]);
check('a description of the format is not a token', `ghp_${'x'.repeat(36)}`);
check('a name that starts like a token is not one', 'sk-fading-circle-with-many-loading-dots');
check('a token that wraps onto the next line is found', `${token.slice(0, 15)}\n${token.slice(15)}`, [
  `${token.slice(0, 15)}\n${token.slice(15)}`,
]);
check('a token that wraps in its first characters is found', `a ${token.slice(0, 6)}\n${token.slice(6)}`, [
  `${token.slice(0, 6)}\n${token.slice(6)}`,
]);
check('the line after a complete token stays', `${token}\nsecond line`, [token]);
const long = exampleOf('sk-proj-{w120}', 2);
check(
  'a long token over three lines is one',
  `${long.slice(0, 60)}\n${long.slice(60, 100)}\n${long.slice(100)}\nend`,
  [`${long.slice(0, 60)}\n${long.slice(60, 100)}\n${long.slice(100)}`],
);
check('tokens in successive lines are separate', `${token}\n${token}`, [token, token]);
