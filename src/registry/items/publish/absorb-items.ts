/*
 * Archives items that another one absorbs when it is published: in the transaction of that publish, so that both or
 * neither happen. From then on the old name leads to the other item, until the absorbed one is restored.
 */

import { CoppiceError } from '../../../text/errors.js';
import { actorOf, writeAudit } from '../../data/db/audit.js';
import type { Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import { isAllowed } from '../../rules/access/decide.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { type LockedItem, lockItem, noSuchItem } from '../catalog/find-item.js';
import { readLiveDemands } from '../catalog/live-demands.js';
import { demandText } from './dependents.js';
import { waitForDemands } from './refuse-conflicts.js';

export interface Absorbing {
  readonly caller: Caller;
  /** The item that is being published. */
  readonly into: ItemName;
  readonly at: number;
  /** Set where a draft is published. */
  readonly draftId?: string;
}

/** What may be named at all: each once, and not the item itself. */
export function refuseAbsorbed(slug: string, absorbs: readonly string[]): void {
  if (absorbs.includes(slug)) throw new CoppiceError('bad-value', `\`${slug}\` cannot absorb itself`);
  const twice = absorbs.find((other, at) => absorbs.indexOf(other) !== at);
  if (twice !== undefined) throw new CoppiceError('bad-value', `\`${twice}\` is named twice in absorbs`);
}

/** Whether the caller may decide that an item of these owners is absorbed. */
export function mayAbsorb({ principal }: Caller, slug: string, owners: readonly string[]): boolean {
  return isAllowed(principal, 'curate', { slug }) || isAllowed(principal, 'manage', { slug, owners });
}

/** `agrees` refuses an item that nobody with the right to do so has agreed to. In one order, so that two never wait for each other. */
export async function absorbItems(
  transaction: Queries,
  absorbing: Absorbing,
  slugs: readonly string[],
  agrees: (slug: string, item: LockedItem) => void,
): Promise<void> {
  const { caller, into, at, draftId } = absorbing;
  const tenantId = caller.tenant.id;
  const names = slugs.toSorted().map((slug): ItemName => ({ kind: into.kind, slug }));
  for (const name of names) {
    const item = await lockItem(transaction, tenantId, name);
    if (item === undefined) throw noSuchItem(name);
    agrees(name.slug, item);
    if (item.state === 'archived' && item.absorbed_into === into.slug) continue;
    if (item.state === 'archived')
      throw new CoppiceError('conflict', `\`${name.slug}\` is already archived, so it cannot be absorbed`);
    await refuseStillRequired(transaction, tenantId, name);
    const reason = `absorbed into ${into.slug}`;
    await transaction
      .updateTable('items')
      .set({ state: 'archived', state_reason: reason, state_at: new Date(at), absorbed_into: into.slug })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', item.id)
      .execute();
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'item.absorb',
      target: `${name.kind}/${name.slug}`,
      details: { into: into.slug, ...(draftId !== undefined && { draft: draftId }) },
    });
    const work = { topic: 'mirror', action: 'archive', version: null, digest: null, reason } as const;
    await addWork(transaction, tenantId, at, [{ ...work, ...name }]);
  }
}

/** A requirement names versions of the old item, which the new one does not have, so it would never be met again. */
async function refuseStillRequired(transaction: Queries, tenantId: number, name: ItemName): Promise<void> {
  await waitForDemands(transaction, tenantId, [name]);
  const demands = await readLiveDemands(transaction, tenantId, [name]);
  if (demands.length === 0) return;
  throw new CoppiceError(
    'conflict',
    `\`${name.slug}\` cannot be absorbed: it is required by ${demands.map(demandText).join(', ')}`,
    {
      hint: 'publish versions of these that require the new item first, or all of them together',
      data: {
        dependents: demands.map(({ by, version, requirement }) => ({
          ...by,
          version,
          range: requirement.range,
        })),
      },
    },
  );
}
