import { createServer, type RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { httpEmbedder } from './http-embedder.js';
import { portsWith } from './model-ports.fixture.js';
import type { EndpointPorts } from './model-ports.js';

const defaultPorts: EndpointPorts = { key: 'secret-key', timeoutMs: 60_000, wait: async () => undefined };

function embedderAt(port: number, changes: Partial<EndpointPorts> = {}) {
  const url = new URL(`http://127.0.0.1:${port}/v1/`);
  return httpEmbedder(
    { kind: 'endpoint', url, model: 'small' },
    portsWith({ endpoint: { ...defaultPorts, ...changes } }),
  );
}

/** Starts a server with this listener, and returns its port. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`no port: ${address}`);
  return address.port;
}

interface ModelRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

/** A server that returns the vector (length, 1) for every text, last text first. */
async function serveLengths(requests: ModelRequest[] = []): Promise<number> {
  return await serve(async (request, response) => {
    const body = JSON.parse((await request.setEncoding('utf8').toArray()).join(''));
    requests.push({ path: request.url, authorization: request.headers.authorization, body });
    const data = body.input.map((text: string, index: number) => ({ index, embedding: [text.length, 1] }));
    response.end(JSON.stringify({ data: data.toReversed() }));
  });
}

/** Every failure message names the endpoint, and neither it nor its cause contains the key. */
async function check(
  answer: RequestListener,
  why: string,
  changes: Partial<EndpointPorts> = {},
): Promise<void> {
  const port = await serve(answer);
  const failure: unknown = await embedderAt(port, changes)
    .embed(['a', 'b'])
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'model-failed',
    message: `the model http://127.0.0.1:${port}/v1/#small (an HTTP endpoint) cannot be used: ${why}`,
  });
  expect(inspect(failure)).not.toContain('secret');
}

test('texts are sent in batches, and the vectors are in their order', async () => {
  const requests: ModelRequest[] = [];
  const texts = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1));
  const vectors = await embedderAt(await serveLengths(requests)).embed(texts);
  expect(vectors.map(([first = 0, second = 0]) => Math.round(first / second))).toEqual(
    texts.map(({ length }) => length),
  );
  expect(requests).toEqual([
    {
      path: '/v1/embeddings',
      authorization: 'Bearer secret-key',
      body: { model: 'small', input: texts.slice(0, 32) },
    },
    {
      path: '/v1/embeddings',
      authorization: 'Bearer secret-key',
      body: { model: 'small', input: texts.slice(32) },
    },
  ]);
});

test('no key is sent if there is none', async () => {
  const requests: ModelRequest[] = [];
  await embedderAt(await serveLengths(requests), { key: undefined }).embed(['a']);
  expect(requests.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test.each([429, 500, 503])('a busy server (%d) is asked again after the time it requests', async (status) => {
  let left = 2;
  const waits: number[] = [];
  const port = await serve((_, response) => {
    left -= 1;
    if (left >= 0) response.writeHead(status, left === 1 ? { 'retry-after': '7' } : {}).end('secret-key');
    else response.end('{"data":[{"embedding":[1]}]}');
  });
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  expect(await embedderAt(port, { wait }).embed(['a'])).toEqual([Float32Array.of(1)]);
  expect(waits).toEqual([7_000, 1_000]);
});

test('a server that stays busy is asked three times', async () => {
  let hits = 0;
  await check((_, response) => {
    hits += 1;
    response.writeHead(503).end('secret-key');
  }, 'the server answered 503');
  expect(hits).toBe(3);
});

test.each<[number, string]>([
  [400, 'the server answered 400'],
  [401, 'the server answered 401 (the key in COPPICE_EMBEDDING_KEY is missing or wrong)'],
  [403, 'the server answered 403 (the key in COPPICE_EMBEDDING_KEY is missing or wrong)'],
  [404, 'the server answered 404'],
])('the status %d is not asked again', async (status, why) => {
  let hits = 0;
  await check((_, response) => {
    hits += 1;
    response.writeHead(status).end('wrong key: secret-key');
  }, why);
  expect(hits).toBe(1);
});

test('a redirect is not followed, so texts and key are not sent elsewhere', async () => {
  let hits = 0;
  const elsewhere = await serve((_, response) => {
    hits += 1;
    response.end();
  });
  for (const status of [301, 302, 307, 308]) {
    const location = `http://127.0.0.1:${elsewhere}/v1/embeddings`;
    await check(
      (_, response) => response.writeHead(status, { location }).end(),
      `the server answered ${status} (redirects are not followed)`,
    );
  }
  expect(hits).toBe(0);
});

test.each<[string, string]>([
  ['', 'the answer is not that of an embedding model'],
  ['{"data":[{"embedding":[1]}]}', 'the model did not return one vector per text'],
  ['{"data":[{"embedding":[1]},{"embedding":[1,2]}]}', 'the model returned vectors of different sizes'],
  [
    '{"data":[{"embedding":[1]},{"embedding":[1e999]}]}',
    'the model returned a vector with numbers that are not finite',
  ],
  ['{"data":[{"embedding":"AAA="},{"embedding":"AAA="}]}', 'the model returned an empty vector'],
])('a server that answers %j is not believed', async (body, why) => {
  await check((_, response) => response.end(body), why);
});

test.each<[string, RequestListener]>([
  ['says nothing', () => undefined],
  ['does not end', (_, response) => response.write('{')],
])('a server that %s is not waited for', async (_, answer) => {
  await check(answer, 'no answer within 0.05 s', { timeoutMs: 50 });
});

test('an endless answer is not read completely, even if it is compressed', async () => {
  const packed = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  await check((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  }, 'the answer is too long');
});

test('a broken connection is reported with its code', async () => {
  await check((request) => request.socket.destroy(), 'the server cannot be reached (UND_ERR_SOCKET)');
});

test('a key that cannot be sent is not shown', async () => {
  const key = 'secret\nkey';
  await check((_, response) => response.end(), 'the server cannot be reached', { key });
});

test('the query of the address is sent, but not shown', async () => {
  const requests: ModelRequest[] = [];
  const url = new URL(`http://127.0.0.1:${await serveLengths(requests)}/v1?key=hidden`);
  const embedder = httpEmbedder({ kind: 'endpoint', url, model: 'small' }, portsWith());
  await embedder.embed(['a']);
  expect(requests.map(({ path }) => path)).toEqual(['/v1/embeddings?key=hidden']);
  expect(embedder.name).toBe(`${url.origin}/v1#small`);
});
