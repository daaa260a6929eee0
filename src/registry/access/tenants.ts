/*
 * Tenants and their settings. The admin command creates, lists and deletes tenants; an admin of one changes its settings.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { SettingsChanges, TenantSettings } from '../api/settings.js';
import { type AuditActor, actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Database } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { mergeSettings, readSettings } from '../rules/access/stored-settings.js';

interface TenantSummary {
  readonly slug: string;
  readonly name: string;
  readonly visibility: TenantSettings['visibility'];
  readonly members: number;
  readonly items: number;
  readonly createdAt: Date;
}

export async function createTenant(
  registry: RegistryRows,
  { slug, name }: { readonly slug: string; readonly name: string },
): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) {
    throw new CoppiceError('bad-value', `${slug} cannot be the slug of a tenant`, {
      hint: 'use 1 to 63 lower-case letters, digits and hyphens, no hyphen first',
    });
  }
  const now = registry.clock.now();
  // No replica can have cached anything about a new tenant, so nothing is announced.
  await registry.database.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('tenants')
      .values({ slug, name, created_at: new Date(now) })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) throw new CoppiceError('already-exists', `the tenant ${slug} already exists`);
    await writeAudit(transaction, adminActor(made.id), now, {
      action: 'tenant.create',
      target: `tenant/${slug}`,
      details: { name },
    });
  });
}

/** Sorted by slug. */
export async function listTenants(database: Database): Promise<readonly TenantSummary[]> {
  const rows = await database
    .selectFrom('tenants')
    .select([
      'slug',
      'name',
      'settings',
      'created_at as createdAt',
      sql<number>`(select count(*) from memberships where memberships.tenant_id = tenants.id)`.as('members'),
      sql<number>`(select count(*) from items where items.tenant_id = tenants.id)`.as('items'),
    ])
    .orderBy('slug')
    .execute();
  return rows.map(({ settings, ...row }) => ({ ...row, visibility: readSettings(settings).visibility }));
}

/** Deletes the tenant with everything in it. The next storage sweep removes bytes that no other tenant uses. */
export async function deleteTenant(registry: RegistryRows, slug: string): Promise<void> {
  const tenantId = await tenantIdBySlug(registry.database, slug);
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    // The monthly partitions have no foreign keys, so these rows are not deleted with the tenant.
    await transaction.deleteFrom('usage_events').where('tenant_id', '=', tenantId).execute();
    await transaction.deleteFrom('usage_of_projects').where('tenant_id', '=', tenantId).execute();
    await transaction.deleteFrom('tenants').where('id', '=', tenantId).execute();
  });
}

export async function tenantIdBySlug(database: Database, slug: string): Promise<number> {
  const row = await database.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst();
  if (row) return row.id;
  throw new CoppiceError('not-found', `there is no tenant ${slug}`, {
    hint: 'coppice registry admin tenant list shows them',
  });
}

/** An admin command has access to the database itself, so the audit log names no person. */
export function adminActor(tenantId: number): AuditActor {
  return { tenantId, actor: 'admin:cli', ip: null };
}

/** Changes some settings, and validates the result as a whole. */
export async function changeSettings(
  registry: RegistryRows,
  caller: Caller,
  changes: SettingsChanges,
): Promise<TenantSettings> {
  const tenantId = caller.tenant.id;
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const { slug, settings } = await transaction
      .selectFrom('tenants')
      .select(['slug', 'settings'])
      .where('id', '=', tenantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const merged = mergeSettings(readSettings(settings), changes);
    await transaction
      .updateTable('tenants')
      .set({ settings: JSON.stringify(merged) })
      .where('id', '=', tenantId)
      .execute();
    await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
      action: 'settings.change',
      target: `tenant/${slug}`,
      details: changes,
    });
    return merged;
  });
}
