import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { builtProgram } from '../../src/registry/child-process.fixture.js';
import { bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { draftHandlers } from '../../src/registry/server/http/handlers/drafts.js';
import { operationHandlers } from '../../src/registry/server/http/handlers/operation.js';
import { publishHandlers } from '../../src/registry/server/http/handlers/publish.js';
import { createMetrics } from '../../src/registry/server/http/metrics.js';
import { openBundles } from '../../src/registry/server/threads/open-bundles.js';
import { silentLog } from '../../src/system/log.js';

let registry: TestRegistry;
let publishing: Publishing;
let program: ReturnType<typeof builtProgram>;
beforeAll(async () => {
  registry = await testRegistry();
  publishing = await publishingIn(registry, 'acme');
  program = builtProgram(new URL('../../src/registry/server/threads/bundle-worker.ts', import.meta.url));
});
afterAll(async () => {
  program.remove();
  await registry.close();
});

const small = bundleOf();
const large = bundleOf({ files: { 'notes.md': 'One line of many.\n'.repeat(20_000) } });

interface Server {
  /** The folder of the thread's program. */
  readonly folder: string;
  send(path: string, metadata?: object, bundle?: Uint8Array): Promise<Response>;
  edit(id: string, changes: object): Promise<Response>;
  health(): Promise<Response>;
}

/** A server whose thread runs `before`, which may import the real program as `program`. */
function serverWith(before: string): Server {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  const head = `import { existsSync, writeFileSync } from 'node:fs';
    const program = ${JSON.stringify(pathToFileURL(program.script).href)};
    const here = (name) => new URL(name, import.meta.url);`;
  writeFileSync(file, `${head}\n${before}`);
  const bundles = openBundles(file, { log: silentLog });
  onTestFinished(() => bundles.close());
  const app = createApp({
    registry: { ...registry, bundles },
    authenticate: async () => publishing.admin,
    handlers: {
      ...everyRoute(async () => ({ status: 500 })),
      ...publishHandlers,
      ...draftHandlers,
      ...operationHandlers(createMetrics()),
    },
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
  return {
    folder,
    send: async (path, metadata, bundle = large) => {
      const body = new FormData();
      if (metadata) body.set('metadata', JSON.stringify(metadata));
      body.set('bundle', new Blob([new Uint8Array(bundle)]), 'bundle.tar.gz');
      return app.request(path, { method: 'POST', body });
    },
    edit: async (id, changes) =>
      app.request(`/v1/drafts/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(changes),
      }),
    health: async () => app.request('/healthz'),
  };
}

/** The first thread keeps a processor busy until the test creates the file `go`. */
const held = `
  if (!existsSync(here('held'))) {
    writeFileSync(here('held'), '');
    while (!existsSync(here('go')));
  }
  await import(program);`;

test('while a large bundle is checked, other requests are answered and small bundles published', async () => {
  const { folder, send, health } = serverWith(held);
  let isPublished = false;
  const published = send('/v1/skills', { slug: 'large', version: '1.0.0' }).then((response) => {
    isPublished = true;
    return response;
  });
  await vi.waitUntil(() => existsSync(join(folder, 'held')), { timeout: 30_000 });
  expect((await health()).status).toBe(200);
  expect((await send('/v1/skills', { slug: 'small', version: '1.0.0' }, small)).status).toBe(201);
  expect(isPublished).toBe(false);
  writeFileSync(join(folder, 'go'), '');
  expect((await published).status).toBe(201);
});

test('a small bundle is not checked in the thread that answers, either', async () => {
  const { folder, send, health } = serverWith(held);
  const published = send('/v1/skills', { slug: 'small-held', version: '1.0.0' }, small);
  await vi.waitUntil(() => existsSync(join(folder, 'held')), { timeout: 30_000 });
  expect((await health()).status).toBe(200);
  writeFileSync(join(folder, 'go'), '');
  expect((await published).status).toBe(201);
});

test('validating, proposing and editing a bundle also use a thread', async () => {
  const real = serverWith(`await import(program);`);
  expect(await (await real.send('/v1/skills/validate')).json()).toMatchObject({ ok: true, name: 'example' });
  const proposed = await real.send('/v1/drafts', { slug: 'proposed' });
  const { id } = (await proposed.json()) as { id: string };
  const edited = await real.edit(id, { description: 'Says something else.' });
  expect(await edited.json()).toMatchObject({ description: 'Says something else.', revision: 2 });

  const { send, edit } = serverWith(`
    const { parentPort: port } = await import('node:worker_threads');
    const refusal = ({ kind }) => ({ kind: 'refused', fault: { code: 'forbidden', message: kind } });
    port.on('message', (task) => port.postMessage(refusal(task)));`);
  const answers = [
    await send('/v1/skills/validate', undefined, small),
    await send('/v1/skills/validate'),
    await send('/v1/drafts', { slug: 'other' }),
    await edit(id, { description: 'Says a third thing.' }),
  ];
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
    ['check', 'check', 'check', 'rewrite'].map((message) => ({ error: 'forbidden', message })),
  );
});

test('if the thread ends, its requests are refused without a trace', async () => {
  const { send } = serverWith('process.exit();');
  const before = await everything();
  for (const [path, metadata] of [
    ['/v1/skills', { slug: 'gone', version: '1.0.0' }],
    ['/v1/skills/validate', undefined],
    ['/v1/drafts', { slug: 'gone' }],
  ] as const) {
    const response = await send(path, metadata);
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'unavailable', message: 'the check of the bundle failed: the thread ended' },
    ]);
  }
  expect(await everything()).toEqual(before);
});

/** All rows and blobs. */
async function everything(): Promise<unknown> {
  const digests: string[] = [];
  for await (const digest of registry.blobs.list()) digests.push(digest);
  return { ...(await publishing.traces()), digests };
}
