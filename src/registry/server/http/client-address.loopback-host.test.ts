import { expect, test } from 'vitest';
import { testApp } from './app.fixture.js';
import { isLoopbackHost } from './client-address.js';

const own = [
  'localhost',
  'localhost:4600',
  'LocalHost:4600',
  'localhost.',
  'localhost.:4600',
  'localhost:',
  'acme.localhost',
  'a.b.localhost:4600',
  'Acme.LOCALHOST.:4600',
  '127.0.0.1',
  '127.0.0.1:4600',
  '127.9.8.7:80',
  '127.0.0.1.',
  '[::1]',
  '[::1]:4600',
];
const foreign = [
  null,
  '',
  ':4600',
  '.',
  'example.com',
  'example.com:4600',
  'LOCALHOST.example.com',
  'localhost.example.com:4600',
  'notlocalhost',
  '127.0.0.1.example.com',
  '127.0.0.1.nip.io:4600',
  '0.0.0.0:4600',
  '10.0.0.1',
  '128.0.0.1',
  '127.1',
  '127.0.0.256',
  '2130706433',
  '::1',
  '[::]',
  '[::2]:4600',
  '[::1',
  '::1]',
  '[::1].example.com',
  '[::1]example.com',
  'localhost:80:80',
  'localhost:x',
  'localhost/',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  'localhost..',
  'localhost\n',
];

test.each(own)('%j is this machine', (host) => expect(isLoopbackHost(host)).toBe(true));
test.each(foreign)('%j is not', (host) => expect(isLoopbackHost(host)).toBe(false));

const addresses = ['/healthz', '/v1/skills', '/mcp', '/', '/no/such/page', '/metrics'];

test.each(addresses)('%s of a server for this machine is refused under another name', async (address) => {
  const { ask } = testApp({ onlyLoopbackHosts: true, mcp: async () => new Response('{}') });
  const askAs = (host: string) => ask(address, { who: 'admin', peer: '127.0.0.1', headers: { host } });
  const refused = await askAs('rebound.example:4600');
  expect([refused.status, await refused.json()]).toEqual([
    421,
    { error: 'misdirected', message: expect.stringContaining('localhost') },
  ]);
  expect((await askAs('localhost:4600')).status).not.toBe(421);
});

test('forwarded names and the public URL do not count', async () => {
  const { ask } = testApp({
    onlyLoopbackHosts: true,
    environment: { COPPICE_TRUSTED_PROXIES: '127.0.0.1', COPPICE_PUBLIC_URL: 'https://rebound.example' },
  });
  const headers = { host: 'rebound.example', 'x-forwarded-host': 'localhost' };
  expect((await ask('/healthz', { peer: '127.0.0.1', headers })).status).toBe(421);
});

test('a server for a team answers under any name', async () => {
  expect((await testApp().ask('/healthz', { headers: { host: 'skills.example.com' } })).status).toBe(200);
});
