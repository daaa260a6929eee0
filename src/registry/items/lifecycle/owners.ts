/*
 * Sets the owners of an item. Owners publish, yank and deprecate; they hand an item over by naming others.
 */

import { sql } from 'kysely';
import type { ChangeAnswer } from '../../api/routes/publish.js';
import type { Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { changeAnswerOf, changeItem } from './change-item.js';

/** At least one is required. Warns about unknown names: an owner who misspells their own name gives the item away. */
export async function setOwners(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  given: readonly string[],
): Promise<ChangeAnswer> {
  const owners = [...new Set(given)];
  await changeItem(registry, caller, name, { byOwner: true }, async ({ transaction, item, tenantId }) => {
    if (item.owners.join('\n') === owners.join('\n')) return undefined;
    await transaction
      .updateTable('items')
      .set({ owners })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', item.id)
      .execute();
    return { action: 'item.set-owners', details: { from: item.owners, to: owners } };
  });
  const known = await knownNames(registry.database, caller.tenant.id);
  const unknown = owners.filter((owner) => !known.has(owner));
  return changeAnswerOf(
    registry,
    caller,
    name,
    unknown.map((owner) => `no member or service is named \`${owner}\``),
  );
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
