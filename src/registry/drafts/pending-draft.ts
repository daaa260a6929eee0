/*
 * Only a pending draft can be changed, and only in the revision that the change is based on: of two changes at the same
 * time the second is refused, and nothing is lost.
 */

import { CoppiceError } from '../../text/errors.js';
import type { DraftState } from '../api/names.js';
import type { Queries } from '../data/db/database.js';
import { allowsItem } from '../rules/access/permissions.js';
import type { Caller } from '../rules/access/principal.js';
import { refuseReservedSlug } from '../rules/slugs.js';
import { noSuchDraft } from './read-draft.js';

interface DraftStatus {
  readonly id: string;
  readonly state: DraftState;
  readonly revision: number;
}

/** The row stays locked until the transaction ends. Blobs are locked before drafts, as a publish does. */
export async function lockPending(
  transaction: Queries,
  tenantId: number,
  { id, revision }: Pick<DraftStatus, 'id' | 'revision'>,
): Promise<void> {
  const draft = await transaction
    .selectFrom('drafts')
    .select(['id', 'state', 'revision'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (draft === undefined) throw noSuchDraft(id);
  refuseUnlessPending(draft, revision);
}

export function refuseUnlessPending({ id, state, revision }: DraftStatus, expected = revision): void {
  if (state !== 'pending') throw new CoppiceError('conflict', `draft ${id} is already ${state}`);
  if (revision === expected) return;
  throw new CoppiceError('conflict', `draft ${id} is at revision ${revision}, not at ${expected}`, {
    hint: 'read it again and repeat the change',
    data: { revision },
  });
}

/** Refuses a slug that the caller could not publish under. */
export function refuseSlug({ principal }: Caller, slug: string): void {
  refuseReservedSlug(slug);
  if (!allowsItem(principal, slug))
    throw new CoppiceError('forbidden', `the token does not allow changing \`${slug}\``);
}
