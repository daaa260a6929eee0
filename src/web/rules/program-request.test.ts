import { expect, test } from 'vitest';
import { programRequestIn } from './program-request.js';

const whole = {
  program: 'coppice on a',
  redirect_uri: 'http://127.0.0.1:1/',
  state: 's',
  code_challenge: 'c',
};

test.each([
  [{}, ['skills:read', 'skills:propose', 'skills:publish', 'skills:curate', 'usage:read', 'members:read']],
  [{ scope: 'tenant:admin skills:read' }, ['skills:read', 'tenant:admin']],
  [{ scope: 'everything' }, []],
])('with %o the program asks for %o', (more, scopes) => {
  const request = programRequestIn(new URLSearchParams({ ...whole, ...more }));
  expect(request?.scopes).toEqual(scopes);
  expect(request?.body).toEqual({ scope: '', ...whole, ...more, code_challenge_method: 'S256' });
});

test.each(Object.keys(whole))('without %s the address is not complete', (name) => {
  expect(programRequestIn(new URLSearchParams({ ...whole, [name]: '' }))).toBeUndefined();
});
