import { expect, test } from 'vitest';
import { openSecret, sealSecret, secretKeys } from './sealed-secret.js';

const [one, two] = ['1', '2'].map((digit) => Buffer.alloc(32, digit).toString('base64'));
const row = 'acme/okta';

test('a secret is read again by who has the key, and looks different each time', () => {
  const keys = secretKeys(`${one}`);
  const sealed = sealSecret(keys, row, 'hüsh');
  expect(openSecret(keys, row, sealed)).toBe('hüsh');
  expect(sealSecret(keys, row, 'hüsh')).not.toBe(sealed);
  expect(sealed).not.toContain('hüsh');
});

test('after a change of the key, the old one still opens and the new one seals', () => {
  const old = sealSecret(secretKeys(`${one}`), row, 'a');
  const both = secretKeys(`${two}, ${one}`);
  expect(openSecret(both, row, old)).toBe('a');
  expect(openSecret(secretKeys(`${two}`), row, sealSecret(both, row, 'b'))).toBe('b');
});

test.each([
  ['another key', `${two}`, row, (text: string) => text],
  ['another row', `${one}`, 'globex/okta', (text: string) => text],
  [
    'a changed byte',
    `${one}`,
    row,
    (text: string) => `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`,
  ],
  ['a cut text', `${one}`, row, (text: string) => text.slice(0, 20)],
  ['nothing', `${one}`, row, () => ''],
])('not with %s', (_, keys, context, change) => {
  const sealed = sealSecret(secretKeys(`${one}`), row, 'hush');
  expect(() => openSecret(secretKeys(keys), context, change(sealed))).toThrow('cannot be decrypted');
});

test('without a key nothing is stored', () =>
  expect(() => sealSecret([], row, 'hush')).toThrow('the registry has no key to encrypt secrets with'));

test.each(['', 'short', `${one},`])('no key: %s', (text) =>
  expect(() => secretKeys(text)).toThrow('not 32 bytes in base64'),
);
