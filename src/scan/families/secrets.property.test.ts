import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPackage } from '../package/text-package.fixture.js';
import { findSecrets } from '../secrets/find.js';
import { secretsScanner } from './secrets.js';

const token = fc
  .string({
    unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    minLength: 36,
    maxLength: 36,
  })
  .map((random) => `ghp_${random}`);
const piece = fc.oneof(
  token,
  fc.constantFrom(
    'password = "',
    '"',
    ' ',
    '\n',
    '\r\n',
    'token: ',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----END',
    '=',
  ),
  fc.string({ maxLength: 8 }),
);

test('no finding shows a secret, and its line is right, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const found = secretsScanner.scan(textPackage({ 'a.txt': text }));
      const lines = found.map(({ line }) => line ?? 0);
      expect(lines).toEqual([...lines].sort((one, other) => one - other));
      for (const { excerpt } of found)
        for (const { start, end } of findSecrets(text))
          if (end - start >= 20) expect(excerpt).not.toContain(text.slice(start, end));
    }),
    { numRuns: 300 },
  );
});
