/*
 * Reads from the database what the reputation of a new version depends on, in the transaction of its publish.
 */

import { sql } from 'kysely';
import type { Queries } from '../../data/db/database.js';
import type { StoredFinding } from '../../data/db/tables.js';
import type { ItemName } from '../../rules/access/principal.js';
import { type ReputationFinding, reputationOf } from '../../rules/reputation.js';
import { similarSlugs } from '../../rules/slugs.js';

interface NewVersion extends ItemName {
  readonly tenantId: number;
  readonly itemId: number;
  readonly isNew: boolean;
  readonly publisher: string;
  readonly text: string;
  readonly findings: readonly StoredFinding[];
}

export async function findReputation(
  transaction: Queries,
  version: NewVersion,
): Promise<readonly ReputationFinding[]> {
  const { slug, publisher, findings } = version;
  return reputationOf({
    slug,
    publisher,
    findings,
    before: version.isNew ? undefined : await findBefore(transaction, version),
    isKnownPublisher: await hasPublished(transaction, version),
    copies: await findCopies(transaction, version),
    similar: version.isNew ? await findSimilar(transaction, version) : [],
  });
}

async function findBefore(transaction: Queries, { tenantId, itemId }: NewVersion) {
  const row = await transaction
    .selectFrom('versions')
    .select(['version', 'scan_findings'])
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { version: row.version, findings: row.scan_findings };
}

async function hasPublished(transaction: Queries, { tenantId, publisher }: NewVersion): Promise<boolean> {
  const row = await transaction
    .selectFrom('versions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('published_by', '=', publisher)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Short texts are alike by accident. */
const minComparedLength = 200;
/** More names than a finding needs. */
const maxCopies = 50;

/** The same expression as in the index, so that the index is used. */
const ownLines = sql.raw(`'^(name:|description:|version:|author:|#).*$', '', 'gn'`);

async function findCopies(transaction: Queries, { tenantId, itemId, text }: NewVersion) {
  if (text.length < minComparedLength) return [];
  return transaction
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .select(['items.slug', 'versions.published_by as publisher'])
    .distinct()
    .where('versions.tenant_id', '=', tenantId)
    .where('items.tenant_id', '=', tenantId)
    .where('versions.item_id', '!=', itemId)
    .where(
      sql<boolean>`md5(regexp_replace(versions.skill_md, ${ownLines})) = md5(regexp_replace(${text}, ${ownLines}))`,
    )
    .where(sql<boolean>`length(regexp_replace(versions.skill_md, ${ownLines})) >= ${minComparedLength}`)
    .limit(maxCopies)
    .execute();
}

async function findSimilar(transaction: Queries, { tenantId, slug, publisher }: NewVersion) {
  const rows = await transaction
    .selectFrom('items')
    .select(['slug', 'owners', 'use_count as useCount'])
    .where('tenant_id', '=', tenantId)
    .where('use_count', '>', 0)
    .execute();
  const others = rows.filter(({ owners }) => !owners.includes(publisher));
  const similar = similarSlugs(
    slug,
    others.map((other) => other.slug),
  );
  return others.filter((other) => similar.includes(other.slug));
}
