import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memoryBlobs } from '../../src/registry/data/storage/memory-blobs.js';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { yankVersion } from '../../src/registry/items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import type { UsageRecord } from '../../src/registry/rules/usage/usage-records.js';
import { sha256Hex } from '../../src/text/hash.js';
import { type Ask, type AskOptions, catalogApp } from './catalog-app.js';

let registry: TestRegistry;
let acme: Publishing;
let digest: string;
let ask: Ask;
let counted: number;

beforeAll(async () => {
  registry = await testRegistry();
  acme = await publishingIn(registry, 'acme');
  const globex = await publishingIn(registry, 'globex');
  const open = await publishingIn(registry, 'open', { visibility: 'public' });
  await acme.publish('lib@1.0.0', { name: 'old-lib' });
  const { version } = await acme.publish('lib@2.0.0', {
    name: 'lib',
    files: {
      'page.html': '<script>alert(1)</script>',
      'docs/ü 1.md': '# ü\n',
      'logo.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0),
      'latin.txt': Uint8Array.of(0x66, 0xfc),
    },
  });
  digest = version.digest;
  await acme.publish('helper@1.0.0', {}, { kind: 'agent' });
  await open.publish('lib@1.0.0');
  ask = catalogApp(registry, [acme.tenant, globex.tenant, open.tenant]);
});
afterAll(() => registry.close());
beforeEach(() => {
  counted = registry.usage.recorded.length;
});

const recorded = (): readonly UsageRecord[] => registry.usage.recorded.slice(counted);

const reading = (path: string, options: AskOptions = {}) => ask(path, { who: 'read', ...options });

test('a bundle is sent as it was published, and counts as a download', async () => {
  const response = await reading('/v1/skills/lib/bundle.tar.gz');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="lib-2.0.0.tar.gz"',
    'x-coppice-digest': digest,
    etag: `"${digest}"`,
    'cache-control': 'private, no-cache',
  });
  const sent = new Uint8Array(await response.arrayBuffer());
  expect(`sha256:${sha256Hex(sent)}`).toBe(digest);
  expect([...sent.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(recorded()).toEqual([
    expect.objectContaining({
      tenantId: acme.tenant.id,
      event: 'download',
      count: 1,
      userId: 7,
      tokenId: expect.any(String),
      at: registry.clock.now(),
    }),
  ]);
});

test('the bytes by version and by digest are the same, and immutable', async () => {
  for (const path of ['/v1/skills/lib/versions/2.0.0/bundle.tar.gz', `/v1/blobs/${digest}`]) {
    const response = await reading(path);
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(response.headers.get('x-coppice-digest')).toBe(digest);
  }
  const [byVersion, byDigest] = recorded();
  expect([byVersion?.itemId, byVersion?.versionId]).toEqual([byDigest?.itemId, byDigest?.versionId]);
});

test('`bytes` is accepted, and has no effect', async () => {
  expect((await reading('/v1/skills/lib/bundle.tar.gz?bytes=true')).status).toBe(200);
});

test('a caller who has the bundle gets no bytes, and is counted', async () => {
  const response = await reading(`/v1/blobs/${digest}`, { headers: { 'if-none-match': `"${digest}"` } });
  expect([response.status, (await response.arrayBuffer()).byteLength, recorded().length]).toEqual([
    304, 0, 1,
  ]);
});

test('a HEAD request is not counted', async () => {
  const response = await reading('/v1/skills/lib/bundle.tar.gz', { method: 'HEAD' });
  expect([response.status, response.headers.get('x-coppice-digest'), recorded().length]).toEqual([
    200,
    digest,
    0,
  ]);
});

test('a curator may preview without being counted, others may not', async () => {
  for (const path of ['/v1/skills/lib/bundle.tar.gz', '/v1/skills/lib/skill-md', `/v1/blobs/${digest}`]) {
    expect((await ask(`${path}?preview=true`, { who: 'curate' })).status).toBe(200);
    expect((await ask(`${path}?preview=true`, { who: 'read' })).status).toBe(403);
    expect((await ask(`${path}?preview=true`, { tenant: 'open' })).status).toBe(403);
  }
  expect(recorded()).toEqual([]);
});

test('an anonymous caller is counted in a public tenant', async () => {
  expect((await ask('/v1/skills/lib/bundle.tar.gz', { tenant: 'open' })).status).toBe(200);
  expect(recorded()).toEqual([expect.objectContaining({ event: 'download', userId: null, tokenId: null })]);
});

test('SKILL.md counts as a view', async () => {
  const response = await reading('/v1/skills/lib/skill-md');
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await response.text()).toContain('name: lib\n');
  expect(await (await reading('/v1/skills/lib/skill-md?version=1.0.0')).text()).toContain('name: old-lib\n');
  expect(recorded().map(({ event }) => event)).toEqual(['view', 'view']);
});

test('text is sent as plain text in a sandbox', async () => {
  const response = await reading('/v1/skills/lib/versions/2.0.0/files/page.html');
  expect(await response.text()).toBe('<script>alert(1)</script>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect(recorded()).toEqual([]);
});

test.each(['logo.png', 'latin.txt'])('%s is sent as an attachment', async (path) => {
  const response = await reading(`/v1/skills/lib/files/${path}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
});

test('a path with other letters and a space', async () => {
  const response = await reading(`/v1/skills/lib/files/docs/${encodeURIComponent('ü 1.md')}`);
  expect(await response.text()).toBe('# ü\n');
});

test.each(['nothing', 'docs', 'docs/', '..%2fSKILL.md', '%2e%2e/SKILL.md', '/etc/passwd', './SKILL.md%20'])(
  'there is no file %s',
  async (path) => {
    expect((await reading(`/v1/skills/lib/versions/2.0.0/files/${path}`)).status).toBe(404);
  },
);

test('another tenant cannot read it by any address', async () => {
  const paths = [
    '/v1/skills/lib/bundle.tar.gz',
    '/v1/skills/lib/versions/2.0.0/bundle.tar.gz',
    '/v1/skills/lib/skill-md',
    '/v1/skills/lib/files/SKILL.md',
    '/v1/skills/lib/versions/2.0.0/files/SKILL.md',
    `/v1/blobs/${digest}`,
    '/.well-known/skills/lib/SKILL.md',
  ];
  for (const path of paths) {
    expect((await reading(path)).status, path).toBe(200);
    expect((await reading(path, { tenant: 'globex' })).status, path).toBe(404);
  }
});

test('an agent is not found as a skill', async () => {
  for (const path of ['bundle.tar.gz', 'skill-md', 'versions/1.0.0/bundle.tar.gz', 'files/SKILL.md']) {
    expect((await reading(`/v1/skills/helper/${path}`)).status, path).toBe(404);
    expect((await reading(`/v1/skills/helper/${path}?kind=agent`)).status, path).toBe(200);
  }
});

test('yanked and archived versions are available by version, and not as the latest', async () => {
  const name = { kind: 'skill', slug: 'fading' } as const;
  await acme.publish('fading@1.0.0', { body: 'first' });
  await acme.publish('fading@2.0.0', { body: 'second' });
  const latest = async () => {
    const response = await reading('/v1/skills/fading/bundle.tar.gz');
    return response.headers.get('content-disposition')?.match(/fading-(.*)\.tar/)?.[1] ?? response.status;
  };
  const locked = async () => (await reading('/v1/skills/fading/versions/2.0.0/bundle.tar.gz')).status;
  expect([await latest(), await locked()]).toEqual(['2.0.0', 200]);
  await yankVersion(registry, acme.admin, name, { version: '2.0.0', reason: 'bad' });
  expect([await latest(), await locked()]).toEqual(['1.0.0', 200]);
  await moveItem(registry, acme.admin, name, 'archive', '');
  expect([await latest(), await locked()]).toEqual([404, 200]);
  expect((await reading('/v1/skills/fading/skill-md')).status).toBe(200);
});

test('a cached bundle is sent without a query and without the storage', async () => {
  const fetched: string[] = [];
  const blobs = {
    ...registry.blobs,
    get: (wanted: string) => {
      fetched.push(wanted);
      return registry.blobs.get(wanted);
    },
  };
  const queries: string[] = [];
  const database = registry.database.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const hot = catalogApp({ ...registry, blobs, database }, [acme.tenant]);
  await hot('/v1/skills/lib/bundle.tar.gz', { who: 'read' });
  const before = queries.length;
  for (let round = 0; round < 3; round += 1)
    expect((await hot('/v1/skills/lib/bundle.tar.gz', { who: 'read' })).status).toBe(200);
  expect([before > 0, queries.length - before, fetched]).toEqual([true, 0, [digest]]);
  expect(recorded()).toHaveLength(4);
});

test('bytes that are missing from the storage are a fault of the server', async () => {
  const losing = catalogApp({ ...registry, blobs: memoryBlobs() }, [acme.tenant]);
  expect((await losing('/v1/skills/lib/bundle.tar.gz', { who: 'read' })).status).toBe(500);
});
