/*
 * Reads the bytes of every version and draft again, and compares them with what their rows say.
 */

import { type Bundle, readBundle } from '../../bundle/read-bundle.js';
import { CoppiceError } from '../../system/errors.js';
import { everyTenant } from '../db/every-tenant.js';
import type { StoredFile } from '../db/tables.js';
import type { Registry } from '../registry.js';
import { keyOf } from '../rules/item-key.js';
import type { OnProgress } from './backup.js';
import type { Problem, Verification } from './verify.js';

type Verified = Pick<Registry, 'database' | 'blobs'>;

/** Drafts are counted by their revisions. */
export async function findFaultyBundles(registry: Verified, onProgress: OnProgress): Promise<Verification> {
  const stored = [...(await readVersions(registry)), ...(await readRevisions(registry))];
  const problems: Problem[] = [];
  for (const [index, one] of stored.entries()) {
    onProgress('bundles', index, stored.length);
    const fault = await faultOf(registry, one);
    if (fault !== undefined) problems.push({ check: 'bytes', tenant: one.tenant, target: one.target, fault });
  }
  const drafts = stored.filter(({ target }) => target.startsWith('draft/')).length;
  return { versions: stored.length - drafts, drafts, problems };
}

interface StoredBundle {
  readonly tenant: string;
  readonly target: string;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** Undefined where they are not kept. */
  readonly files: readonly StoredFile[] | undefined;
}

async function readVersions({ database }: Verified): Promise<readonly StoredBundle[]> {
  const rows = await database
    .selectFrom('versions as version')
    .innerJoin('items as item', 'item.id', 'version.item_id')
    .innerJoin('tenants as tenant', 'tenant.id', 'version.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug', 'version.version', 'version.digest'])
    .select(['version.content_digest as contentDigest', 'version.size_bytes as sizeBytes', 'version.files'])
    .orderBy('version.id')
    .modifyEnd(everyTenant('all are verified'))
    .execute();
  return rows.map(({ kind, slug, version, ...row }) => ({
    ...row,
    target: `${keyOf({ kind, slug })}@${version}`,
  }));
}

async function readRevisions({ database }: Verified): Promise<readonly StoredBundle[]> {
  const rows = await database
    .selectFrom('draft_revisions as revision')
    .innerJoin('tenants as tenant', 'tenant.id', 'revision.tenant_id')
    .select(['tenant.slug as tenant', 'revision.draft_id', 'revision.revision', 'revision.digest'])
    .select(['revision.content_digest as contentDigest', 'revision.size_bytes as sizeBytes'])
    .orderBy('revision.draft_id')
    .orderBy('revision.revision')
    .modifyEnd(everyTenant('all are verified'))
    .execute();
  return rows.map(({ draft_id, revision, ...row }) => ({
    ...row,
    target: `draft/${draft_id} (revision ${revision})`,
    files: undefined,
  }));
}

async function faultOf({ blobs }: Verified, stored: StoredBundle): Promise<string | undefined> {
  try {
    const bytes = await blobs.get(stored.digest);
    if (bytes === undefined) return `the storage has no ${stored.digest}`;
    return differenceOf(await readBundle(bytes), stored);
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === 'unavailable') throw error;
    return error.message;
  }
}

function differenceOf(bundle: Bundle, { contentDigest, sizeBytes, files }: StoredBundle): string | undefined {
  if (bundle.sizeBytes !== sizeBytes)
    return `it has ${bundle.sizeBytes} bytes, and ${sizeBytes} are recorded`;
  if (bundle.contentDigest !== contentDigest)
    return `its content is ${bundle.contentDigest}, and ${contentDigest} is recorded`;
  const actual = bundle.files.map(({ path, digest, bytes, executable }) =>
    fileText({ path, digest, size_bytes: bytes.length, executable }),
  );
  const recorded = files?.map(fileText) ?? actual;
  const differing = actual.find((text, index) => text !== recorded[index]) ?? recorded[actual.length];
  return differing === undefined ? undefined : `its files are not those that are recorded: ${differing}`;
}

function fileText({ path, digest, size_bytes, executable }: StoredFile): string {
  return `${path} ${digest} ${size_bytes} ${executable ? 'executable' : ''}`.trim();
}
