import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { blob } from './blob-store.contract.js';
import { type BucketOptions, s3Blobs } from './s3-blobs.js';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

const secret = 'a-secret-that-nobody-may-see';
const [digest, bytes] = blob('some bytes');

async function bucketBehind(answer: RequestListener, more: Partial<BucketOptions> = {}) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return s3Blobs({
    bucket: 'bundles',
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-1',
    accessKeyId: 'the-name-of-the-key',
    secretAccessKey: secret,
    ...more,
  });
}

const denial =
  '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>the-name-of-the-key</AWSAccessKeyId></Error>';

test.for<[string, RequestListener, string]>([
  ['refuses the key', (_, response) => response.writeHead(403).end(denial), 'it answered 403'],
  ['fails', (_, response) => response.writeHead(500).end(), 'it answered 500'],
  ['hangs up', (request) => request.socket.destroy(), 'the connection broke'],
])('a service that %s is unavailable, and the error contains no key', async ([, answer, reason]) => {
  const blobs = await bucketBehind(answer);
  for (const run of [() => blobs.put(digest, bytes), () => blobs.get(digest), () => blobs.has(digest)]) {
    const fault = await run().catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'unavailable', message: expect.stringContaining(reason) });
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toMatch(
      /the-name-of-the-key|a-secret/,
    );
  }
});

test('a service that never answers is unavailable once its time is up', async () => {
  const blobs = await bucketBehind(() => undefined, { timeoutMs: 1 });
  await expect(blobs.get(digest)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('in time'),
  });
});

test('a bucket that does not exist is unavailable', async () => {
  const blobs = await bucketBehind((_, response) => response.writeHead(404).end());
  await expect(blobs.check()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(blobs.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unavailable' });
});

test('bytes that do not match the digest are refused', async () => {
  const blobs = await bucketBehind((_, response) => response.end('other bytes'));
  await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'blob-damaged' });
});

test('all pages of a listing are read', async () => {
  const blobs = await bucketBehind((request, response) => {
    const token = new URL(request.url ?? '', 'http://host').searchParams.get('continuation-token');
    const hex = token === null ? '11'.repeat(32) : '22'.repeat(32);
    const more =
      token === null
        ? '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'
        : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult>${more}<Contents><Key>${hex.slice(0, 2)}/${hex}</Key></Contents></ListBucketResult>`,
      );
  });
  const found: string[] = [];
  for await (const one of blobs.list()) found.push(one);
  expect(found).toEqual([`sha256:${'11'.repeat(32)}`, `sha256:${'22'.repeat(32)}`]);
});

test('a bucket is ready only if it can be written, which is tried once in five minutes', async () => {
  let writes = 0;
  let status = 507;
  let now = 0;
  const answer: RequestListener = (request, response) => {
    if (request.method === 'PUT') writes += 1;
    response.writeHead(request.method === 'PUT' ? status : 200).end();
  };
  const blobs = await bucketBehind(answer, { now: () => now });
  await expect(blobs.check()).rejects.toMatchObject({ code: 'disk-full' });
  await expect(blobs.put(digest, bytes)).rejects.toMatchObject({ code: 'disk-full' });
  status = 200;
  await blobs.check();
  const before = writes;
  await blobs.check();
  expect(writes).toBe(before);
  now += 300_000;
  await blobs.check();
  expect(writes).toBe(before + 1);
});
