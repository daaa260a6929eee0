/*
 * The skills of the machine as the API returns them, with whether the catalog has them.
 */

import { sql } from 'kysely';
import type { LocalSkillAnswer } from '../../api/routes/local.js';
import type { Queries } from '../../data/db/database.js';
import { localSlugs } from '../../rules/local-names.js';
import { noSlug } from './import-skills.js';
import type { LocalSkills } from './local-skills.js';

export async function listLocal(
  queries: Queries,
  tenantId: number,
  local: LocalSkills,
): Promise<readonly LocalSkillAnswer[]> {
  const found = local.found();
  const slugs = localSlugs(found);
  const rows = await queries
    .selectFrom('items')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'skill')
    .where('slug', '=', sql<string>`any(${[...slugs.values()]}::text[])`)
    .execute();
  const items = new Set(rows.map((row) => row.slug));
  return found.map(({ id, name, description, root, state, use, verdict, refusal }) => {
    const slug = slugs.get(id) ?? null;
    const reason = refusal ?? (slug === null ? noSlug : undefined);
    return {
      id,
      name,
      slug,
      description,
      root,
      state,
      use_count: use.count,
      last_used_at: use.lastAt === 0 ? null : new Date(use.lastAt).toISOString(),
      imported: slug !== null && items.has(slug),
      ...(verdict !== undefined && { verdict }),
      ...(reason !== undefined && { reason }),
    };
  });
}
