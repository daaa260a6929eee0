import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { testApp } from './app.fixture.js';

test('parameters, query and body reach the handler as their schemas transform them', async () => {
  const seen: unknown[] = [];
  const { ask } = testApp({
    handlers: {
      getFile: async ({ params, query }) => ({ json: seen.push({ params, query }) }),
      postUsage: async ({ body }) => ({ json: seen.push(body) }),
    },
  });
  await ask('/v1/skills/lib/versions/1.0.0/files/a%20b/c.md?kind=agent&other=1', { who: 'read' });
  const reported = await ask('/v1/usage', {
    method: 'POST',
    who: 'read',
    json: { skill_id: 'lib', event: 'use' },
  });
  expect(reported.status).toBe(202);
  expect(seen).toEqual([
    { params: { slug: 'lib', version: '1.0.0', path: 'a b/c.md' }, query: { kind: 'agent' } },
    { skill_id: 'lib', kind: 'skill', event: 'use', count: 1 },
  ]);
});

test.each([
  ['an unknown address', 'GET', '/v1/nothing', 404, 'not_found'],
  ['a method that the address does not allow', 'DELETE', '/v1/skills', 405, 'method_not_allowed'],
  ['a wrong parameter', 'GET', '/v1/skills/NOPE', 400, 'bad_request'],
  ['a wrong query', 'GET', '/v1/skills?limit=1000', 400, 'bad_request'],
  ['a wrong kind', 'GET', '/v1/skills/lib?kind=garbage', 400, 'bad_request'],
  ['a NUL character', 'GET', '/v1/skills?query=a%00b', 400, 'bad_request'],
  ['an invalid encoding', 'GET', '/v1/skills/%ff%zz', 400, 'bad_request'],
])('%s is refused in one shape', async (_, method, address, status, error) => {
  const answer = await testApp().ask(address, { method, who: 'read' });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error, message: expect.any(String) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('the refusal of a method lists the allowed ones', async () => {
  expect((await testApp().ask('/v1/skills', { method: 'DELETE' })).headers.get('allow')).toBe('GET, POST');
});

test.each([
  ['bad-value', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['too-large', 413],
  ['bundle-too-large', 413],
  ['unavailable', 503],
  ['disk-full', 503],
  ['blob-damaged', 500],
] as const)('a handler that refuses with %s answers %i', async (code, status) => {
  const { ask } = testApp({
    handlers: {
      getItem: async () => Promise.reject(new CoppiceError(code, 'for a reason', { data: { a: 1 } })),
    },
  });
  const answer = await ask('/v1/skills/lib', { who: 'read' });
  expect(answer.status).toBe(status);
  const refusal = await answer.json();
  if (status === 500) expect(JSON.stringify(refusal)).not.toContain('reason');
  else
    expect(refusal).toMatchObject({
      // Where the disk is concerns the operator alone.
      message: code === 'disk-full' ? 'the registry has no space left' : 'for a reason',
      details: { a: 1 },
    });
});

test('the answer to a fault of the server contains no details', async () => {
  const { ask } = testApp({
    handlers: { getItem: async () => Promise.reject(new Error('password=hunter2')) },
  });
  const answer = await ask('/v1/skills/lib', { who: 'read' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('hunter2');
});

test('an answer has a strong entity tag, and is not sent to a caller who has it', async () => {
  const { ask } = testApp({
    handlers: { getItem: async () => ({ json: { a: 1 }, headers: { 'x-own': 'kept' } }) },
  });
  const first = await ask('/v1/skills/lib', { who: 'read' });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await ask('/v1/skills/lib', { who: 'read', headers: { 'if-none-match': `"x", W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get('content-type')]).toEqual([304, '', null]);
  for (const name of ['etag', 'cache-control', 'vary', 'x-own'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
});

test.each([
  ['a mutable answer', 'acme', false, 'private, no-cache'],
  ['an immutable answer', 'acme', true, 'private, max-age=31536000, immutable'],
  ['an immutable answer of a public tenant', 'open', true, 'public, max-age=31536000, immutable'],
])('%s has its cache-control', async (_, tenant, immutable, expected) => {
  const { ask } = testApp({ handlers: { getBlob: async () => ({ bytes: 'x', etag: 'digest', immutable }) } });
  const answer = await ask(`/v1/blobs/sha256:${'0'.repeat(64)}`, { who: 'read', tenant });
  expect(answer.headers.get('cache-control')).toBe(expected);
  expect(answer.headers.get('etag')).toBe('"digest"');
  expect(answer.headers.get('vary')).toBe('Authorization, X-Coppice-Tenant, Cookie');
});

test.each([
  ['GET', '/v1/auth/whoami'],
  ['GET', '/v1/tenant/settings'],
  ['POST', '/v1/skills/lib/archive'],
])('%s %s must not be stored', async (method, address) => {
  const answer = await testApp().ask(address, { method, who: 'session' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('HEAD answers as GET does, without the body', async () => {
  const heads: boolean[] = [];
  const { ask } = testApp({
    handlers: {
      getBundle: async ({ isHead }) => {
        heads.push(isHead);
        return { bytes: 'bytes' };
      },
    },
  });
  const answer = await ask('/v1/skills/lib/bundle.tar.gz', { method: 'HEAD', who: 'read' });
  expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, '', '5']);
  await ask('/v1/skills/lib/bundle.tar.gz', { who: 'read' });
  expect(heads).toEqual([true, false]);
});

test.each([
  ['a valid one is used', 'trace-0123.abc', 'trace-0123.abc'],
  ['one with a line break in it is not', 'a b c d e f', 'boot1-1'],
  ['one that is too long is not', 'x'.repeat(65), 'boot1-1'],
])('the id of a request: %s', async (_, given, expected) => {
  const { ask } = testApp();
  const answer = await ask('/healthz', { headers: { 'x-request-id': given } });
  expect(answer.headers.get('x-request-id')).toBe(expected);
});

test('the log has the route and the principal of a request, and nothing secret', async () => {
  const { ask, logged } = testApp();
  await ask('/v1/skills/lib?token=hunter2', { who: 'read', headers: { cookie: 'coppice_session=hunter2' } });
  expect(logged).toEqual([
    {
      request_id: 'boot1-1',
      method: 'GET',
      route: '/v1/skills/{slug}',
      status: 200,
      ms: expect.any(Number),
      tenant: 'acme',
      principal: 'service:read',
    },
  ]);
});

test('/mcp is for callers who may read, and gets the whole body', async () => {
  const bodies: string[] = [];
  const { ask } = testApp({
    mcp: async (request, { tenant, principal }) => {
      bodies.push(`${tenant.slug} ${principal.kind} ${await request.text()}`);
      return new Response('{}');
    },
  });
  const call = { method: 'POST', json: { jsonrpc: '2.0' } };
  expect((await ask('/mcp', call)).status).toBe(401);
  expect((await ask('/mcp', { ...call, who: 'publish' })).status).toBe(403);
  const answer = await ask('/mcp', { ...call, who: 'read' });
  expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '3000']);
  expect(bodies).toEqual(['acme token {"jsonrpc":"2.0"}']);
  expect((await ask('/mcp', { ...call, who: 'read', json: 'x'.repeat(1_100_000) })).status).toBe(413);
});
