import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ListeningChanges, listenForChanges } from '../../src/registry/data/db/listen.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import { readClosure } from '../../src/registry/items/catalog/resolve-items.js';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { yankVersion } from '../../src/registry/items/lifecycle/version-state.js';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { silentLog } from '../../src/system/log.js';

let registry: TestRegistry;
let replicas: readonly [ListeningChanges, ListeningChanges];

beforeAll(async () => {
  registry = await testRegistry();
  const listen = () => listenForChanges({ url: registry.url, log: silentLog });
  replicas = [await listen(), await listen()];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await registry.close();
});

test('a publish, yank or archiving by one replica updates the cache of another', async () => {
  const [here, there] = replicas.map((changes) => ({ ...registry, changes }));
  if (here === undefined || there === undefined) throw new Error('there are two');
  const acme = await publishingIn(here, 'acme');
  const catalog = openCatalog(there);
  const user = { kind: 'skill', slug: 'user' } as const;
  const lib = { kind: 'skill', slug: 'lib' } as const;
  await acme.publish('lib@1.0.0');
  await acme.publish('user@1.0.0', { requires: ['lib'] });
  const shows = (version: string | undefined) =>
    vi.waitFor(
      async () => expect((await readClosure(catalog, acme.tenant.id, user))[0]?.version).toBe(version),
      { timeout: 30_000, interval: 5 },
    );
  await shows('1.0.0');
  await acme.publish('lib@1.1.0');
  await shows('1.1.0');
  await yankVersion(here, acme.admin, lib, { version: '1.1.0', reason: 'bad' });
  await shows('1.0.0');
  await moveItem(here, acme.admin, lib, 'archive', '');
  await shows(undefined);
});
