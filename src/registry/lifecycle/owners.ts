/*
 * Says who owns an item. Owners publish, yank and deprecate; giving an item away is done by naming others.
 */

import type { Caller, ItemName } from '../access/principal.js';
import type { ChangeAnswer } from '../api/routes/publish.js';
import type { Registry } from '../registry.js';
import { changeAnswerOf, changeItem } from './change-item.js';

/** At least one. */
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
  return changeAnswerOf(registry, caller, name);
}
