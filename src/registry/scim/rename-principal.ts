/*
 * Where the registry knows somebody by the name of their account, that name follows the account: what they own, wrote,
 * reviewed and invited. Whoever gets the old address one day must be taken for none of it, and nobody is two reviewers. The
 * audit log stays as it was.
 */

import { sql } from 'kysely';
import type { Queries } from '../data/db/database.js';

interface Renaming {
  readonly from: string;
  readonly to: string;
}

export async function renamePrincipal(
  transaction: Queries,
  tenantId: number,
  { from, to }: Renaming,
): Promise<void> {
  await sql`
    update items set owners = array_replace(owners, ${from}, ${to})
    where tenant_id = ${tenantId} and ${from} = any (owners)
  `.execute(transaction);
  // Somebody who had the new address before may have reviewed the same draft.
  await sql`
    delete from draft_reviews as earlier using draft_reviews as own
    where earlier.tenant_id = ${tenantId} and earlier.reviewer = ${to}
      and own.tenant_id = ${tenantId} and own.reviewer = ${from} and own.draft_id = earlier.draft_id
  `.execute(transaction);
  for (const [table, column] of named)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where tenant_id = ${tenantId} and ${sql.ref(column)} = ${from}
    `.execute(transaction);
}

const named = [
  ['drafts', 'created_by'],
  ['draft_revisions', 'edited_by'],
  ['draft_reviews', 'reviewer'],
  ['invites', 'invited_by'],
] as const;
