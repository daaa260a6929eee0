/*
 * Imports skills of the machine as items: each is published by the ordinary operation with all its checks, so that a
 * refused one does not stop the others. An item is as old as its files, has the use that the machine counted, and is
 * archived where the skill is. The next import completes one that was interrupted.
 */

import { sql } from 'kysely';
import { packBundle } from '../../../skill/bundle/pack-bundle.js';
import { packageDigest } from '../../../skill/digest.js';
import { bundleCodec } from '../../../system/gzip.js';
import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';
import type { ImportAnswer } from '../../api/routes/local.js';
import type { Queries } from '../../data/db/database.js';
import { changeItem } from '../../items/lifecycle/change-item.js';
import { moveLocked } from '../../items/lifecycle/item-state.js';
import { publishVersion } from '../../items/publish/publish-version.js';
import type { Registry } from '../../registry.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { importVersion, localSlugs } from '../../rules/local-names.js';
import type { LocalPackage, LocalSkill, LocalSkills } from './local-skills.js';
import { addLocalUse } from './local-use.js';

/** Imports all skills by default. */
export async function importSkills(
  registry: Registry,
  caller: Caller,
  local: LocalSkills,
  ids?: readonly string[],
): Promise<ImportAnswer> {
  const found = local.found();
  const slugs = localSlugs(found);
  const byId = new Map(found.map((skill) => [skill.id, skill]));
  const importOne = async (id: string): Promise<Outcome> => {
    const skill = byId.get(id);
    const slug = slugs.get(id);
    if (skill === undefined) return { kind: 'refused', id, reason: 'there is no such skill on this machine' };
    if (slug === undefined) return { kind: 'refused', id, reason: noSlug };
    return importSkill(registry, caller, local, { ...skill, slug });
  };
  const wanted = [...new Set(ids ?? byId.keys())];
  const outcomes: Outcome[] = [];
  for (let done = 0; done < wanted.length; done += atOnce)
    outcomes.push(...(await Promise.all(wanted.slice(done, done + atOnce).map(importOne))));
  const there = outcomes.filter((outcome) => outcome.kind !== 'refused');
  await addLocalUse(
    registry,
    caller,
    there.map(({ skill }) => skill),
  );
  for (const { skill } of there) if (skill.archived) await syncState(registry, caller, skill);
  return {
    imported: there
      .filter(({ kind }) => kind === 'published')
      .map(({ skill: { id, slug }, version }) => ({ id, slug, version })),
    skipped: outcomes.flatMap((outcome) => {
      if (outcome.kind === 'refused') return { id: outcome.id, reason: outcome.reason, already_there: false };
      if (outcome.kind === 'published') return [];
      const reason = `already in the catalog as ${outcome.version}`;
      return { id: outcome.skill.id, reason, already_there: true };
    }),
  };
}

/** An import mostly waits for the disk; more at once would take connections from other requests. */
const atOnce = 4;

export const noSlug = 'its name has no letter or digit for a slug';

interface SkillWithSlug extends LocalSkill {
  readonly slug: string;
}

interface ImportedSkill {
  readonly kind: 'published' | 'unchanged';
  readonly skill: SkillWithSlug;
  readonly version: string;
}

type Outcome = ImportedSkill | { readonly kind: 'refused'; readonly id: string; readonly reason: string };

async function importSkill(
  registry: Registry,
  caller: Caller,
  local: LocalSkills,
  skill: SkillWithSlug,
): Promise<Outcome> {
  const { id, slug, refusal } = skill;
  if (refusal !== undefined) return { kind: 'refused', id, reason: refusal };
  try {
    // An archived item accepts no version.
    if (!skill.archived) await syncState(registry, caller, skill);
    const content = local.read(skill);
    const name = { kind: 'skill', slug } as const;
    const used = await usedVersions(registry, caller, name);
    const digest = contentDigest(content);
    const same = used.find((one) => one.content_digest === digest);
    if (same !== undefined) return { kind: 'unchanged', skill, version: same.version };
    const version = importVersion(
      content.version,
      used.map((one) => one.version),
    );
    const metadata = { ...name, version, tags: [], allow_secret: false };
    const imported = { from: id, madeAt: Math.min(content.changedAt, registry.clock.now()) };
    const bundle = packBundle(content.files, bundleCodec);
    const { outcome } = await publishVersion(registry, caller, metadata, bundle, { imported });
    return { kind: outcome, skill, version };
  } catch (error) {
    if (!(error instanceof CoppiceError) || outages.includes(error.code)) throw error;
    return { kind: 'refused', id, reason: error.message };
  }
}

/** These would also stop all the others. */
const outages: readonly CoppiceError['code'][] = ['unavailable', 'disk-full', 'internal'];

interface UsedVersion {
  readonly version: string;
  /** Null for a purged version. */
  readonly content_digest: string | null;
}

/** Includes yanked and purged versions: no number is used twice. */
async function usedVersions(
  { database }: Registry,
  { tenant }: Caller,
  { kind, slug }: ItemName,
): Promise<readonly UsedVersion[]> {
  const { rows } = await sql<UsedVersion>`
    select version.version, version.content_digest
    from items as item
    join versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id
    where item.tenant_id = ${tenant.id} and item.kind = ${kind} and item.slug = ${slug}
    union all
    select version, null from tombstones
    where tenant_id = ${tenant.id} and kind = ${kind} and slug = ${slug}
  `.execute(database);
  return rows;
}

/** Undefined where two files collide, which the publish refuses with a better message. */
function contentDigest({ files }: LocalPackage): string | undefined {
  const hashed = files.map(({ path, executable, bytes }) => ({ path, executable, sha256: sha256Hex(bytes) }));
  const outcome = packageDigest(hashed, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}

/**
 * Archives or restores the item as the skill is on the machine, but only where an import made the last such change: an
 * item that a person archived, restored or published in the registry is theirs to change.
 */
async function syncState(
  registry: Registry,
  caller: Caller,
  { id, slug, archived }: Pick<LocalSkill, 'id' | 'archived'> & { readonly slug: string },
): Promise<void> {
  const name: ItemName = { kind: 'skill', slug };
  const isArchived = await isItemArchived(registry.database, caller.tenant.id, name);
  if (isArchived === undefined || isArchived === (archived !== undefined)) return;
  await changeItem(registry, caller, name, { byOwner: false }, async (context) => {
    if (!(await wasLastSetByImport(context.transaction, context.tenantId, name))) return undefined;
    const moved = await (archived === undefined
      ? moveLocked(context, 'unarchive', 'restored on this machine')
      : moveLocked(context, 'archive', archived.reason));
    return moved && { ...moved, details: { ...moved.details, imported_from: id } };
  });
}

/** Undefined where there is no such item. */
async function isItemArchived(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<boolean | undefined> {
  const item = await queries
    .selectFrom('items')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return item && item.state === 'archived';
}

/** The audit log records who created the item, and every time that it was archived or restored. */
async function wasLastSetByImport(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<boolean> {
  const { rows } = await sql<{ byImport: boolean }>`
    select details ? 'imported_from' as "byImport"
    from audit
    where tenant_id = ${tenantId} and (
      (action in ('item.archive', 'item.unarchive') and target = ${`${kind}/${slug}`})
      or (action = 'version.publish' and details ? 'new_item' and starts_with(target, ${`${kind}/${slug}@`}))
    )
    order by id desc
    limit 1
  `.execute(queries);
  return rows[0]?.byImport === true;
}
