/*
 * Says that an item should not be used for new work, and what to use instead. A deprecated item can still be had.
 */

import { CoppiceError } from '../../system/errors.js';
import type { Caller, ItemName } from '../access/principal.js';
import type { ChangeAnswer } from '../api/routes/publish.js';
import type { Registry } from '../registry.js';
import { type ChangeContext, changeAnswerOf, changeItem } from './change-item.js';

interface Deprecation {
  readonly message: string;
  readonly replacement: string | null;
}

export async function deprecateItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  deprecation: Deprecation,
): Promise<ChangeAnswer> {
  const { message, replacement } = deprecation;
  if (replacement === name.slug)
    throw new CoppiceError('bad-value', `\`${name.slug}\` cannot replace itself`);
  await changeItem(registry, caller, name, { byOwner: true }, async (context) => {
    const { deprecated_message, deprecated_replacement } = context.item;
    if (deprecated_message === message && deprecated_replacement === replacement) return undefined;
    await setDeprecation(context, deprecation);
    return {
      action: 'item.deprecate',
      details: { message, replacement },
      mirror: { action: 'deprecate', reason: message },
    };
  });
  return changeAnswerOf(registry, caller, name);
}

export async function undeprecateItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  reason: string,
): Promise<ChangeAnswer> {
  await changeItem(registry, caller, name, { byOwner: true }, async (context) => {
    if (context.item.deprecated_message === null) return undefined;
    await setDeprecation(context, { message: null, replacement: null });
    return { action: 'item.undeprecate', details: { reason }, mirror: { action: 'undeprecate', reason } };
  });
  return changeAnswerOf(registry, caller, name);
}

async function setDeprecation(
  { transaction, item, tenantId }: ChangeContext,
  { message, replacement }: { readonly message: string | null; readonly replacement: string | null },
): Promise<void> {
  await transaction
    .updateTable('items')
    .set({ deprecated_message: message, deprecated_replacement: replacement })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', item.id)
    .execute();
}
