/*
 * The bytes of a version: packed as they were published, or one of the files. Recent ones are cached.
 */

import type { BundleFile } from '../../../skill/bundle/read-bundle.js';
import { CoppiceError } from '../../../text/errors.js';
import type { BlobStore } from '../../data/storage/blob-store.js';
import type { Catalog } from './catalog.js';
import type { FoundVersion } from './find-version.js';
import { immutableRevision } from './revision-cache.js';

export function fetchBundle({ registry, blobs }: Catalog, digest: string): Promise<Uint8Array> {
  return blobs.get(digest, immutableRevision, () => storedBundle(registry.blobs, digest));
}

/** Reads from the storage, without a cache. */
export async function storedBundle(blobs: BlobStore, digest: string): Promise<Uint8Array> {
  const bytes = await blobs.get(digest);
  if (bytes !== undefined) return bytes;
  throw new CoppiceError('blob-damaged', `the bundle ${digest} is missing from the storage`);
}

export async function fetchFiles(catalog: Catalog, digest: string): Promise<readonly BundleFile[]> {
  const { files } = await catalog.bundles.get(digest, immutableRevision, async () =>
    catalog.registry.bundles.read(await fetchBundle(catalog, digest)),
  );
  return files;
}

/** Finds only paths that are in the bundle. */
export async function fetchFile(
  catalog: Catalog,
  { kind, slug, version, digest }: FoundVersion,
  path: string,
): Promise<BundleFile> {
  const files = await fetchFiles(catalog, digest);
  const found = files.find((file) => file.path === path);
  if (found !== undefined) return found;
  throw new CoppiceError('not-found', `the ${kind} \`${slug}@${version}\` has no such file`);
}
