import { expect, test } from 'vitest';
import { type Csrf, createApi, filledPath } from './api.js';

test.each([
  ['/v1/skills/{slug}', { params: { slug: 'axum' } }, '/v1/skills/axum'],
  ['/v1/skills/{slug}', { params: { slug: '../admin?x' } }, '/v1/skills/..%2Fadmin%3Fx'],
  [
    '/v1/skills/{slug}/files/{path*}',
    { params: { slug: 'a', 'path*': 'b c/d.md' } },
    '/v1/skills/a/files/b%20c/d.md',
  ],
  ['/v1/skills', { query: { query: 'a&b', cursor: undefined, sort: '' } }, '/v1/skills?query=a%26b'],
])('%s is filled in', (path, request, expected) => {
  expect(filledPath(path, request)).toBe(expected);
});

const nobody: Csrf = { token: () => null, renew: () => Promise.resolve(false) };

function respondingWith(status: number, body: unknown) {
  const requests: { path: string; init: RequestInit }[] = [];
  const send = (path: string | URL | Request, init: RequestInit = {}) => {
    requests.push({ path: String(path), init });
    return Promise.resolve(Response.json(body, { status }));
  };
  return { requests, send };
}

test('a write carries the CSRF token, a read does not', async () => {
  const { requests, send } = respondingWith(200, {});
  const api = createApi({ ...nobody, token: () => 'csrf-1' }, send);
  await api.get('/v1/auth/whoami', {});
  await api.send('POST', '/v1/skills/{slug}/archive', { params: { slug: 'a' }, body: { reason: 'old' } });
  const sent = requests.map(({ init }) => new Headers(init.headers).get('x-coppice-csrf'));
  expect(sent).toEqual([null, 'csrf-1']);
  expect(requests[1]?.init.body).toBe('{"reason":"old"}');
});

test.each([
  ['a refused write is sent once more with the token of a newer session', true, ['old', 'new']],
  ['a refused write is not sent again without a newer token', false, ['old']],
])('%s', async (_, isRenewed, expected) => {
  const { requests, send } = respondingWith(403, { error: 'forbidden', message: 'no' });
  let token = 'old';
  const renew = () => {
    if (isRenewed) token = 'new';
    return Promise.resolve(isRenewed);
  };
  const api = createApi({ token: () => token, renew }, send);
  const sent = api.send('POST', '/v1/skills/{slug}/archive', { params: { slug: 'a' }, body: {} });
  await expect(sent).rejects.toMatchObject({ status: 403 });
  expect(requests.map(({ init }) => new Headers(init.headers).get('x-coppice-csrf'))).toEqual(expected);
});

test('a refusal is an error in the words of the registry', async () => {
  const { send } = respondingWith(409, { error: 'conflict', message: 'taken', details: { by: 'x' } });
  const api = createApi(nobody, send);
  await expect(api.get('/v1/auth/whoami', {})).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'taken',
    details: { by: 'x' },
  });
});

test('a registry that cannot be reached is distinguished from one that refuses', async () => {
  const api = createApi(nobody, () => Promise.reject(new TypeError('fetch failed')));
  await expect(api.get('/v1/auth/whoami', {})).rejects.toMatchObject({ code: 'offline', status: 0 });
});
