/*
 * What a version requires, as it is written in answers: `slug` or `slug@range`, in the order of the slugs.
 */

import { type RawBuilder, sql } from 'kysely';

/** A column of a query in which `alias` stands for a version. */
export function requiresOf(alias: string): RawBuilder<string[]> {
  return sql<string[]>`array(
    select dependency.slug || case dependency.range when '*' then '' else '@' || dependency.range end
    from dependencies as dependency
    where dependency.tenant_id = ${sql.ref(alias)}.tenant_id and dependency.version_id = ${sql.ref(alias)}.id
    order by dependency.slug collate "C"
  )`;
}
