import { expect, test } from 'vitest';
import { distinctiveParts, isDistinctive } from './known-values.js';
import { formsOf } from './value-forms.js';

function check(expected: boolean, values: readonly string[]) {
  for (const value of values)
    test(`${value} is ${expected ? 'a value' : 'a word'} wherever it is`, () => {
      expect(isDistinctive(value)).toBe(expected);
    });
}

check(true, [
  'x7Kq29LmPz',
  'Blu3Fr0g!Lake',
  'meadow-tiger-5912',
  'correct-horse-battery-staple',
  'aBcDeFgHiJ',
]);
check(true, ['a b c #1 d', 'hunter2-example', '4111111111111111', 'deadbeef00112233']);
check(false, [
  'short1!',
  'password',
  'localhost',
  'postgres',
  'development',
  'administrator',
  'true',
  'xxxxxxxx',
]);
check(false, [
  'example123',
  'my-app-production',
  'application',
  'POSTGRES_USER',
  '12345678',
  '20261117',
  '2026-11-17',
]);
check(false, [
  'v1.22.333-beta.1',
  '10.20.30.40:8080',
  'db1.internal.example.com',
  'localhost:5432',
  'bob@example.com',
]);
check(false, ['/home/bob/.ssh/id_ed25519', 'https://example.com/a1b2', '0x7fff5fbff8c0', 'kubernetes']);

function checkForm(name: string, value: string, text: string) {
  test(name, () => expect(formsOf(value).some((form) => text.includes(form))).toBe(true));
}

const value = 'p"a ss/wört+1';
checkForm('as it is', value, `x${value}y`);
checkForm('in JSON', value, JSON.stringify({ value }));
checkForm('in a URL', value, `?a=${encodeURIComponent(value)}`);
checkForm('in a form', value, new URLSearchParams({ value }).toString());
checkForm('in base64', value, Buffer.from(value).toString('base64'));
checkForm('in base64 after one byte', value, Buffer.from(`u${value}x`).toString('base64'));
checkForm('in base64 after two bytes', value, Buffer.from(`u:${value}xy`).toString('base64'));
checkForm('in base64 for URLs', value, Buffer.from(`bob:${value}`).toString('base64url'));

test('the parts of cookies, keys and logins are values too', () => {
  expect(distinctiveParts('theme=dark; session=x7Kq29LmPz4R', 'cookie')).toEqual(['x7Kq29LmPz4R']);
  expect(distinctiveParts(btoa('bob:Blu3Fr0g!Lake'), 'authorization')).toContain('Blu3Fr0g!Lake');
  expect(distinctiveParts('Blu3%40Fr0g', 'url-password')).toContain('Blu3@Fr0g');
  const line = 'MIIEpQIBAAKCAQEA3Tz2mr7SZiAMAAAAABG5vbmUx9Qk2';
  expect(distinctiveParts(`-----BEGIN\n${line}\n-----END`, 'private-key')).toEqual([line]);
});
