import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gunzip, gzip } from '../../../system/gzip.js';
import { sha256Hex } from '../../../text/hash.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { bundleOf } from '../bundle/bundle.fixture.js';
import { openCatalog } from './catalog.js';
import { fetchFiles } from './fetch-bundle.js';
import { immutableRevision } from './revision-cache.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const mebibyte = 1024 * 1024;

test('the weight of a cached bundle is its size in memory, including the bytes after its last file', async () => {
  const catalog = openCatalog(registry);
  const [first, second] = [await publishedWithTail(), await publishedWithTail()];
  for (const digest of [first, second]) await fetchFiles(catalog, digest);
  expect(catalog.bundles.find(first, immutableRevision)).toBeUndefined();
  expect(catalog.bundles.find(second, immutableRevision)).toBeDefined();
});

/** Small files in a long archive; random bytes keep its compression ratio within the limit. */
async function publishedWithTail(): Promise<string> {
  const tar = await gunzip(bundleOf({ files: { 'a.bin': randomBytes(256 * 1024) } }), mebibyte);
  const bytes = gzip(Buffer.concat([tar, new Uint8Array(33 * mebibyte)]));
  const digest = `sha256:${sha256Hex(bytes)}`;
  await registry.blobs.put(digest, bytes);
  return digest;
}
