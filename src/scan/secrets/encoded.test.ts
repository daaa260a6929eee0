import { expect, test } from 'vitest';
import { decode, findEncoded } from './encoded.js';
import type { Finding } from './find.js';
import { findTokens } from './find.js';
import { exampleOf } from './formats/example.fixture.js';

function check(name: string, text: string, expected: readonly string[]) {
  test(name, () => {
    const findings: Finding[] = [];
    findEncoded(text, findTokens, findings);
    expect(findings.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
}

const token = exampleOf('ghp_{a36}', 3);
const encoded = btoa(`token ${token} of bob`);
check('a secret in base64 is found as a whole', `data: ${encoded} end`, [encoded]);
check('padding belongs to it', `x="${btoa(`${token}!`)}"`, [btoa(`${token}!`)]);
check('text without a secret stays', `data: ${btoa('nothing to see here, Move Along, Nothing to see')}`, []);
check(
  'random base64 stays',
  'sha512-z8kq5Lh6ZtX0sOeNn1vW2xYp3qRs4tUv5wXy6zAa7bBc8dDe9eFf0gGh1iIj2kKl3m==',
  [],
);

test('decoding is the reverse of encoding', () => {
  for (const text of ['', 'a', 'ab', 'abc', 'abcd', 'user:password'])
    expect(decode(btoa(text).replace(/=+$/, ''))).toBe(text);
});
