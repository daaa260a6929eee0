/*
 * A process that publishes, and waits to be killed at the point that its arguments name. It prints where it is.
 */

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../system/log.js';
import { Turns } from '../../../system/turns.js';
import { tenantSettings } from '../../api/settings.js';
import { openPool } from '../../data/db/pool.js';
import type { Registry } from '../../registry.js';
import type { Caller } from '../../rules/access/principal.js';
import { rightsOf } from '../../rules/access/rights.js';
import { bundleOf, metadataOf } from '../bundle/bundle.fixture.js';
import { inlineBundles } from '../bundle/bundles.js';
import { publishVersion } from './publish-version.js';

const [url = '', folder = '', tenantId = '', point = ''] = process.argv.slice(2);

async function reach(here: string): Promise<void> {
  if (here !== point) return;
  process.stdout.write(`at ${here}\n`);
  // The timer keeps the process alive until it is killed.
  await new Promise(() => setInterval(() => undefined, 60_000));
}

const pathOf = (digest: string) => join(folder, digest.slice('sha256:'.length));

const registry: Registry = {
  database: openPool(url, { log: silentLog }).database,
  blobs: {
    name: 'a folder',
    put: async (digest, bytes) => {
      await reach('before the bytes');
      writeFileSync(`${pathOf(digest)}.part`, bytes);
      await reach('within the bytes');
      renameSync(`${pathOf(digest)}.part`, pathOf(digest));
      await reach('after the bytes');
    },
    has: async (digest) => {
      await reach('before the version');
      return existsSync(pathOf(digest));
    },
    get: async () => undefined,
    remove: async () => undefined,
    async *list() {
      yield* [];
    },
    check: async () => undefined,
  },
  bundles: inlineBundles,
  clock: { now: () => Date.UTC(2026, 0, 15, 12) },
  changes: {
    revision: () => undefined,
    announce: () => reach('before the commit'),
    advance: () => void reach('after the commit'),
  },
  usage: { record: () => undefined, flush: async () => undefined, close: async () => undefined },
  embedder: undefined,
  log: silentLog,
  turns: new Turns(),
};

const caller: Caller = {
  tenant: { id: Number(tenantId), slug: 'acme', settings: tenantSettings.parse({}) },
  principal: {
    kind: 'token',
    name: 'service:tester',
    userId: null,
    tokenId: null,
    sessionId: null,
    role: null,
    scopes: ['skills:publish'],
    rights: rightsOf('publisher', []),
    patterns: [],
    expiresAt: null,
    csrf: null,
  },
  ip: null,
};

const bundle = bundleOf({ requires: ['tool@^1'], body: 'to be killed' });
await publishVersion(registry, caller, metadataOf('lib@1.1.0'), bundle, {
  inSameTransaction: () => reach('after the version'),
});
