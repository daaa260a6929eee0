/*
 * The state of an item: published, flagged (a candidate for the archive) or archived, and whether it is deprecated.
 * Archiving removes an item from the catalog and from new resolutions; its rows, dependencies and bytes stay, and it can
 * be restored. A deprecated item can still be installed.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { ItemState } from '../../api/names.js';
import type { ChangeAnswer } from '../../api/routes/publish.js';
import type { Registry } from '../../registry.js';
import type { Act } from '../../rules/access/decide.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import type { MirrorWork } from '../../rules/outbox-work.js';
import { readLiveDemands } from '../catalog/live-demands.js';
import { demandText, refuseRequired, requiredText } from '../publish/dependents.js';
import { waitForDemands } from '../publish/refuse-conflicts.js';
import { type ChangeContext, changeAnswerOf, changeItem, type ItemChange } from './change-item.js';

export type Move = keyof typeof moves;

const moves = {
  archive: { act: 'administer', from: ['published', 'flagged'], to: 'archived', mirrored: 'archive' },
  unarchive: { act: 'administer', from: ['archived'], to: 'published', mirrored: 'unarchive' },
  flag: { act: 'curate', from: ['published'], to: 'flagged' },
  unflag: { act: 'curate', from: ['flagged'], to: 'published' },
} as const satisfies Record<string, StateMove>;

interface StateMove {
  /** The right that it needs. */
  readonly act: Act;
  readonly from: readonly ItemState[];
  readonly to: ItemState;
  /** The action that the mirror records. */
  readonly mirrored?: MirrorWork['action'];
}

interface Archiving {
  readonly reason: string;
  /** Refuses where live items require it. */
  readonly if_unrequired: boolean;
}

/** Warns about the live items that require it, which cannot be installed without a lock any more. */
export async function archiveItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  { reason, if_unrequired }: Archiving,
): Promise<ChangeAnswer> {
  let dependents: readonly string[] = [];
  await changeItem(registry, caller, name, 'administer', async (context) => {
    const { transaction, tenantId } = context;
    await waitForDemands(transaction, tenantId, [name]);
    const demands = await readLiveDemands(transaction, tenantId, [name]);
    dependents = demands.map(demandText);
    if (if_unrequired && context.item.state !== 'archived') refuseRequired(name.slug, demands);
    return moveLocked(context, 'archive', reason);
  });
  const warnings = dependents.length === 0 ? [] : [requiredText(name.slug, dependents)];
  return changeAnswerOf(registry, caller, name, warnings);
}

/** Does nothing where the item already has that state. */
export async function moveItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  move: Move,
  reason: string,
): Promise<ChangeAnswer> {
  if (move === 'archive') return archiveItem(registry, caller, name, { reason, if_unrequired: false });
  await changeItem(registry, caller, name, moves[move].act, (context) => {
    if (move === 'flag' && context.item.state === 'archived')
      throw new CoppiceError('conflict', `\`${name.slug}\` is already archived`);
    return moveLocked(context, move, reason);
  });
  return changeAnswerOf(registry, caller, name);
}

/** Moves an item whose row is locked. */
async function moveLocked(
  { transaction, item, tenantId, at }: ChangeContext,
  move: Move,
  reason: string,
): Promise<ItemChange | undefined> {
  const { from, to, mirrored }: StateMove = moves[move];
  if (!from.includes(item.state)) return undefined;
  await transaction
    .updateTable('items')
    .set({ state: to, state_reason: reason, state_at: new Date(at), absorbed_into: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', item.id)
    .execute();
  const changed = { action: `item.${move}`, details: { reason } };
  return mirrored === undefined ? changed : { ...changed, mirror: { action: mirrored, reason } };
}

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
  const warnings: string[] = [];
  if (replacement === name.slug)
    throw new CoppiceError('bad-value', `\`${name.slug}\` cannot replace itself`);
  await changeItem(registry, caller, name, 'manage', async (context) => {
    const { deprecated_message, deprecated_replacement } = context.item;
    if (replacement !== null && !(await isInstallable(context, { kind: name.kind, slug: replacement })))
      warnings.push(`\`${replacement}\`, the replacement, is not a published ${name.kind}`);
    if (deprecated_message === message && deprecated_replacement === replacement) return undefined;
    await setDeprecation(context, deprecation);
    return {
      action: 'item.deprecate',
      details: { message, replacement },
      mirror: { action: 'deprecate', reason: message },
    };
  });
  return changeAnswerOf(registry, caller, name, warnings);
}

async function isInstallable(
  { transaction, tenantId }: ChangeContext,
  { kind, slug }: ItemName,
): Promise<boolean> {
  const found = await transaction
    .selectFrom('items')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('state', '<>', 'archived')
    .where('latest_id', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function undeprecateItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  reason: string,
): Promise<ChangeAnswer> {
  await changeItem(registry, caller, name, 'manage', async (context) => {
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
