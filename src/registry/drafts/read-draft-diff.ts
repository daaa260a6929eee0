/*
 * What each revision of a draft changed in its SKILL.md, and how the newest differs from what is published under its
 * name. Revisions are kept whole, so a diff is made when it is asked for.
 */

import { unifiedDiff } from '../../skill/text-diff.js';
import type { ItemName } from '../access/principal.js';
import type { DraftDiff } from '../api/routes/drafts.js';
import type { Queries } from '../db/database.js';
import { findDraft } from './read-draft.js';

const mostShown = 50;

export async function readDraftDiff(queries: Queries, tenantId: number, id: string): Promise<DraftDiff> {
  const draft = await findDraft(queries, tenantId, id);
  const newestFirst = await queries
    .selectFrom('draft_revisions')
    .select(['revision', 'edited_by', 'edited_at', 'skill_md'])
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(mostShown + 1)
    .execute();
  const published = await latestSkillMd(queries, tenantId, draft);
  return {
    revisions: newestFirst.slice(0, mostShown).map(({ revision, edited_by, edited_at, skill_md }, index) => {
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
