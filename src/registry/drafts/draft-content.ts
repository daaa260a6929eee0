/*
 * The files of a draft as they would be published, so that a reviewer can read all of them first, and what has changed:
 * in each revision of SKILL.md, and against the published version. Revisions are stored whole, so a diff is computed
 * when it is requested.
 */

import type { BundleFile } from '../../skill/bundle/read-bundle.js';
import { CoppiceError } from '../../text/errors.js';
import type { DiffSide } from '../../text/line-diff.js';
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

export async function readDraftDiff(
  { database, bundles }: Pick<Registry, 'database' | 'bundles'>,
  tenantId: number,
  id: string,
): Promise<DraftDiff> {
  const draft = await findDraft(database, tenantId, id);
  const newestFirst = await database
    .selectFrom('draft_revisions')
    .select(['revision', 'edited_by', 'edited_at', 'skill_md'])
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(maxShown + 1)
    .execute();
  const published = await latestSkillMd(database, tenantId, draft);
  const shown = newestFirst.slice(0, maxShown);
  const texts = [
    ...newestFirst.map(({ revision, skill_md }) => labelled(`revision ${revision}`, skill_md)),
    labelled(`revision ${draft.revision}`, draft.skill_md),
    ...(published ? [labelled(published.version, published.skill_md)] : []),
  ];
  const last = newestFirst.length;
  const pairs = shown.map((_, at) => [Math.min(at + 1, last - 1), at] as const);
  const diffs = await bundles.compare(texts, published ? [...pairs, [last + 1, last]] : pairs);
  return {
    revisions: shown.map(({ revision, edited_by, edited_at }, at) => ({
      revision,
      by: edited_by,
      at: edited_at.toISOString(),
      diff: diffs[at] ?? '',
    })),
    published: published && { version: published.version, diff: diffs.at(-1) ?? '' },
  };
}

function labelled(name: string, text: string): DiffSide {
  return { label: `SKILL.md (${name})`, text };
}

const maxShown = 50;

async function filesOf(registry: Registry, tenantId: number, id: string): Promise<readonly BundleFile[]> {
  const { digest } = await findDraft(registry.database, tenantId, id);
  return (await registry.bundles.read(await storedBundle(registry.blobs, digest))).files;
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
