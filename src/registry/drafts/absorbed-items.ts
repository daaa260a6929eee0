/*
 * The items that a draft would absorb, and who has agreed to it. Consent is about what was read: it ends when the text of
 * the draft or its name changes.
 */

import { CoppiceError } from '../../text/errors.js';
import { kinds } from '../api/names.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import type { Queries } from '../data/db/database.js';
import { lockedColumns, noSuchItem } from '../items/catalog/find-item.js';
import { absorbItems, mayAbsorb, refuseAbsorbed } from '../items/publish/absorb-items.js';
import type { Registry } from '../registry.js';
import type { Caller, ItemName } from '../rules/access/principal.js';
import { readDraft } from './draft-answer.js';
import { lockPending, refuseUnlessPending } from './pending-draft.js';
import { type AbsorbedItem, readAbsorbed } from './read-absorbed.js';
import { findDraft } from './read-draft.js';

interface NamedDraft extends ItemName {
  readonly id: string;
}

/** Replaces what the draft absorbs. Somebody who may decide about an item agrees by naming it. */
export async function writeAbsorbed(
  transaction: Queries,
  caller: Caller,
  { id, kind, slug: own }: NamedDraft,
  slugs: readonly string[],
  at: number,
): Promise<void> {
  refuseAbsorbed(own, slugs);
  const tenantId = caller.tenant.id;
  await transaction
    .deleteFrom('draft_absorbs')
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .execute();
  if (slugs.length === 0) return;
  const rows = await transaction
    .selectFrom('items')
    .select([...lockedColumns, 'kind', 'slug'])
    .where('tenant_id', '=', tenantId)
    .where('slug', 'in', slugs)
    .execute();
  const agreed = { agreed_by: caller.principal.name, agreed_at: new Date(at) };
  const open = { agreed_by: null, agreed_at: null };
  const values = slugs.map((slug) => {
    const item = rows.find((row) => row.slug === slug && row.kind === kind);
    if (item === undefined) throw unknownItem({ kind, slug }, rows);
    if (item.state === 'archived') throw new CoppiceError('conflict', `\`${slug}\` is already archived`);
    const consent = mayAbsorb(caller, slug, item.owners) ? agreed : open;
    return { tenant_id: tenantId, draft_id: id, item_id: item.id, ...consent };
  });
  await transaction.insertInto('draft_absorbs').values(values).execute();
}

function unknownItem({ kind, slug }: ItemName, rows: readonly ItemName[]): CoppiceError {
  const other = kinds.find((one) => rows.some((row) => row.slug === slug && row.kind === one));
  if (other === undefined) return noSuchItem({ kind, slug });
  return new CoppiceError('bad-value', `\`${slug}\` is an item of another kind: ${other}`, {
    hint: `a ${kind} absorbs only items of its own kind`,
  });
}

/** What somebody agreed to is not what the draft says now. */
export async function endConsent(
  transaction: Queries,
  tenantId: number,
  { id: draftId }: Pick<NamedDraft, 'id'>,
): Promise<void> {
  await transaction
    .updateTable('draft_absorbs')
    .set({ agreed_by: null, agreed_at: null })
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', draftId)
    .execute();
}

interface Consent {
  readonly slug: string;
  readonly agree: boolean;
  readonly expected_revision?: number | undefined;
}

/** An owner of the item, or a curator, agrees that the draft absorbs it, or takes that back. */
export async function consentToDraft(
  { database, clock }: Registry,
  caller: Caller,
  id: string,
  { slug, agree, expected_revision: expected }: Consent,
): Promise<DraftAnswer> {
  const tenantId = caller.tenant.id;
  const draft = await findDraft(database, tenantId, id);
  refuseUnlessPending(draft, expected);
  const at = clock.now();
  await database.transaction().execute(async (transaction) => {
    await lockPending(transaction, tenantId, draft);
    const item = await transaction
      .selectFrom('draft_absorbs as absorbed')
      .innerJoin('items as item', (join) =>
        join.onRef('item.tenant_id', '=', 'absorbed.tenant_id').onRef('item.id', '=', 'absorbed.item_id'),
      )
      .select(['item.id', 'item.owners', 'absorbed.agreed_by'])
      .where('absorbed.tenant_id', '=', tenantId)
      .where('absorbed.draft_id', '=', id)
      .where('item.slug', '=', slug)
      .executeTakeFirst();
    if (item === undefined) throw new CoppiceError('not-found', `draft ${id} does not absorb \`${slug}\``);
    if (!mayAbsorb(caller, slug, item.owners))
      throw new CoppiceError('forbidden', `${caller.principal.name} cannot decide about \`${slug}\``, {
        hint: `ask an owner (${item.owners.join(', ')}) or a curator`,
      });
    if ((item.agreed_by !== null) === agree) return;
    await transaction
      .updateTable('draft_absorbs')
      .set(
        agree
          ? { agreed_by: caller.principal.name, agreed_at: new Date(at) }
          : { agreed_by: null, agreed_at: null },
      )
      .where('tenant_id', '=', tenantId)
      .where('draft_id', '=', id)
      .where('item_id', '=', item.id)
      .execute();
    await writeAudit(transaction, actorOf(caller), at, {
      action: agree ? 'draft.agree' : 'draft.disagree',
      target: `draft/${id}`,
      details: { absorbs: slug, revision: draft.revision },
    });
  });
  return readDraft(database, caller.tenant, id);
}

interface DraftPublish {
  readonly draft: Pick<NamedDraft, 'id' | 'slug'>;
  readonly into: ItemName;
  readonly at: number;
}

/** In the transaction of the publish, with the draft's row locked. `into` is the item as it is published. */
export async function absorbForDraft(
  transaction: Queries,
  caller: Caller,
  { draft: { id, slug: agreedName }, into, at }: DraftPublish,
): Promise<readonly string[]> {
  const absorbed = (await readAbsorbed(transaction, caller.tenant.id, [id])).get(id) ?? [];
  const slugs = absorbed.map(({ slug }) => slug);
  if (slugs.length > 0 && into.slug !== agreedName)
    throw new CoppiceError('conflict', `the owners agreed to \`${agreedName}\`, not to \`${into.slug}\``, {
      hint: 'rename the draft first, and ask them again',
    });
  refuseAbsorbed(into.slug, slugs);
  const waiting = absorbed.filter(({ agreed_by }) => agreed_by === null);
  if (waiting.length > 0) throw waitsForConsent(waiting);
  await absorbItems(transaction, { caller, into, at, draftId: id }, slugs, () => undefined);
  return slugs;
}

function waitsForConsent(waiting: readonly AbsorbedItem[]): CoppiceError {
  const who = waiting.map(
    ({ slug, owners }) => `\`${slug}\` waits for the consent of ${owners.join(' or ')}`,
  );
  return new CoppiceError('conflict', who.join('; '), {
    hint: 'an owner or a curator agrees on the page of the draft',
    data: { waiting: waiting.map(({ slug, owners }) => ({ slug, owners })) },
  });
}
