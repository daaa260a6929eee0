/*
 * Removes bytes that nothing refers to, never under somebody who is about to. Whoever refers to a blob first locks its
 * row (publish/hold-blob.ts); so does this, and only then looks whether somebody does. Who comes after finds the row
 * gone and the bytes missing, and puts both again.
 */

import { sql } from 'kysely';
import { type Database, everyTenant, type Queries } from '../db/database.js';
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

/*
 * Makes sure that the bytes a row is about to refer to are in the storage and stay there. The row of the blob is locked
 * until the transaction ends, and a sweep that takes unused bytes away locks it too: it either comes before, and the
 * bytes are put again here, or after, and sees that they are referred to.
 */

export interface ReferencedBlob {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

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
