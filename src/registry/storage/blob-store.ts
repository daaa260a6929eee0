/*
 * The port to the bytes of bundles, by their digest `sha256:HEX`. Every implementation keeps blob-store.contract.ts.
 */

export interface BlobStore {
  /** For the log and the readiness answer; no secret in it. */
  readonly name: string;
  /** Durable once it returns. Putting the same bytes again does nothing; bytes that do not fit the digest are refused. */
  put(digest: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there are none. Bytes that no longer fit the digest are refused as `blob-damaged`. */
  get(digest: string): Promise<Uint8Array | undefined>;
  has(digest: string): Promise<boolean>;
  /** Nothing happens when there are none. */
  remove(digest: string): Promise<void>;
  /** Every digest, in no order. */
  list(): AsyncIterable<string>;
  /** Throws `unavailable` when the storage does not answer. */
  check(): Promise<void>;
}
