import { expect, test } from 'vitest';
import { accountName, switchIn } from './account.js';

test.each([
  ['user:ada@example.com', 'ada@example.com'],
  ['service:ci', 'the service ci'],
  ['admin:cli', 'the operator of the registry'],
  ['somebody', 'somebody'],
])('%s is called %s', (principal, name) => {
  expect(accountName({ principal })).toBe(name);
});

test('a refusal that names both accounts is a question, any other is none', () => {
  const signedIn = { principal: 'user:ada@example.com', tenant: 'acme' };
  const signingIn = { principal: 'user:eve@example.com', tenant: 'acme' };
  const details = { signed_in: signedIn, signing_in: signingIn };
  expect(switchIn(details)).toEqual({ signedIn, signingIn });
  expect(switchIn({ ...details, signing_in: 'eve' })).toBeUndefined();
  expect(switchIn({})).toBeUndefined();
});
