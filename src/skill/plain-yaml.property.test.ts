import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlainMap } from './plain-yaml.js';
import { readYaml } from './yaml.js';

/** Pieces of which some are harmless only where they are. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      ' ',
      ':',
      '#',
      '-',
      ': ',
      ' #',
      '"',
      "'",
      ',',
      '[',
      ']',
      '{',
      '}',
      '|',
      '>',
      '&',
      '*',
      '!',
      '%',
      '@',
      '`',
      '?',
    ],
  ),
  fc.constantFrom(
    'a',
    'Saw',
    '1',
    '.',
    'true',
    'null',
    '~',
    '\u00a0',
    '\u00e4',
    '\u5207',
    '\ufffd',
    '\t',
    '\r',
    '\u0085',
    '\u2028',
  ),
  fc.string({ maxLength: 3, unit: 'binary' }),
);
const value = fc
  .tuple(fc.constantFrom('', 'a', 'Use it'), fc.array(piece, { maxLength: 3 }))
  .map(([start, pieces]) => start + pieces.join(''));
const key = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'name',
      'description',
      'when_to_use',
      'x-y',
      'constructor',
      'true',
      'n',
      'hasOwnProperty',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
);
const separator = fc.oneof(
  { weight: 9, arbitrary: fc.constant(': ') },
  { weight: 1, arbitrary: fc.constantFrom(':', ' : ', ':\n  ') },
);
const line = fc.tuple(key, separator, value).map((parts) => parts.join(''));
const texts = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

test('what is read without the YAML reader is what that reader reads', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = readPlainMap(text);
      // A comment is never plain, and changes no value.
      const read = readYaml(`${text}\n# comment`, { firstLine: 1 });
      if (plain !== undefined) expect(read).toEqual({ ok: true, value: plain, diagnostics: [] });
    }),
    { numRuns: 20_000 },
  );
});

test('it answers for some of them', () => {
  const answered = fc
    .sample(texts, { numRuns: 500, seed: 1 })
    .filter((text) => readPlainMap(text) !== undefined);
  expect(answered.length).toBeGreaterThan(30);
});
