import { expect, test, vi } from 'vitest';
import { type AskOptions, testApp } from './app.fixture.js';

const json = 'application/json';

async function askUsage(body: string | Uint8Array | undefined, type: string | undefined) {
  const { ask } = testApp();
  const headers = type === undefined ? {} : { 'content-type': type };
  const given = body === undefined ? {} : { body };
  const answer = await ask('/v1/usage', { method: 'POST', who: 'read', headers, ...given });
  return { status: answer.status, ...((await answer.json()) as { message?: string }) };
}

const event = JSON.stringify({ skill_id: 'lib', event: 'use' });

test.each([
  ['JSON', event, json, 202, undefined],
  ['JSON with a character set', event, 'application/json; charset=utf-8', 202, undefined],
  ['JSON with a vendor type', event, 'application/vnd.api+json', 202, undefined],
  ['another type', event, 'text/plain', 400, 'the content-type must be application/json'],
  ['half of it', event.slice(0, -3), json, 400, 'the body is not JSON in UTF-8'],
  ['bytes that are not text', Uint8Array.of(0x22, 0xff, 0x22), json, 400, 'the body is not JSON in UTF-8'],
  ['a text with NUL', '"a\\u0000"', json, 400, 'body: a text has a character that cannot be stored'],
  [
    'half a surrogate pair',
    '{"\\ud800": 1}',
    json,
    400,
    'body: a text has a character that cannot be stored',
  ],
  ['deep nesting', '['.repeat(100_000), json, 413, 'the body is nested deeper than 32 levels'],
  ['many keys', `{${'"a":1,'.repeat(20_000)}`, json, 413, 'the body has more than 20000 keys and values'],
  ['many values', `[${'0,'.repeat(20_000)}`, json, 413, 'the body has more than 20000 keys and values'],
  ['nothing', undefined, undefined, 400, undefined],
  ['too much', `"${'x'.repeat(524_288)}"`, json, 413, 'the body is larger than 524288 bytes'],
])('a body of %s', async (_, body, type, status, message) => {
  const answer = await askUsage(body, type);
  expect(answer.status).toBe(status);
  if (message !== undefined) expect(answer.message).toBe(message);
});

test('a body that a route does not need may be left out', async () => {
  const bodies: unknown[] = [];
  const { ask } = testApp({ handlers: { archive: async ({ body }) => ({ json: bodies.push(body) }) } });
  await ask('/v1/skills/lib/archive', { method: 'POST', who: 'admin' });
  expect(bodies).toEqual([{ reason: '', if_unrequired: false }]);
});

const metadata = JSON.stringify({ slug: 'lib', version: '1.0.0' });
const bundle = new File([Uint8Array.of(0, 255, 13, 10)], 'bundle.tar.gz');

function form(parts: Readonly<Record<string, string | File | readonly File[]>>): FormData {
  const made = new FormData();
  for (const [name, part] of Object.entries(parts))
    for (const one of [part].flat()) {
      if (typeof one === 'string') made.append(name, one);
      else made.append(name, one);
    }
  return made;
}

async function publish(options: AskOptions) {
  const uploads: unknown[] = [];
  const { ask } = testApp({ handlers: { publish: async ({ upload }) => ({ json: uploads.push(upload) }) } });
  const answer = await ask('/v1/skills', { method: 'POST', who: 'publish', ...options });
  return { status: answer.status, uploads, ...((await answer.json()) as { message?: string }) };
}

test.each([
  ['as a text', metadata],
  ['as a file', new File([metadata], 'metadata.json', { type: json })],
])('an upload reaches the handler byte for byte, its metadata sent %s', async (_, part) => {
  const { status, uploads } = await publish({ body: form({ metadata: part, bundle, other: 'ignored' }) });
  expect(status).toBe(201);
  expect(uploads).toEqual([
    {
      metadata: { slug: 'lib', version: '1.0.0', kind: 'skill', tags: [], allow_secret: false },
      bundle: Uint8Array.of(0, 255, 13, 10),
    },
  ]);
});

test.each([
  ['without metadata', form({ bundle }), 'the body must have one part metadata'],
  ['without a bundle', form({ metadata }), 'the body must have one part bundle'],
  ['with two bundles', form({ metadata, bundle: [bundle, bundle] }), 'the body must have one part bundle'],
  ['with a bundle that is not a file', form({ metadata, bundle: 'text' }), 'the part bundle must be a file'],
  [
    'with metadata that is not JSON',
    form({ metadata: '{', bundle }),
    'the part metadata is not JSON in UTF-8',
  ],
  [
    'with a wrong version',
    form({ metadata: '{"slug":"lib","version":"1"}', bundle }),
    'metadata.version: a version is',
  ],
  ['that is JSON', metadata, 'the content-type must be multipart/form-data'],
])('an upload %s is refused', async (_, body, message) => {
  const answer = await publish({ body });
  expect(answer.status).toBe(400);
  expect(answer.message?.slice(0, message.length)).toBe(message);
  expect(answer.uploads).toEqual([]);
});

test('an upload that is cut off is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const body = '--x\r\ncontent-disposition: form-data; name="bundle"; filename="b"\r\n\r\nbytes';
  expect((await publish({ body, headers })).message).toBe('the body is not well-formed multipart/form-data');
});

test('an upload over the limit is refused', async () => {
  const large = new File([new Uint8Array(5 * 1_048_576 + 65_536)], 'bundle.tar.gz');
  expect(await publish({ body: form({ metadata, bundle: large }) })).toMatchObject({
    status: 413,
    uploads: [],
  });
});

test('an upload of many parts, or with endless headers, is refused before it is parsed', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  const many = await publish({ body: `${part.repeat(17)}--x--`, headers });
  expect([many.status, many.message]).toEqual([413, 'the body has more than 16 parts']);
  const long = await publish({ body: `--x\r\n${'a: b\r\n'.repeat(1_000)}\r\n\r\n--x--`, headers });
  expect(long.message).toBe('the headers of a part do not end within 4096 bytes');
});

test.each([
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a',
  `multipart/form-data; boundary=${'a'.repeat(71)}`,
  'multipart/form-data; charset=utf-8',
])('an upload of the type %s is refused', async (type) => {
  const answer = await publish({ body: 'x', headers: { 'content-type': type } });
  expect([answer.status, answer.message]).toEqual([400, 'the content-type has no valid boundary']);
});

test.each([
  ['4 KiB for a credential', '/v1/auth/session', undefined, 4_096],
  ['16 KiB for a few fields', '/v1/skills/lib/archive', 'admin', 16_384],
  ['64 KiB for a call of an agent', '/mcp', 'read', 65_536],
])('the limit is %s', async (_, path, who, maxBytes) => {
  const mcp = async () => new Response();
  const { ask } = testApp({ mcp });
  const send = async (length: number) => {
    const body = `"${'x'.repeat(length - 2)}"`;
    const options = { method: 'POST', headers: { 'content-type': json }, body };
    return (await ask(path, who === undefined ? options : { ...options, who })).status;
  };
  expect(await send(maxBytes)).not.toBe(413);
  expect(await send(maxBytes + 1)).toBe(413);
});

test('deep JSON from an agent is refused before it is parsed', async () => {
  const { ask } = testApp({ mcp: async () => new Response() });
  const body = '['.repeat(33);
  expect((await ask('/mcp', { method: 'POST', who: 'read', body })).status).toBe(413);
});

test('large bodies share a budget, small ones are always accepted, and what was used is free again', async () => {
  let finish = (): void => undefined;
  const handlers = {
    publish: () =>
      new Promise<{ json: object }>((done) => {
        finish = () => done({ json: {} });
      }),
    validate: async () => ({ json: {} }),
  };
  const { ask } = testApp({ handlers, bodyBudgetBytes: 100_000 });
  const send = async (path: string, sizeBytes: number) => {
    const file = new File([new Uint8Array(sizeBytes)], 'bundle.tar.gz');
    return ask(path, { method: 'POST', who: 'publish', body: form({ metadata, bundle: file }) });
  };
  const first = send('/v1/skills', 60_000);
  await vi.waitFor(async () => expect((await send('/v1/skills/validate', 60_000)).status).toBe(503));
  const refused = await send('/v1/skills/validate', 60_000);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await send('/v1/skills/validate', 10_000)).status).toBe(200);
  finish();
  expect((await first).status).toBe(201);
  expect((await send('/v1/skills/validate', 60_000)).status).toBe(200);
});
