/*
 * References to blobs, and the removal of blobs without one. Both lock the row of the blob until their transaction ends.
 * So a removal comes either before a new reference, which then puts the bytes again, or after it, and sees it.
 */

import { sql } from 'kysely';
import { type Database, everyTenant, type Queries } from '../db/database.js';
import type { BlobStore } from './blob-store.js';

/** Returns whether the blob was removed. A locked blob stays: it is in use. */
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
    // This is a statement of its own, so that it sees everything that was committed before the lock was acquired.
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
    ${everyTenant('blobs are shared by all')}`.execute(queries);
  return rows[0]?.referenced ?? true;
}

export interface ReferencedBlob {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Makes sure that the bytes are in the storage and stay there while the transaction adds a reference. */
export async function referenceBlob(
  transaction: Queries,
  blobs: BlobStore,
  { digest, bytes }: ReferencedBlob,
  at: number,
): Promise<void> {
  const stored_at = new Date(at);
  await transaction
    .insertInto('blobs')
    .values({ digest, size_bytes: bytes.length, stored_at })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ stored_at }))
    .execute();
  if (!(await blobs.has(digest))) await blobs.put(digest, bytes);
}
