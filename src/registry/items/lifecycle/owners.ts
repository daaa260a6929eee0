/*
 * Sets the owners of an item. Owners publish, yank and deprecate; they hand an item over by naming others.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import type { ChangeAnswer } from '../../api/routes/publish.js';
import type { Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { changeAnswerOf, changeItem } from './change-item.js';

/** At least one is required. Refuses unknown names: an owner who misspells their own name would give the item away. */
export async function setOwners(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  given: readonly string[],
): Promise<ChangeAnswer> {
  const owners = [...new Set(given)];
  await changeItem(registry, caller, name, 'manage', async ({ transaction, item, tenantId }) => {
    if (item.owners.join('\n') === owners.join('\n')) return undefined;
    await refuseUnknown(
      transaction,
      tenantId,
      owners.filter((owner) => !item.owners.includes(owner)),
    );
    await transaction
      .updateTable('items')
      .set({ owners })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', item.id)
      .execute();
    // Whether it is absorbed is for the new owners to decide.
    await transaction
      .updateTable('draft_absorbs')
      .set({ agreed_by: null, agreed_at: null })
      .where('tenant_id', '=', tenantId)
      .where('item_id', '=', item.id)
      .execute();
    return { action: 'item.set-owners', details: { from: item.owners, to: owners } };
  });
  return changeAnswerOf(registry, caller, name);
}

async function refuseUnknown(queries: Queries, tenantId: number, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  const known = await knownNames(queries, tenantId);
  const unknown = owners.filter((owner) => !known.has(owner));
  if (unknown.length === 0) return;
  // Names that are similar are not suggested: they would be addresses of people whom the caller may not list.
  const missing = unknown.map((owner) => `\`${owner}\``).join(', ');
  throw new CoppiceError('bad-value', `no member or service is named ${missing}`, {
    hint: 'check the spelling; invite a person first, and create a token for a service',
  });
}

/** The names of members, and of services that have a token. */
async function knownNames(queries: Queries, tenantId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly name: string }>`
    select 'user:' || users.email as name
    from memberships join users on users.id = memberships.user_id
    where memberships.tenant_id = ${tenantId}
    union
    select 'service:' || service from tokens
    where tenant_id = ${tenantId} and service is not null and revoked_at is null
  `.execute(queries);
  return new Set(rows.map(({ name }) => name));
}
