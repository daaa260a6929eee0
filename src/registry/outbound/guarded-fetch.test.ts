import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedFetch, type OutboundOptions } from './guarded-fetch.js';

let server: Server;
let port: number;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(5_000));
    else if (request.url === '/endless') response.write('a');
    else if (request.url === '/echo') request.pipe(response.writeHead(201, { 'content-type': 'text/x' }));
    else response.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = { method: 'GET', headers: {} };

function fetchFrom(address: string, options: Partial<OutboundOptions> = {}, request = get) {
  asked.length = 0;
  return guardedFetch({ isListed: () => true, ...options })(address, request);
}

const local = { address: '127.0.0.1', family: 4 };
const open = { address: '203.0.113.7', family: 4 };

test('what the configuration allows is fetched, with status, type and body', async () => {
  const answer = await fetchFrom(`http://127.0.0.1:${port}/echo`, {}, {
    ...get,
    method: 'POST',
    body: 'hi',
  } as never);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'text/x',
    'hi',
  ]);
});

test.each([
  ['an address of this machine', () => `http://127.0.0.1:${port}/`, {}],
  ['the same in another form', () => `http://2130706433:${port}/`, {}],
  ['the same as IPv6', () => 'https://[::ffff:127.0.0.1]/', {}],
  ['the address of a cloud’s metadata', () => 'https://169.254.169.254/', {}],
  ['a name that means this machine', () => `http://localhost:${port}/`, {}],
  ['a name that resolves to it', () => 'https://id.example.com/', { resolve: async () => [local] }],
  [
    'a name that resolves to it as well',
    () => 'https://id.example.com/',
    { resolve: async () => [open, local] },
  ],
  ['a name that resolves to nothing', () => 'https://id.example.com/', { resolve: async () => [] }],
])('refused before a byte is sent: %s', async (_, address, options) => {
  const failed = fetchFrom(address(), { isListed: () => false, ...options });
  await expect(failed).rejects.toMatchObject({ code: 'forbidden' });
  expect(asked).toEqual([]);
});

test.each([
  'http://id.example.com/',
  'http://127.0.0.1.example.com/',
  'file:///etc/passwd',
  'https://user:pass@id.example.com/',
  'nonsense',
])('refused as an address: %s', async (address) => {
  await expect(fetchFrom(address)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a name is resolved for every request, and connected to where it was checked', async () => {
  let turn = 0;
  const resolve = async () => [[local], [open]][Math.min(turn++, 1)] ?? [];
  const isListed = (address: string) => address === '127.0.0.1';
  const fetch = guardedFetch({ isListed, resolve });
  const address = `http://localhost:${port}/`;
  expect(await (await fetch(address, get)).text()).toBe('ok');
  await expect(fetch(address, get)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a redirect is an answer, and not followed', async () => {
  expect((await fetchFrom(`http://127.0.0.1:${port}/away`)).status).toBe(302);
  expect(asked).toEqual(['GET /away']);
});

test.each([
  ['/large', { maxBytes: 4_999 }, /an answer of more than 4999 bytes/],
  ['/endless', { timeoutMs: 50 }, /no answer in time/],
])('limited: %s', async (path, options, message) => {
  const failed = fetchFrom(`http://127.0.0.1:${port}${path}`, options);
  await expect(failed).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(message),
  });
});
