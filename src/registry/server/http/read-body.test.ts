import { expect, test } from 'vitest';
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
  ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, json, 400, undefined],
  ['nothing', undefined, undefined, 400, undefined],
  ['too much', `"${'x'.repeat(1_048_576)}"`, json, 413, 'the body is larger than 1048576 bytes'],
])('a body of %s', async (_, body, type, status, message) => {
  const answer = await askUsage(body, type);
  expect(answer.status).toBe(status);
  if (message !== undefined) expect(answer.message).toBe(message);
});

test('a body that a route does not need may be left out', async () => {
  const bodies: unknown[] = [];
  const { ask } = testApp({ handlers: { archive: async ({ body }) => ({ json: bodies.push(body) }) } });
  await ask('/v1/skills/lib/archive', { method: 'POST', who: 'admin' });
  expect(bodies).toEqual([{ reason: '' }]);
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
