/*
 * Yanks a version: out of new resolutions and never the latest, still there for every lock that names it, and its number
 * stays burnt. It can be taken back.
 */

import type { Caller, ItemName } from '../access/principal.js';
import type { VersionAnswer } from '../api/item.js';
import { noSuchVersion } from '../catalog/find-version.js';
import { readVersion } from '../catalog/read-version.js';
import { findBurnt } from '../publish/find-burnt.js';
import { refreshLatest } from '../publish/search-columns.js';
import type { Registry } from '../registry.js';
import { changeItem } from './change-item.js';

interface Yanking {
  readonly version: string;
  readonly reason: string;
  readonly undo?: boolean;
}

export async function yankVersion(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  { version: given, reason, undo = false }: Yanking,
): Promise<VersionAnswer> {
  const { tenant, principal } = caller;
  await changeItem(registry, caller, name, { byOwner: true }, async ({ transaction, item, tenantId, at }) => {
    const found = await findBurnt(transaction, tenantId, { ...name, version: given });
    if (found?.by !== 'version') throw noSuchVersion(name, given);
    const changed = await transaction
      .updateTable('versions')
      .set(
        undo
          ? { yanked_at: null, yanked_reason: null, yanked_by: null }
          : { yanked_at: new Date(at), yanked_reason: reason, yanked_by: principal.name },
      )
      .where('tenant_id', '=', tenantId)
      .where('id', '=', found.id)
      .where('yanked_at', undo ? 'is not' : 'is', null)
      .returning(['version', 'digest'])
      .executeTakeFirst();
    if (changed === undefined) return undefined;
    await refreshLatest(transaction, tenantId, item.id, at);
    const { version, digest } = changed;
    const action = undo ? 'unyank' : 'yank';
    return { action: `version.${action}`, version, details: { reason }, mirror: { action, digest, reason } };
  });
  const answer = await readVersion(registry.database, tenant.id, name, given);
  if (answer === undefined) throw noSuchVersion(name, given);
  return answer;
}
