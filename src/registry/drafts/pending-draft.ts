/*
 * Only a pending draft can be changed, and only in the revision that the change is based on: of two changes at the same
 * time the second is refused, and nothing is lost.
 */

import { CoppiceError } from '../../text/errors.js';
import type { DraftState } from '../api/names.js';
import type { Queries } from '../data/db/database.js';
import { isAllowed, requireAllowed } from '../rules/access/decide.js';
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

/** Refuses a name under which the caller may not even propose. */
export function requireMayPropose(caller: Caller, slug: string): void {
  refuseReservedSlug(slug);
  requireAllowed(caller, 'propose', { slug });
}

/** Whoever proposed a draft may change it, as long as they may propose; all others need the right to curate. */
export function requireMayChange(
  caller: Caller,
  { slug, created_by }: { readonly slug: string; readonly created_by: string },
): void {
  const isOwn = created_by === caller.principal.name;
  if (isOwn && isAllowed(caller.principal, 'propose', { slug })) return;
  requireAllowed(caller, 'curate', { slug });
}
