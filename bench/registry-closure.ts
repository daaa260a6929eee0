/*
 * What it costs to list all that a version requires, once that was listed before, against the database's own walk through
 * the same graph; and what it costs the first time, and to resolve the whole graph.
 */

import { sql } from 'kysely';
import type { Database } from '../src/registry/data/db/database.js';
import { memoryBlobs } from '../src/registry/data/storage/memory-blobs.js';
import { inlineBundles } from '../src/registry/items/bundle/bundles.js';
import { openCatalog } from '../src/registry/items/catalog/catalog.js';
import { readClosure, resolveManifest } from '../src/registry/items/catalog/resolve-items.js';
import type { Registry } from '../src/registry/registry.js';
import { fixedClock } from '../src/system/clock.js';
import { silentLog } from '../src/system/log.js';
import { Turns } from '../src/system/turns.js';
import type { Bench, Figures } from './bench.js';
import { addTenant, elapsed, shortestOf, withRegistryDatabase } from './registry-database.js';

const now = Date.UTC(2026, 0, 31, 12);
const depth = 10;
const onEachLevel = 50;
const items = 1 + depth * onEachLevel;

export const benches: readonly Bench[] = [
  {
    name: 'registry closure of 500 skills, 10 deep, cached',
    limit: { ratio: 0.1 },
    run: () => withRegistryDatabase(measure),
  },
];

async function measure(database: Database): Promise<Figures> {
  const tenantId = await addTenant(database, { slug: 'acme', items, at: new Date(now) });
  await addGraph(database, tenantId);
  const registry = registryOf(database);
  const catalog = openCatalog(registry);
  const root = { kind: 'skill', slug: 'item-1' } as const;
  const found = await readClosure(catalog, tenantId, root);
  if (found.length !== items - 1) throw new Error(`${found.length} found instead of ${items - 1}`);
  const best = await shortestOf(
    20,
    () => readClosure(catalog, tenantId, root),
    () => walkInDatabase(database, tenantId),
  );
  const manifest = { items: [{ ...root, range: '*' }], locked: [] };
  const cold = await shortestOf(
    10,
    () => readClosure(openCatalog(registry), tenantId, root),
    () => resolveManifest(openCatalog(registry), tenantId, manifest),
  );
  return {
    ...best,
    unit: 'ms',
    peerName: 'a recursive query, without versions and digests',
    details: {
      'closure for the first time, ms': cold.ours,
      'resolution for the first time, ms': cold.peer,
      'resolution again, ms': await elapsed(() => resolveManifest(catalog, tenantId, manifest)),
    },
  };
}

/** Three versions of each; every version of a level requires five of the next. */
async function addGraph(database: Database, tenantId: number): Promise<void> {
  const digest = `sha256:${'0'.repeat(64)}`;
  await sql`
    insert into versions (tenant_id, item_id, version, digest, content_digest, size_bytes, unpacked_bytes, name,
      description, tags, skill_md, files, scan_verdict, scan_findings, published_by, published_at)
    select ${tenantId}, item.id, '1.' || minor || '.0', ${digest}, ${digest}, 1, 1, item.slug, 'Explains.', '{}', '', '[]',
      'pass', '[]', 'service:bench', ${new Date(now)}
    from items as item, generate_series(0, 2) as minor
    where item.tenant_id = ${tenantId}
    order by item.id, minor
  `.execute(database);
  await sql`
    update items set latest_id = (select max(id) from versions where tenant_id = items.tenant_id and item_id = items.id)
    where tenant_id = ${tenantId}
  `.execute(database);
  // The root requires all of the first level; below, place p requires p to p + 4 of the next one, all around.
  await sql`
    insert into dependencies (tenant_id, version_id, kind, slug, range)
    select ${tenantId}, version.id, 'skill', 'item-' || target, '^1.0'
    from items as item
    join versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id,
      lateral (select substr(item.slug, 6)::int - 2 as place) as at,
      lateral (
        select 2 + n as target from generate_series(0, ${onEachLevel - 1}::int) as n where place < 0
        union all
        select 2 + (place / ${onEachLevel}::int + 1) * ${onEachLevel}::int + (place + n) % ${onEachLevel}::int
        from generate_series(0, 4) as n
        where place between 0 and ${(depth - 1) * onEachLevel - 1}::int
      ) as required
    where item.tenant_id = ${tenantId}
  `.execute(database);
  await sql`analyze`.execute(database);
}

async function walkInDatabase(database: Database, tenantId: number): Promise<void> {
  const { rows } = await sql`
    with recursive closure (slug, depth) as (
      select dependency.slug, 1
      from items as item
      join dependencies as dependency
        on dependency.tenant_id = item.tenant_id and dependency.version_id = item.latest_id
      where item.tenant_id = ${tenantId} and item.kind = 'skill' and item.slug = 'item-1'
      union
      select dependency.slug, closure.depth + 1
      from closure
      join items as item on item.tenant_id = ${tenantId} and item.kind = 'skill' and item.slug = closure.slug
      join dependencies as dependency
        on dependency.tenant_id = item.tenant_id and dependency.version_id = item.latest_id
      where closure.depth < ${depth}::int
    )
    select slug, min(depth) as depth from closure group by slug order by depth, slug
  `.execute(database);
  if (rows.length !== items - 1) throw new Error(`${rows.length} found instead of ${items - 1}`);
}

/** Nothing changes, and nothing is counted. */
function registryOf(database: Database): Registry {
  return {
    database,
    blobs: memoryBlobs(),
    bundles: inlineBundles,
    clock: fixedClock(now),
    changes: { revision: () => 1, announce: async () => undefined, advance: () => undefined },
    usage: { record: () => undefined, flush: async () => undefined, close: async () => undefined },
    embedder: undefined,
    log: silentLog,
    turns: new Turns(),
  };
}
