import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { requestedScopes, requireLoopback, shownCode, typedCode, userCode } from './program-request.js';

test('a code has eight letters, from bytes that favour none', () => {
  expect(userCode(Uint8Array.from({ length: 8 }, (_, index) => index))).toBe('BCDFGHJK');
  expect(userCode(Uint8Array.from([255, 250, 240, 0, 1, 2, 3, 4, 5, 6, 7]))).toBe('BCDFGHJK');
  expect(userCode(Uint8Array.from([255, 1, 2, 3, 4, 5, 6, 7]))).toBeUndefined();
});

test.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk\n', 'BCDF–GHJK'])('a person may type %j', (text) => {
  expect(typedCode(text)).toBe('BCDFGHJK');
  expect(shownCode(typedCode(text))).toBe('BCDF-GHJK');
});

test.each([
  ['', ['skills:read', 'skills:propose', 'skills:publish', 'skills:curate', 'usage:read', 'members:read']],
  ['skills:read', ['skills:read']],
  ['tenant:admin skills:read', ['skills:read', 'tenant:admin']],
])('the scopes %j', (text, expected) => expect(requestedScopes(text)).toEqual(expected));

test.each(['skills:write', 'tenant:scim', 'skills:read,tenant:admin'])('no scopes: %s', (text) =>
  expect(() => requestedScopes(text)).toThrow(CoppiceError),
);

test.each(['http://127.0.0.1:49152/', 'http://127.0.0.1:1', 'http://[::1]:8080/callback'])(
  'on this machine: %s',
  (address) => expect(() => requireLoopback(address)).not.toThrow(),
);

test.each([
  'https://evil.example.com/',
  'http://evil.example.com:80/',
  'http://127.0.0.1.evil.example.com:80/',
  'http://127.0.0.1:80@evil.example.com/',
  'http://user@127.0.0.1:80/',
  'http://localhost:80/',
  'http://127.0.0.1/',
  'http://127.0.0.1:0/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.2:80/',
  'http://2130706433:80/',
  'http://127.0.0.1:80/?a=b',
  'http://127.0.0.1:80/#a',
  'http://127.0.0.1:80/\\evil.example.com',
  'http://127.0.0.1:80\n.evil.example.com/',
  'javascript:alert(1)',
  '//127.0.0.1:80/',
  '',
])('elsewhere, or not clear: %j', (address) => expect(() => requireLoopback(address)).toThrow(CoppiceError));
