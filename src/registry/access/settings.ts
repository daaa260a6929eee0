/*
 * Changing the settings of a tenant: some at a time, judged as a whole.
 */

import type { SettingsChanges, TenantSettings } from '../api/settings.js';
import { actorOf, writeAudit } from '../db/audit.js';
import { change } from '../db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from './principal.js';
import { mergeSettings, readSettings } from './stored-settings.js';

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
