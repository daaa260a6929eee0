import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type TestAppOptions, testApp } from '../../src/registry/server/http/app.fixture.js';
import { type Listening, type ListenOptions, listen } from '../../src/registry/server/http/listen.js';
import { type ManualSchedule, manualSchedule } from '../../src/system/schedule.fixture.js';

interface Started extends Listening {
  /** Runs the next timer of a stop: the end of the grace, then the end of the time for running requests. */
  readonly later: ManualSchedule;
}

async function start(
  handlers: NonNullable<TestAppOptions['handlers']> = {},
  options: Partial<ListenOptions> = {},
): Promise<Started> {
  const later = manualSchedule();
  const { app } = testApp({ handlers });
  const place = { host: '127.0.0.1', port: 0, schedule: later.schedule };
  const listening = await listen(app, { ...place, ...options });
  onTestFinished(async () => {
    const stopped = listening.stop();
    while (later.delays.length > 0) {
      later.next();
      await Promise.resolve();
    }
    await stopped;
  });
  return { ...listening, later };
}

interface Client {
  readonly socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;
  answers(count: number): Promise<void>;
}

async function client({ url }: Listening): Promise<Client> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    socket,
    text: () => text,
    closed,
    answers: (count) => vi.waitFor(() => expect(text.match(/HTTP\/1\.1 /g)?.length).toBe(count)),
  };
}

const get = (path = '/healthz') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer read\r\nx-coppice-tenant: acme\r\n\r\n`;

/** The connection header of each answer. */
function connectionHeaders(text: string): readonly string[] {
  return [...text.matchAll(/^connection: (\S+)/gim)].map(([, value = '']) => value.toLowerCase());
}

/** A handler that answers when the test says so. */
function held() {
  const waiting: (() => void)[] = [];
  const handler = () => new Promise<{ json: object }>((done) => void waiting.push(() => done({ json: {} })));
  return { handler, waiting };
}

test('an idle connection gets its next answer with Connection: close, and then the server closes it', async () => {
  const server = await start();
  const idle = await client(server);
  idle.socket.write(get());
  await idle.answers(1);
  const stopped = server.stop();
  expect(server.later.delays).toEqual([5_000]);
  idle.socket.write(get());
  await idle.answers(2);
  await idle.closed;
  expect(connectionHeaders(idle.text())).toEqual(['keep-alive', 'close']);
  expect(idle.text().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  server.later.next();
  await stopped;
});

test('during the grace new connections are answered, and after it they are refused', async () => {
  const server = await start();
  const stopped = server.stop();
  const fresh = await client(server);
  fresh.socket.write(get());
  await fresh.closed;
  expect(connectionHeaders(fresh.text())).toEqual(['close']);
  server.later.next();
  await stopped;
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('connections on which nothing was sent do not delay the end', async () => {
  const server = await start();
  const silent = await client(server);
  const idle = await client(server);
  idle.socket.write(get());
  await idle.answers(1);
  const stopped = server.stop();
  server.later.next();
  await stopped;
  await Promise.all([silent.closed, idle.closed]);
});

test('a request that runs when the stop begins is answered with Connection: close', async () => {
  const { handler, waiting } = held();
  const server = await start({ getItem: handler });
  const running = await client(server);
  running.socket.write(get('/v1/skills/lib'));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const stopped = server.stop();
  server.later.next();
  waiting[0]?.();
  await running.closed;
  expect(connectionHeaders(running.text())).toEqual(['close']);
  expect(running.text()).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});

test('of requests that are sent at once, every one is answered, and the last answer closes', async () => {
  const { handler, waiting } = held();
  const server = await start({ getItem: handler });
  const many = await client(server);
  many.socket.write(get('/v1/skills/one'));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const stopped = server.stop();
  many.socket.write(get('/v1/skills/two') + get('/v1/skills/three'));
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  for (const answer of waiting.reverse()) answer();
  await many.closed;
  expect(connectionHeaders(many.text())).toEqual(['keep-alive', 'keep-alive', 'close']);
  server.later.next();
  await stopped;
});

test('a request after Connection: close is not performed', async () => {
  const performed: string[] = [];
  const server = await start({
    getItem: async () => ({ bytes: new Uint8Array(64 * 1_048_576) }),
    archive: async () => {
      performed.push('archive');
      return { json: {} };
    },
  });
  const eager = await client(server);
  void server.stop();
  eager.socket.once('data', () => {
    // The answer is too large for the buffers, so the connection is still open.
    eager.socket.write(
      'POST /v1/skills/lib/archive HTTP/1.1\r\nhost: x\r\nauthorization: Bearer admin\r\ncontent-length: 0\r\n\r\n',
    );
  });
  eager.socket.write(get('/v1/skills/lib'));
  await eager.closed;
  expect(connectionHeaders(eager.text().slice(0, 2_000))).toEqual(['close']);
  expect(eager.text().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(performed).toEqual([]);
});

test('a client that does not take its answer is disconnected, and its place is free again', async () => {
  const server = await start(
    { getItem: async () => ({ bytes: new Uint8Array(64 * 1_048_576) }) },
    { timeouts: { stallMs: 100 }, maxConnections: 1 },
  );
  const stalled = await client(server);
  stalled.socket.pause();
  stalled.socket.write(get('/v1/skills/lib'));
  await vi.waitFor(async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200), {
    timeout: 10_000,
  });
  stalled.socket.resume();
  await stalled.closed;
  expect(stalled.text().length).toBeLessThan(64 * 1_048_576);
});

test('a handler may take longer than a client may stall', async () => {
  const { handler, waiting } = held();
  const server = await start({ getItem: handler }, { timeouts: { stallMs: 20 } });
  const patient = await client(server);
  const timedOut = once(patient.socket.setTimeout(100), 'timeout');
  patient.socket.write(get('/v1/skills/lib'));
  await timedOut;
  waiting[0]?.();
  await patient.answers(1);
  expect(patient.text()).toMatch(/^HTTP\/1\.1 200 /);
});

test('connections over the limit are closed, and the others are answered', async () => {
  const server = await start({}, { maxConnections: 2 });
  const [first, second] = [await client(server), await client(server)];
  const third = await client(server);
  await third.closed;
  expect(third.text()).toBe('');
  for (const one of [first, second]) {
    one.socket.write(get());
    await one.answers(1);
  }
});
