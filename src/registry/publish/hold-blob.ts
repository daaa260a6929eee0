/*
 * Makes sure that the bytes a row is about to refer to are in the storage and stay there. The row of the blob is locked
 * until the transaction ends, and a sweep that takes unused bytes away locks it too: it either comes before, and the
 * bytes are put again here, or after, and sees that they are referred to.
 */

import type { Queries } from '../db/database.js';
import type { BlobStore } from '../storage/blob-store.js';

export interface HeldBlob {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export async function holdBlob(
  transaction: Queries,
  blobs: BlobStore,
  { digest, bytes }: HeldBlob,
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
