import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTenant, tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { makeToken } from '../../src/registry/access/tokens.js';
import { announceOnly } from '../../src/registry/data/db/changes.js';
import { openPool } from '../../src/registry/data/db/pool.js';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import { testMirror } from '../../src/registry/data/mirror/mirror.fixture.js';
import { bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { serve } from '../../src/registry/server/serve.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import { systemClock } from '../../src/system/clock.js';
import { silentLog } from '../../src/system/log.js';

interface Replica {
  publish(slug: string): Promise<number>;
}

interface SharedServer {
  readonly databaseUrl: string;
  readonly token: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

async function sharedServer(environment: SharedServer['environment']): Promise<SharedServer> {
  const { url, drop } = await createDatabase('coppice_template');
  onTestFinished(drop);
  const pool = openPool(url, { log: silentLog });
  const registry = { database: pool.database, clock: systemClock, changes: announceOnly };
  await createTenant(registry, { slug: 'acme', name: '' });
  const wanted = { name: 'ci', scopes: ['skills:publish'], patterns: [], expiresAt: null } as const;
  const tenantId = await tenantIdBySlug(pool.database, 'acme');
  const { text } = await makeToken(registry, tenantId, { service: 'ci' }, wanted);
  await pool.close();
  return { databaseUrl: url, token: text, environment };
}

async function replica({ databaseUrl, token, environment }: SharedServer): Promise<Replica> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-serve-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const server = await serve(
    {
      host: '127.0.0.1',
      port: 0,
      home,
      clock: systemClock,
      webFolder: join(home, 'web'),
      environment: {
        ...environment,
        COPPICE_DATABASE_URL: databaseUrl,
        COPPICE_STORAGE: environment['COPPICE_STORAGE'] ?? '',
        COPPICE_LOG_LEVEL: 'silent',
        COPPICE_STOP_GRACE_SECS: '0',
        COPPICE_EMBEDDINGS: 'off',
      },
    },
    serverParts,
  );
  onTestFinished(() => server.stop());
  return {
    publish: async (slug) => {
      const body = new FormData();
      body.set('metadata', JSON.stringify({ slug, version: '1.0.0' }));
      body.set('bundle', new Blob([Buffer.from(bundleOf({ body: slug }))]));
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${server.url}/v1/skills`, { method: 'POST', headers, body })).status;
    },
  };
}

/** Enough for two hundred runs of git on a busy machine. */
const timeoutMs = 150_000;

test('concurrent publishes to two replicas are mirrored commit by commit', {
  timeout: 180_000,
}, async () => {
  const mirror = testMirror();
  onTestFinished(() => mirror.remove());
  const storage = mkdtempSync(join(tmpdir(), 'coppice-blobs-'));
  onTestFinished(() => rmSync(storage, { recursive: true, force: true }));
  const shared = await sharedServer({
    ...mirror.environment,
    COPPICE_STORAGE: `file://${storage}`,
    COPPICE_GIT_REPO_PATH: mirror.folder,
  });
  const replicas = [await replica(shared), await replica(shared)];
  const slugs = Array.from({ length: 20 }, (_, index) => `item-${index}`);
  const answers = await Promise.all(slugs.map((slug, index) => replicas[index % 2]?.publish(slug)));
  expect(new Set(answers)).toEqual(new Set([201]));
  await vi.waitFor(() => expect(mirror.log()).toHaveLength(20), { timeout: timeoutMs, interval: 200 });
  for (const commit of mirror.git('log', '--format=%H').trim().split('\n')) {
    const [, slug] = /skill\/(.*)@/.exec(mirror.git('log', '-1', '--format=%s', commit)) ?? [];
    expect(mirror.touched(commit)).toEqual([`acme/skill/${slug}/1.0.0/SKILL.md`]);
  }
});

test('a publish succeeds while the mirror is broken', async () => {
  const storage = mkdtempSync(join(tmpdir(), 'coppice-blobs-'));
  onTestFinished(() => rmSync(storage, { recursive: true, force: true }));
  const shared = await sharedServer({
    PATH: process.env['PATH'],
    COPPICE_STORAGE: `file://${storage}`,
    COPPICE_GIT_REPO_PATH: join(storage, 'no-repository'),
  });
  const server = await replica(shared);
  expect([await server.publish('first'), await server.publish('second')]).toEqual([201, 201]);
});
