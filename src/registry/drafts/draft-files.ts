/*
 * The files of a draft as they would be published, so that whoever publishes it can read all of them first.
 */

import { type BundleFile, readBundle } from '../../bundle/read-bundle.js';
import { CoppiceError } from '../../system/errors.js';
import type { VersionAnswer } from '../api/item.js';
import { storedBundle } from '../catalog/fetch-bundle.js';
import type { Registry } from '../registry.js';
import { findDraft } from './read-draft.js';

export async function listDraftFiles(
  registry: Registry,
  tenantId: number,
  id: string,
): Promise<VersionAnswer['files']> {
  const files = await filesOf(registry, tenantId, id);
  return files.map(({ path, bytes, digest, executable }) => ({
    ...{ path, digest, executable },
    size_bytes: bytes.length,
  }));
}

export async function readDraftFile(
  registry: Registry,
  tenantId: number,
  id: string,
  path: string,
): Promise<BundleFile> {
  const file = (await filesOf(registry, tenantId, id)).find((each) => each.path === path);
  if (file === undefined) throw new CoppiceError('not-found', `there is no file \`${path}\` in draft ${id}`);
  return file;
}

async function filesOf(registry: Registry, tenantId: number, id: string): Promise<readonly BundleFile[]> {
  const { digest } = await findDraft(registry.database, tenantId, id);
  return (await readBundle(await storedBundle(registry.blobs, digest))).files;
}
