import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelAnswer, ModelSettings } from '../rules/proposal/model-request.js';
import { callModelEndpoint } from './model.js';

const prompt = { rules: 'Write.', data: 'Data.' };
const long = 60_000;

/** The port of a server that answers so. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return await listen(server);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`no port: ${address}`);
  return address.port;
}

async function ask(endpoint: string, changes: Partial<ModelSettings> = {}): Promise<ModelAnswer> {
  const settings = { endpoint, name: 'small', key: 'k', command: [], folder: '/', timeoutMs: long };
  return await callModelEndpoint({ ...settings, ...changes }, prompt);
}

function saying(content: unknown, finish = 'stop'): string {
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: finish }] });
}

async function check(answer: RequestListener, expected: ModelAnswer): Promise<void> {
  expect(await ask(`http://127.0.0.1:${await serve(answer)}/v1`)).toEqual(expected);
}

const failed = (error: string): ModelAnswer => ({ kind: 'failed', error });

test('it is asked as chat models are, without streaming and without chance', async () => {
  const asked: unknown[] = [];
  const port = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      asked.push({ method, url, authorization: headers.authorization, body: JSON.parse(body) });
      response.end(saying('## Help'));
    });
  });
  const answers = [
    await ask(`http://localhost:${port}/v1/`),
    await ask(`http://127.0.0.1:${port}`, { key: undefined }),
  ];
  expect(answers).toEqual([
    { kind: 'text', text: '## Help' },
    { kind: 'text', text: '## Help' },
  ]);
  const body = {
    model: 'small',
    temperature: 0,
    stream: false,
    messages: [
      { role: 'system', content: 'Write.' },
      { role: 'user', content: 'Data.' },
    ],
  };
  expect(asked).toEqual([
    { method: 'POST', url: '/v1/chat/completions', authorization: 'Bearer k', body },
    { method: 'POST', url: '/chat/completions', authorization: undefined, body },
  ]);
});

test.each([400, 401, 429, 500, 503])(
  'the status %d is a failure, and what it says is not repeated',
  async (status) => {
    const answer: RequestListener = (_, response) => response.writeHead(status).end('wrong key: k');
    await check(answer, failed(`the endpoint answered ${status}`));
  },
);

test('a redirect is not followed, so the key goes nowhere else', async () => {
  let hits = 0;
  const elsewhere = await serve((_, response) => {
    hits += 1;
    response.end(saying('## Eve'));
  });
  for (const status of [301, 302, 307, 308]) {
    const location = `http://127.0.0.1:${elsewhere}/`;
    const answer: RequestListener = (_, response) => response.writeHead(status, { location }).end();
    await check(answer, failed(`the endpoint answered ${status} (redirects are not followed)`));
  }
  expect(hits).toBe(0);
});

test.each<[string, string]>([
  ['', 'the answer is not that of a chat model'],
  ['<html>', 'the answer is not that of a chat model'],
  ['{"choices":[]}', 'the answer is not that of a chat model'],
  ['{"choices":[null]}', 'the answer is not that of a chat model'],
  [saying(null), 'the answer is not that of a chat model'],
  [saying([{ type: 'text' }]), 'the answer is not that of a chat model'],
  [saying('## Hel', 'length'), 'the answer was cut off'],
])('the answer %j is a failure', async (body, error) => {
  await check((_, response) => response.end(body), failed(error));
});

test('an answer without end is not read to the end', async () => {
  await check((_, response) => {
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(65_536), more);
    };
    more();
  }, failed('the answer is too long'));
});

test('an answer is measured unpacked', async () => {
  const packed = gzipSync(saying('x'.repeat(8 * 1024 * 1024)));
  expect(packed.length).toBeLessThan(100_000);
  await check((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  }, failed('the answer is too long'));
});

test.each<[string, RequestListener]>([
  ['says nothing', () => undefined],
  ['does not end', (_, response) => response.write('{')],
])('a server that %s is not waited for', async (_, answer) => {
  const endpoint = `http://127.0.0.1:${await serve(answer)}`;
  expect(await ask(endpoint, { timeoutMs: 50 })).toEqual(failed('the model took longer than 0.05 s'));
});

test('a connection that breaks, or that nobody answers, is a failure', async () => {
  await check(
    (request) => request.socket.destroy(),
    failed('the endpoint cannot be reached (UND_ERR_SOCKET)'),
  );
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await ask(`http://127.0.0.1:${port}`)).toEqual(
    failed('the endpoint cannot be reached (ECONNREFUSED)'),
  );
});

test.each([
  'http://example.com/v1',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'https://user:secret@example.com',
  'ftp://127.0.0.1',
  'file:///etc/passwd',
  'not an address',
])('%s is no endpoint', async (endpoint) => {
  const error = 'evolve.model_endpoint must be an https address, or http on this machine';
  expect(await ask(endpoint)).toEqual(failed(error));
});

test('without a name of a model nobody is asked', async () => {
  expect(await ask('http://127.0.0.1:9', { name: '' })).toEqual(failed('evolve.model_name is not set'));
});
