/*
 * Blobs in a bucket of S3 or a compatible service: `<prefix>/ab/<hex>`. A put is atomic and durable there. The service's
 * message about a refusal is not passed on, because it repeats the id of the key.
 */

import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import { elapsedMs } from '../../../system/clock.js';
import { CoppiceError } from '../../../text/errors.js';
import type { BlobStore } from './blob-store.js';
import { digestOfPath, pathOfDigest, verified } from './blob-store.js';

export interface BucketOptions {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly timeoutMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const defaultTimeoutMs = 30_000;
/** Writes cost money, so a bucket that could be written is not tried again for a while. */
const probeEveryMs = 300_000;

export function s3Blobs(options: BucketOptions): BlobStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = options;
  const { timeoutMs = defaultTimeoutMs, now = elapsedMs } = options;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const name = `bucket ${bucket} at ${endpoint}`;
  const folder = prefix === '' ? '' : `${prefix}/`;
  const keyOf = (digest: string): string => folder + pathOfDigest(digest);
  const service = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: timeoutMs,
  });
  const request = <T>(act: () => Promise<T>): Promise<T> => explained(name, act);
  return {
    name,
    put: async (digest, bytes) => {
      verified(digest, bytes);
      await request(() => service.putObject(keyOf(digest), bytes, 'application/gzip'));
    },
    get: async (digest) => {
      const bytes = await request(() => service.getObjectArrayBuffer(keyOf(digest)));
      return bytes === null ? undefined : verified(digest, new Uint8Array(bytes));
    },
    has: (digest) => request(async () => (await service.objectExists(keyOf(digest))) === true),
    remove: async (digest) => void (await request(() => service.deleteObject(keyOf(digest)))),
    async *list() {
      let token: string | undefined;
      do {
        const page = await request(() => service.listObjectsPaged('/', folder, pageSize, token));
        if (!page?.objects) throw missingBucket(name);
        for (const { Key } of page.objects) {
          const digest = digestOfPath(Key.slice(folder.length));
          if (digest !== undefined) yield digest;
        }
        token = page.nextContinuationToken;
      } while (token !== undefined);
    },
    check: async () => {
      if (!(await request(() => service.bucketExists()))) throw missingBucket(name);
      if (now() - writtenAt < probeEveryMs) return;
      await request(() => service.putObject(`${folder}write-probe`, 'written by the check of the storage\n'));
      writtenAt = now();
    },
  };
}

const pageSize = 1_000;
const insufficientStorage = 507;

function missingBucket(name: string): CoppiceError {
  return unavailable(name, 'there is no such bucket, or the key has no access to it');
}

async function explained<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof S3ServiceError && fault.status === insufficientStorage)
      throw new CoppiceError('disk-full', `the storage ${name} has no space left`);
    throw unavailable(name, reasonOf(fault));
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof S3ServiceError) return `it answered ${fault.status}`;
  if (fault instanceof S3NetworkError) return `it cannot be reached (${fault.code})`;
  // These two come from fetch.
  if (fault instanceof TypeError) return 'the connection broke';
  if (fault instanceof DOMException && fault.name === 'TimeoutError') return 'it did not answer in time';
  throw fault;
}

function unavailable(name: string, reason: string): CoppiceError {
  return new CoppiceError('unavailable', `the storage ${name} cannot be used: ${reason}`, {
    hint: 'check COPPICE_STORAGE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  });
}
