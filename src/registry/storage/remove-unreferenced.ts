/*
 * Removes bytes that nothing refers to, never under somebody who is about to. Whoever refers to a blob first locks its
 * row (publish/hold-blob.ts); so does this, and only then looks whether somebody does. Who comes after finds the row
 * gone and the bytes missing, and puts both again.
 */

import { sql } from 'kysely';
import type { Database, Queries } from '../db/database.js';
import { everyTenant } from '../db/every-tenant.js';
import type { BlobStore } from './blob-store.js';

/** Whether they went. A blob that is locked by somebody is left alone: it is in use. */
export async function removeUnreferenced(
  { database, blobs }: { readonly database: Database; readonly blobs: BlobStore },
  digest: string,
  storedBefore: Date,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const locked = await transaction
      .selectFrom('blobs')
      .select('digest')
      .where('digest', '=', digest)
      .where('stored_at', '<', storedBefore)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    // Asked by a statement of its own, which sees what was committed before the lock was had.
    if (locked === undefined || (await isReferenced(transaction, digest))) return false;
    await blobs.remove(digest);
    await transaction.deleteFrom('blobs').where('digest', '=', digest).execute();
    return true;
  });
}

async function isReferenced(queries: Queries, digest: string): Promise<boolean> {
  const { rows } = await sql<{ referenced: boolean }>`
    select exists (select from versions where digest = ${digest})
      or exists (select from draft_revisions where digest = ${digest}) as referenced
    ${everyTenant('bytes are shared by all')}`.execute(queries);
  return rows[0]?.referenced ?? true;
}
