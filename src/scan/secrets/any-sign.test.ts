import { expect, test } from 'vitest';
import { mayHaveSign } from './any-sign.js';
import { plantSecrets } from './find.fixture.js';
import { findSecrets, signTexts } from './find.js';
import { formatTables } from './formats/all.js';
import { exampleOf } from './formats/example.fixture.js';
import { formatLines, formatRow, marksIn } from './formats/format.js';

const lines = formatTables.flatMap((table) => formatLines(table()));
const marks = new Set(lines.flatMap(marksIn).map((mark) => mark.replace(/^\?/, '').toLowerCase()));

test('every sign that is not the mark of a token is known', () => {
  expect(signTexts().filter((text) => !marks.has(text) && !mayHaveSign(text))).toEqual([]);
});

test('every token is recognised as a possible one', () => {
  const examples = lines.flatMap((line) =>
    Array.from({ length: 20 }, (_, seed) => exampleOf(formatRow(line).example, seed)),
  );
  expect(examples.filter((example) => !mayHaveSign(example))).toEqual([]);
});

test('a token that has neither a digit nor a capital is recognised too', () => {
  // The finder asks the probe itself until it has met the first sign; from then on it searches every text.
  findSecrets('password: Tr0ub4dor&3x');
  const missed = lines.flatMap((line) =>
    Array.from({ length: 20 }, (_, seed) => exampleOf(formatRow(line).example, seed).toLowerCase())
      .flatMap((example) => [example, example.replace(/\d/g, 'q')])
      .filter((example) => !mayHaveSign(example) && findSecrets(example).length > 0),
  );
  expect(missed).toEqual([]);
});

test('every text with a planted secret has a sign', () => {
  expect(plantSecrets(1).filter(({ text }) => !mayHaveSign(text))).toEqual([]);
});

test('the output of an ordinary command has none', () => {
  for (const text of ['ok 1 - a line as tests print it\n', 'npm test', 'Run the tests', '', 'src/index.ts'])
    expect(mayHaveSign(text)).toBe(false);
});
