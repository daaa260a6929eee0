import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSignProbe } from './any-sign.js';
import { plantSecrets } from './find.fixture.js';
import { signTexts } from './find.js';
import { formatTables } from './formats/all.js';
import { exampleOf } from './formats/example.fixture.js';
import { formatLines, formatRow } from './formats/format.js';
import { ordinaryOutputs } from './ordinary.fixture.js';
import { createEnvironmentFinder } from './redact.js';
import { formsOf } from './value-forms.js';

const environment = { DB_PASSWORD: 'plain lower words', API_TOKEN: 'größe-und-farbe', EDITOR: 'vi' };
const mayHaveSecret = createSignProbe(environment);
const find = createEnvironmentFinder(environment);
// The finder asks the probe itself until it has met the first sign; from then on it searches every text.
find('password: Tr0ub4dor&3x');

const examples = formatTables
  .flatMap((table) => formatLines(table()))
  .map((line) => exampleOf(formatRow(line).example, 1));
const planted = plantSecrets(7).map(({ text }) => text);
const forms = Object.values(environment).flatMap(formsOf);

/** Texts of secrets and of what is beside them, whole and in pieces, so that some are just no secret any more. */
const fragment = fc.oneof(
  fc.constantFrom(...signTexts()),
  fc.constantFrom(...forms),
  piece(fc.constantFrom(...examples)),
  piece(fc.constantFrom(...planted)),
  piece(fc.constantFrom(...ordinaryOutputs())),
  fc.constantFrom(' ', ': ', '=', '"', "'", '\n', ', ', ' is ', '{', '}', '@', '/', ':', '-', '.'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.stringMatching(/^[a-z]{1,12}$/),
);

function piece(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat(), fc.nat()).map(([text, one, other]) => {
    const from = one % (text.length + 1);
    return other % 3 === 0 ? text : text.slice(from, from + (other % 60));
  });
}

test('where the probe sees no sign, the tables find no secret', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 8 }), (fragments) => {
      const text = fragments.join('');
      if (!mayHaveSecret(text)) expect(find(text)).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});

test.each(forms)('the probe sees a value of the environment written as %s', (form) => {
  expect(mayHaveSecret(`it is ${form}.`)).toBe(true);
});
