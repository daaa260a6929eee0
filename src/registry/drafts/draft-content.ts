/*
 * The files of a draft as they would be published, so that a reviewer can read all of them first, and what has changed:
 * in each revision of SKILL.md, and against the published version. Revisions are stored whole, so a diff is computed
 * when it is requested.
 */

import type { BundleFile } from '../../skill/bundle/read-bundle.js';
import { CoppiceError } from '../../text/errors.js';
import { unifiedDiff } from '../../text/line-diff.js';
import type { VersionAnswer } from '../api/item.js';
import type { DraftDiff } from '../api/routes/drafts.js';
import type { Queries } from '../data/db/database.js';
import { storedBundle } from '../items/catalog/fetch-bundle.js';
import type { Registry } from '../registry.js';
import type { ItemName } from '../rules/access/principal.js';
import { findDraft } from './read-draft.js';

export async function listDraftFiles(
  registry: Registry,
  tenantId: number,
  id: string,
): Promise<VersionAnswer['files']> {
  const files = await filesOf(registry, tenantId, id);
  return files.map(({ path, bytes, digest, executable }) => ({
    path,
    digest,
    executable,
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

export async function readDraftDiff(queries: Queries, tenantId: number, id: string): Promise<DraftDiff> {
  const draft = await findDraft(queries, tenantId, id);
  const newestFirst = await queries
    .selectFrom('draft_revisions')
    .select(['revision', 'edited_by', 'edited_at', 'skill_md'])
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(maxShown + 1)
    .execute();
  const published = await latestSkillMd(queries, tenantId, draft);
  return {
    revisions: newestFirst.slice(0, maxShown).map(({ revision, edited_by, edited_at, skill_md }, index) => {
      const before = newestFirst[index + 1]?.skill_md ?? skill_md;
      const diff = diffOf(`revision ${revision - 1}`, before, `revision ${revision}`, skill_md);
      return { revision, by: edited_by, at: edited_at.toISOString(), diff };
    }),
    published: published && {
      version: published.version,
      diff: diffOf(published.version, published.skill_md, `revision ${draft.revision}`, draft.skill_md),
    },
  };
}

const maxShown = 50;

async function filesOf(registry: Registry, tenantId: number, id: string): Promise<readonly BundleFile[]> {
  const { digest } = await findDraft(registry.database, tenantId, id);
  return (await registry.bundles.read(await storedBundle(registry.blobs, digest))).files;
}

function diffOf(beforeName: string, before: string, afterName: string, after: string): string {
  return unifiedDiff(
    { label: `SKILL.md (${beforeName})`, text: before },
    { label: `SKILL.md (${afterName})`, text: after },
  );
}

async function latestSkillMd(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<{ readonly version: string; readonly skill_md: string } | null> {
  const found = await queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
    )
    .select(['version.version', 'version.skill_md'])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.slug', '=', slug)
    .executeTakeFirst();
  return found ?? null;
}
