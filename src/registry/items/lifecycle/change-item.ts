/*
 * How an item is changed: its row is locked, the permission of the caller is checked, and the change is written together
 * with its audit entry and the work that follows from it. A change without effect is not audited.
 */

import type { ChangeAnswer } from '../../api/routes/publish.js';
import { type AuditEntry, actorOf, writeAudit } from '../../data/db/audit.js';
import { change, type Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import type { Registry } from '../../registry.js';
import { type Act, requireAllowed } from '../../rules/access/decide.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import type { MirrorWork } from '../../rules/outbox-work.js';
import { type LockedItem, lockItem, noSuchItem } from '../catalog/find-item.js';
import { readItem } from '../catalog/read-item.js';

/** What was changed, for the audit log and the mirror. */
export interface ItemChange extends Omit<AuditEntry, 'target'> {
  /** Set for a change of one version. */
  readonly version?: string;
  readonly mirror?: Pick<MirrorWork, 'action'> & Partial<Pick<MirrorWork, 'digest' | 'reason'>>;
}

export interface ChangeContext {
  readonly transaction: Queries;
  readonly item: LockedItem;
  readonly tenantId: number;
  readonly at: number;
}

/** `run` makes the change and describes it; it returns undefined where there was nothing to change. */
export async function changeItem(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  act: Act,
  run: (context: ChangeContext) => Promise<ItemChange | undefined>,
): Promise<void> {
  requireAllowed(caller, act, { slug: name.slug });
  const tenantId = caller.tenant.id;
  const at = registry.clock.now();
  await change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
    const item = await lockItem(transaction, tenantId, name);
    if (item === undefined) throw noSuchItem(name);
    requireAllowed(caller, act, { slug: name.slug, owners: item.owners });
    const changed = await run({ transaction, item, tenantId, at });
    if (changed === undefined) return;
    const { version, mirror, ...entry } = changed;
    const target = `${name.kind}/${name.slug}${version === undefined ? '' : `@${version}`}`;
    await writeAudit(transaction, actorOf(caller), at, { ...entry, target });
    if (mirror === undefined) return;
    const work = { topic: 'mirror', version: version ?? null, digest: null, reason: '' } as const;
    await addWork(transaction, tenantId, at, [{ ...work, ...name, ...mirror }]);
  });
}

/** The item as it is now, with warnings. */
export async function changeAnswerOf(
  { database }: Registry,
  { tenant }: Caller,
  name: ItemName,
  warnings: readonly string[] = [],
): Promise<ChangeAnswer> {
  const item = await readItem(database, tenant.id, name);
  if (item === undefined) throw noSuchItem(name);
  return { item, warnings: [...warnings] };
}
