/*
 * Reads the archive of a skill without trusting it. A bundle is a tar.gz with a SKILL.md at its root that contains only
 * plain files, within limits. All of its content is returned, so a scan or digest of the files covers the whole bundle.
 * Anything else throws `bad-bundle` or `bundle-too-large`; a bundle is never read in part.
 */

import { packageDigest } from '../digest.js';
import { findPathClash } from './entry-path.js';
import { readTar, type TarEntry } from './read-tar.js';
import { badBundle, badEntry, bundleTooLarge } from './refusal.js';

export interface Bundle {
  /** The digest of the packed bytes, as `sha256:HEX` like the other digests. */
  readonly digest: string;
  /** The digest of the files, however they are packed. */
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** The total size of the files. */
  readonly unpackedBytes: number;
  /** In the order of their paths. */
  readonly files: readonly BundleFile[];
}

export interface BundleFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  /** A view: all files of a bundle share one buffer. */
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  readonly digest: string;
}

/** How bytes are compressed and hashed; `gzip` and `gunzip` handle exactly one gzip member. */
export interface BundleCodec {
  gzip(bytes: Uint8Array): Uint8Array;
  /** Stops at the first byte beyond the limit with `bundle-too-large`; damaged data is a `bad-bundle`. */
  gunzip(packed: Uint8Array, limitBytes: number): Promise<Uint8Array>;
  sha256Hex(bytes: Uint8Array | string): string;
}

export interface BundleLimits {
  readonly packedBytes: number;
  /** The whole archive, with the headers of its entries. */
  readonly unpackedBytes: number;
  /** Files and folders. */
  readonly entries: number;
  /** How many times larger than its packed size an archive may be, if it is more than a mebibyte. */
  readonly ratio: number;
}

const mebibyte = 1024 * 1024;

/** The maximum size of a packed bundle. */
export const maxBundleBytes = 5 * mebibyte;

const defaultLimits: BundleLimits = {
  packedBytes: maxBundleBytes,
  unpackedBytes: 50 * mebibyte,
  entries: 1_000,
  ratio: 200,
};

export async function readBundle(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { gunzip, sha256Hex }: Omit<BundleCodec, 'gzip'>,
  limits: Partial<BundleLimits> = {},
): Promise<Bundle> {
  const { packedBytes, unpackedBytes, entries, ratio } = { ...defaultLimits, ...limits };
  const packed = await collect(bytes, packedBytes);
  const tar = await gunzip(packed, Math.min(unpackedBytes, Math.max(mebibyte, ratio * packed.length)));
  const files = filesOf(readTar(tar, entries), sha256Hex);
  return {
    digest: digestPrefix + sha256Hex(packed),
    contentDigest: contentDigestOf(files, sha256Hex),
    sizeBytes: packed.length,
    unpackedBytes: files.reduce((total, file) => total + file.bytes.length, 0),
    files,
  };
}

async function collect(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw bundleTooLarge(`the bundle is larger than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Hash = BundleCodec['sha256Hex'];

function filesOf(entries: readonly TarEntry[], hash: Hash): readonly BundleFile[] {
  const clash = findPathClash(entries);
  if (clash !== undefined) throw badEntry(clash.path, clash.fault);
  const files = entries.filter(({ kind }) => kind === 'file');
  if (!files.some(({ path }) => path === 'SKILL.md'))
    throw badBundle('the bundle has no SKILL.md at its root');
  return files
    .map(({ path, bytes, executable }) => ({ path, bytes, executable, digest: digestPrefix + hash(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function contentDigestOf(files: readonly BundleFile[], hash: Hash): string {
  const listed = files.map(({ path, executable, digest }) => ({
    path,
    executable,
    sha256: digest.slice(digestPrefix.length),
  }));
  const outcome = packageDigest(listed, hash);
  // Clashing paths were already refused; anything else that the digest refuses is refused too.
  if (outcome.kind === 'refused') throw badEntry(outcome.path, outcome.reason);
  return digestPrefix + outcome.digest;
}

const digestPrefix = 'sha256:';
