/*
 * A tenant to publish in, for tests: short functions for publishing, and for reading the result from the database.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { ItemAnswer, VersionAnswer } from '../../api/item.js';
import type { Kind } from '../../api/names.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import type { TestRegistry } from '../../registry.fixture.js';
import type { Registry } from '../../registry.js';
import type { Caller, KnownPrincipal, Tenant } from '../../rules/access/principal.js';
import { type BundleSketch, bundleOf, metadataOf } from '../bundle/bundle.fixture.js';
import { readItem } from '../catalog/read-item.js';
import { readVersion } from '../catalog/read-version.js';
import { publishVersion } from './publish-version.js';
import type { Published } from './record-version.js';

interface PublishOptions extends Partial<PublishMetadata> {
  readonly by?: Caller;
  readonly bytes?: Uint8Array;
  readonly registry?: Registry;
}

export interface Publishing {
  readonly tenant: Tenant;
  /** Has all scopes. */
  readonly admin: Caller;
  /** A caller who may publish and is not an admin. */
  publisher(name: string, given?: Partial<Omit<KnownPrincipal, 'kind' | 'name'>>): Caller;
  /** `target` is `lib@1.0.0`. */
  publish(target: string, sketch?: BundleSketch, options?: PublishOptions): Promise<Published>;
  item(slug: string, kind?: Kind): Promise<ItemAnswer | undefined>;
  version(target: string, kind?: Kind): Promise<VersionAnswer | undefined>;
  /** How many rows the tenant has, by table. */
  traces(): Promise<Readonly<Record<string, number>>>;
  /** `action target` of each entry, the oldest first. */
  audit(): Promise<readonly string[]>;
}

export async function publishingIn(
  registry: TestRegistry,
  tenantSlug: string,
  settings?: Parameters<TestRegistry['tenant']>[1],
): Promise<Publishing> {
  const tenant = await registry.tenant(tenantSlug, settings);
  const admin = registry.caller(tenant);
  return {
    tenant,
    admin,
    publisher: (name, given = {}) =>
      registry.caller(tenant, { scopes: ['skills:read', 'skills:publish'], ...given, name }),
    publish: (target, sketch, { by = admin, bytes, registry: using = registry, ...metadata } = {}) =>
      publishVersion(using, by, metadataOf(target, metadata), bytes ?? bundleOf(sketch)),
    item: (slug, kind = 'skill') => readItem(registry.database, tenant.id, { kind, slug }),
    version: (target, kind = 'skill') => {
      const { slug, version } = metadataOf(target);
      return readVersion(registry.database, tenant.id, { kind, slug }, version);
    },
    traces: () => countRows(registry, tenant.id),
    audit: async () => {
      const rows = await registry.unguarded
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('tenant_id', '=', tenant.id)
        .orderBy('id')
        .execute();
      return rows.map(({ action, target }) => `${action} ${target}`);
    },
  };
}

/** `code: message` of a refusal; other errors are rethrown. */
export async function refusalOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return 'no refusal';
  } catch (error) {
    if (error instanceof CoppiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

async function countRows({ unguarded }: TestRegistry, tenantId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['items', 'versions', 'dependencies', 'audit', 'outbox'] as const) {
    const { count } = await unguarded
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}
