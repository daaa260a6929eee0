import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type TestAppOptions, testApp } from '../../src/registry/server/http/app.fixture.js';
import { type Listening, listen, type Timeouts } from '../../src/registry/server/http/listen.js';

async function start(options: TestAppOptions = {}, timeouts: Partial<Timeouts> = {}): Promise<Listening> {
  const { app } = testApp(options);
  const listening = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    timeouts: { drainMs: 200, graceMs: 0, ...timeouts },
  });
  onTestFinished(() => listening.stop());
  return listening;
}

/** A new connection, and everything that it receives until the server closes it. */
async function open({
  url,
}: Listening): Promise<{ readonly socket: Socket; readonly received: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    // The server may drop what it did not read, which resets the connection after its answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { socket, received };
}

/** A promise with its resolver. */
function mark(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const post = ['POST /v1/usage HTTP/1.1', 'host: x', 'authorization: Bearer read', 'x-coppice-tenant: acme'];
const upload = [
  'POST /v1/skills HTTP/1.1',
  ...post.slice(1, 2),
  'authorization: Bearer publish',
  'content-type: multipart/form-data; boundary=x',
];

function head(lines: readonly string[], ...more: readonly string[]): string {
  return `${[...lines, ...more].join('\r\n')}\r\n\r\n`;
}

test('a client that never finishes its headers is disconnected', async () => {
  const server = await start({}, { headersMs: 50, requestMs: 100, checkMs: 20 });
  const { socket, received } = await open(server);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(await received).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that sends its body too slowly is disconnected', async () => {
  const server = await start({}, { headersMs: 50, requestMs: 150, checkMs: 20 });
  const { socket, received } = await open(server);
  socket.write(head(post, 'content-type: application/json', 'content-length: 500000'));
  const drip = setInterval(() => socket.write(' '), 10);
  onTestFinished(() => clearInterval(drip));
  expect(await received).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that stops coming is refused', async () => {
  const server = await start({ bodyIdleMs: 50 });
  const { socket, received } = await open(server);
  socket.write(head(post, 'content-type: application/json', 'content-length: 10'));
  socket.write('{');
  const answer = await received;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('the body ended before it was complete');
});

test('a body with a too large content-length is refused before it is sent', async () => {
  const server = await start();
  const { socket, received } = await open(server);
  socket.write(head(upload, 'content-length: 6000000'));
  expect(await received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
});

test('a body without a length is refused at the limit, and the connection is closed', async () => {
  const server = await start();
  const { socket, received } = await open(server);
  socket.write(head(upload, 'transfer-encoding: chunked'));
  const piece = Buffer.alloc(65_536, 'x');
  const send = () => {
    while (
      socket.writable &&
      socket.write(Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]))
    );
  };
  socket.on('drain', send);
  send();
  expect(await received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
});

test('a read with a body without an end is answered, and the connection is closed', async () => {
  const server = await start();
  const { socket, received } = await open(server);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const send = () => {
    while (socket.writable && socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`));
  };
  socket.on('drain', send);
  send();
  expect(await received).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
});

test('text that is not UTF-8 is refused in JSON, and the connection goes on', async () => {
  const server = await start({}, { keepAliveMs: 50, checkMs: 20 });
  const { socket, received } = await open(server);
  const bad = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]);
  socket.write(head(post, 'content-type: application/json', `content-length: ${bad.length}`));
  socket.write(bad);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});

test.each([
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['an invalid host', 'GET /healthz HTTP/1.1\r\nhost: a b\r\n\r\n'],
  ['nonsense', 'NONSENSE\r\n\r\n'],
  ['two lengths', `${post.join('\r\n')}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ['too long headers', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
])('a request with %s is refused, and the server goes on', async (_, request) => {
  const server = await start({}, { keepAliveMs: 50, checkMs: 20 });
  const { socket, received } = await open(server);
  socket.write(request);
  expect(await received).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test.each([
  ['by its name', 'HTTP/1.1\r\nhost: localhost:4600', 200],
  ['in capitals, with a dot at the end', 'HTTP/1.1\r\nhost: LOCALHOST.:4600', 200],
  ['by its address, as probes do', 'HTTP/1.1\r\nhost: 127.0.0.1', 200],
  ['by its IPv6 address', 'HTTP/1.1\r\nhost: [::1]:4600', 200],
  ['by a foreign name that resolves to it', 'HTTP/1.1\r\nhost: rebound.example:4600', 421],
  ['by a name that begins like its own', 'HTTP/1.1\r\nhost: localhost.rebound.example', 421],
  ['by another name first', 'HTTP/1.1\r\nhost: rebound.example\r\nhost: localhost', 421],
  ['by no name', 'HTTP/1.0', 400],
])('a server for its own machine is called %s', async (_, rest, status) => {
  const server = await start({ onlyLoopbackHosts: true });
  const { socket, received } = await open(server);
  socket.write(`GET /healthz ${rest}\r\nconnection: close\r\n\r\n`);
  expect(await received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('running requests are finished when the server stops, and no new ones are accepted', async () => {
  const reached = mark();
  const held = mark();
  const server = await start(
    {
      handlers: {
        getItem: async () => {
          reached.resolve();
          await held.promise;
          return { json: { slug: 'lib' } };
        },
      },
    },
    { drainMs: 30_000 },
  );
  const headers = { authorization: 'Bearer read', 'x-coppice-tenant': 'acme' };
  const answer = fetch(`${server.url}/v1/skills/lib`, { headers });
  await reached.promise;
  const stopped = server.stop();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  held.resolve();
  expect(await (await answer).json()).toEqual({ slug: 'lib' });
  await stopped;
});

test('a request that takes too long at the stop is disconnected', async () => {
  const reached = mark();
  const server = await start({
    handlers: {
      getItem: () => {
        reached.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const headers = { authorization: 'Bearer read', 'x-coppice-tenant': 'acme' };
  const answer = fetch(`${server.url}/v1/skills/lib`, { headers });
  const cutOff = expect(answer).rejects.toThrow('fetch failed');
  await reached.promise;
  await server.stop();
  await cutOff;
});

test('a port in use gives a one-line error', async () => {
  const server = await start();
  const port = Number(new URL(server.url).port);
  await expect(listen(testApp().app, { host: '127.0.0.1', port })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is already in use`,
  );
});
