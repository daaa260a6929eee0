import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayHaveSign } from './any-sign.js';
import { isReadable, plantSecrets } from './find.fixture.js';
import { findSecrets } from './find.js';
import { createRedactor } from './redact.js';

const redact = createRedactor({ environment: { SERVICE_TOKEN: 'kq7-horse-staple' } });

/** Pieces of secrets, their names and their context, for all combinations. */
const pieces = fc.constantFrom(
  ...'password|secret|token|api_key|PASSWORD|cookie|Authorization|Bearer |Basic |--token|-u |login |name|value|is '.split(
    '|',
  ),
  ...'ghp_|sk-|eyJ|AKIA|xoxb-|hf_|://|@|-----BEGIN |PRIVATE KEY-----|-----END |[redacted:jwt]|[redacted:|kq7-horse-staple'.split(
    '|',
  ),
  ...[
    '=',
    ':',
    ' ',
    '"',
    "'",
    '\\"',
    '\\',
    '\n',
    '\\n',
    ',',
    ';',
    '&',
    '?',
    '<',
    '>',
    '[',
    ']',
    '{',
    '$',
    '.',
    '-',
    '_',
  ],
  ...[
    'a1B2c3D4e5F6g7H8i9J0',
    'hunter2',
    'A'.repeat(40),
    '0123456789abcdef0123456789abcdef',
    'x9',
    '😀',
    '\ud800',
  ],
);
const anyText = fc
  .array(fc.oneof(pieces, pieces, fc.string()), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('redacting twice changes nothing more', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = redact(text);
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

test('secrets of every kind are found in every context', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      expect(plantSecrets(seed).filter((secret) => isReadable(secret, redact(secret.text)))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const planted = Array.from({ length: 10 }, (_, seed) => plantSecrets(seed));

test('a secret is found whatever comes before and after it', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(), fc.nat(), (before, after, seed, choice) => {
      const secrets = planted[seed % planted.length] ?? [];
      const secret = secrets[choice % secrets.length];
      const left = secret && isReadable(secret, redact(`${before}\n${secret.text}\n${after}`));
      expect(left).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('the fast test for signs accepts every text in which a secret is found', () => {
  // The search for signs is made, so the fast test does not decide any more.
  findSecrets('password=abcd1234');
  fc.assert(
    fc.property(anyText, (text) => {
      if (findSecrets(text).length > 0) expect(mayHaveSign(text)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
