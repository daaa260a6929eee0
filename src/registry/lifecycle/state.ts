/*
 * Moves an item between its states: published, flagged (a candidate for the archive), archived. Archiving takes an item
 * out of the catalog and of new resolutions; its rows, dependencies and bytes stay, and it can come back.
 */

import { CoppiceError } from '../../system/errors.js';
import type { Caller, ItemName } from '../access/principal.js';
import type { ItemState } from '../api/names.js';
import type { ChangeAnswer } from '../api/routes/publish.js';
import type { Registry } from '../registry.js';
import type { MirrorWork } from '../rules/outbox-work.js';
import { type ChangeContext, changeAnswerOf, changeItem, type ItemChange } from './change-item.js';

export type Move = keyof typeof moves;

const moves = {
  archive: { from: ['published', 'flagged'], to: 'archived', mirrored: 'archive' },
  unarchive: { from: ['archived'], to: 'published', mirrored: 'unarchive' },
  flag: { from: ['published'], to: 'flagged' },
  unflag: { from: ['flagged'], to: 'published' },
} as const satisfies Record<string, StateMove>;

interface StateMove {
  readonly from: readonly ItemState[];
  readonly to: ItemState;
  /** As what the mirror records it. */
  readonly mirrored?: MirrorWork['action'];
}

/** Nothing changes where the item is in that state already. Archiving warns of the live items that require it. */
export async function moveItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  move: Move,
  reason: string,
): Promise<ChangeAnswer> {
  await changeItem(registry, caller, name, { byOwner: false }, (context) => {
    if (move === 'flag' && context.item.state === 'archived')
      throw new CoppiceError('conflict', `\`${name.slug}\` is archived already`);
    return moveLocked(context, move, reason);
  });
  const answer = await changeAnswerOf(registry, caller, name);
  if (move !== 'archive' || answer.item.used_by.length === 0) return answer;
  const usedBy = answer.item.used_by.map((slug) => `\`${slug}\``).join(', ');
  return { ...answer, warnings: [`\`${name.slug}\` is required by ${usedBy}`] };
}

/** The move itself, of an item that is locked. */
export async function moveLocked(
  { transaction, item, tenantId, at }: ChangeContext,
  move: Move,
  reason: string,
): Promise<ItemChange | undefined> {
  const { from, to, mirrored }: StateMove = moves[move];
  if (!from.includes(item.state)) return undefined;
  await transaction
    .updateTable('items')
    .set({ state: to, state_reason: reason, state_at: new Date(at) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', item.id)
    .execute();
  const told = { action: `item.${move}`, details: { reason } };
  return mirrored === undefined ? told : { ...told, mirror: { action: mirrored, reason } };
}
