import { expect, test } from 'vitest';
import { testApp } from './app.fixture.js';

const read = '/v1/skills/lib';

test.each([
  ['a reader reads', 'GET', read, 'read', 'acme', 200],
  ['a caller without a credential does not', 'GET', read, undefined, 'acme', 401],
  ['a wrong credential does not', 'GET', read, 'garbage', 'acme', 401],
  ['a credential without the scope does not', 'GET', read, 'nothing', 'acme', 403],
  ['anybody reads what is public', 'GET', read, undefined, 'open', 200],
  ['anybody resolves what is public', 'POST', '/v1/resolve', undefined, 'open', 200],
  ['nobody reports use without a credential', 'POST', '/v1/usage', undefined, 'open', 401],
  ['nobody archives what is public', 'POST', '/v1/skills/lib/archive', undefined, 'open', 401],
  ['a wrong credential does not count as none', 'GET', read, 'garbage', 'open', 401],
  ['a token cannot make tokens', 'GET', '/v1/profile/tokens', 'read+publish+curate+admin', 'acme', 401],
  ['a person can', 'GET', '/v1/profile/tokens', 'session', 'acme', 200],
  ['whoami accepts any credential', 'GET', '/v1/auth/whoami', 'nothing', 'acme', 200],
  ['whoami needs a credential', 'GET', '/v1/auth/whoami', undefined, 'open', 401],
  ['an admin archives', 'POST', '/v1/skills/lib/archive', 'admin', 'acme', 200],
  ['a publisher does not', 'POST', '/v1/skills/lib/archive', 'read+publish', 'acme', 403],
  ['health is open', 'GET', '/healthz', undefined, 'acme', 200],
])('%s', async (_, method, address, who, tenant, status) => {
  const { ask } = testApp();
  const json = method === 'POST' ? { items: [], skill_id: 'lib', event: 'use' } : undefined;
  const answer = await ask(address, { method, tenant, json, ...(who !== undefined && { who }) });
  expect(answer.status === 202 ? 200 : answer.status).toBe(status);
});

test.each([
  ['a program on this machine', '127.0.0.1', {}, undefined, 200],
  ['the same over IPv6', '::1', {}, undefined, 200],
  [
    'somebody behind a proxy on this machine',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.9' },
    undefined,
    401,
  ],
  ['somebody behind another proxy on it', '127.0.0.1', { forwarded: 'for=203.0.113.9' }, undefined, 401],
  ['somebody else', '203.0.113.9', {}, undefined, 401],
  ['somebody else with a token', '203.0.113.9', {}, 'read', 403],
  ['an admin from anywhere', '203.0.113.9', {}, 'admin', 200],
])('the metrics are for %s: %#', async (_, peer, headers, who, status) => {
  const { ask } = testApp({ handlers: { metrics: async () => ({ bytes: '' }) } });
  const answer = await ask('/metrics', { peer, headers, ...(who !== undefined && { who }) });
  expect(answer.status).toBe(status);
});

test('a request is refused before its body is read', async () => {
  const { ask } = testApp();
  const garbage = { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } };
  expect((await ask('/v1/usage', garbage)).status).toBe(401);
  expect((await ask('/v1/usage', { ...garbage, who: 'publish' })).status).toBe(403);
  expect((await ask('/v1/usage', { ...garbage, who: 'read' })).status).toBe(400);
});

const limited = { environment: { COPPICE_RATE_READS: '3' } };

test('requests up to the limit are allowed, then 429 until the window ends', async () => {
  const { ask, world } = testApp(limited);
  const statuses = async () => {
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await ask(read, { who: 'read' }));
    return answers;
  };
  const [first, , third, fourth] = await statuses();
  expect([first, third, fourth].map((answer) => answer?.status)).toEqual([200, 200, 429]);
  expect(first?.headers.get('ratelimit-remaining')).toBe('2');
  const names = [
    'retry-after',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'x-ratelimit-reset',
  ];
  expect(names.map((name) => fourth?.headers.get(name))).toEqual(['60', '3', '0', '60', '1768478460']);
  expect(await fourth?.json()).toMatchObject({ error: 'rate_limited', details: { retryAfterSeconds: 60 } });
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/v1/skills/lib/archive', { method: 'POST', who: 'admin' })).status).toBe(200);
  world.now += 60_000;
  expect((await statuses()).map(({ status }) => status)).toEqual([200, 200, 200, 429]);
});

test('a server that stops sends a client over its limit elsewhere instead of asking it to wait', async () => {
  const stopping = new AbortController();
  const { ask } = testApp({ ...limited, stopping: stopping.signal });
  for (let i = 0; i < 4; i += 1) await ask(read, { who: 'read' });
  expect((await ask(read, { who: 'read' })).status).toBe(429);
  stopping.abort();
  const sent = await ask(read, { who: 'read' });
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await ask(read, { who: 'read+publish' })).status).toBe(200);
});

test('nobody uses up the limit of another principal or tenant', async () => {
  const { ask } = testApp(limited);
  for (let i = 0; i < 4; i += 1) await ask(read, { who: 'read' });
  for (let i = 0; i < 4; i += 1) await ask(read, { who: 'garbage' });
  expect((await ask(read, { who: 'read' })).status).toBe(429);
  expect((await ask(read, { who: 'read+publish' })).status).toBe(200);
  expect((await ask(read, { who: 'read', tenant: 'globex' })).status).toBe(200);
});

test('requests with a wrong credential or none are counted by address', async () => {
  const { ask } = testApp(limited);
  const from = (peer: string, who?: string) =>
    ask(read, { peer, tenant: 'open', ...(who !== undefined && { who }) }).then(({ status }) => status);
  expect([await from('203.0.113.9', 'garbage'), await from('203.0.113.9')]).toEqual([401, 200]);
  expect([await from('203.0.113.9', 'garbage'), await from('203.0.113.9', 'garbage')]).toEqual([401, 429]);
  expect(await from('203.0.113.9')).toBe(429);
  expect(await from('203.0.113.9', 'read')).toBe(200);
  expect(await from('198.51.100.7')).toBe(200);
});

test('a header does not change the address, unless a trusted proxy sent it', async () => {
  const trusting = { ...limited.environment, COPPICE_TRUSTED_PROXIES: '10.0.0.1' };
  for (const [environment, expected] of [
    [limited.environment, 429],
    [trusting, 401],
  ] as const) {
    const { ask } = testApp({ environment });
    let status = 0;
    for (let i = 0; i < 4; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      status = (await ask(read, { peer: '10.0.0.1', headers })).status;
    }
    expect(status).toBe(expected);
  }
});
