/*
 * Says why names have no version in a resolution, and which published names are like them. It is read only where something
 * is unresolved, and for a bounded number of names: a manifest may have a thousand that are all mistyped.
 */

import { sql } from 'kysely';
import type { Turns } from '../../../system/turns.js';
import { closest } from '../../../text/closest.js';
import type { UnresolvedNode } from '../../api/resolve.js';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import { keyOf } from '../../rules/versions/item-key.js';
import type { UnresolvedDemand } from '../../rules/versions/resolve.js';
import { type UnresolvedFacts, whyUnresolved } from '../../rules/versions/unresolved.js';
import { followAbsorbed } from './follow-absorbed.js';

export async function explainUnresolved(
  queries: Queries,
  tenantId: number,
  unresolved: readonly UnresolvedDemand[],
  turns: Turns,
): Promise<UnresolvedNode[]> {
  if (unresolved.length === 0) return [];
  const facts = await readFacts(queries, tenantId, unresolved);
  const mistyped = unresolved.filter((name) => !facts.has(keyOf(name))).slice(0, maxMistyped);
  const names = mistyped.length === 0 ? [] : await readNames(queries, tenantId);
  const nodes = await turns.run(explained(unresolved, facts, new Set(mistyped), names));
  const archived = nodes.filter(({ cause }) => cause === 'archived');
  const led = await followAbsorbed(queries, tenantId, archived);
  return nodes.map((node) => {
    const into = led.get(keyOf(node));
    return into === undefined ? node : { ...node, absorbed_into: into };
  });
}

/** In steps: a name is compared with all that are published, and a range with every version. */
function* explained(
  unresolved: readonly UnresolvedDemand[],
  facts: ReadonlyMap<string, UnresolvedFacts>,
  mistyped: ReadonlySet<UnresolvedDemand>,
  names: readonly ItemName[],
): Generator<undefined, UnresolvedNode[]> {
  const nodes: UnresolvedNode[] = [];
  for (const demand of unresolved) {
    yield;
    const { kind, slug, range, requiredBy } = demand;
    nodes.push({
      kind,
      slug,
      range,
      required_by: requiredBy,
      ...whyUnresolved(range, facts.get(keyOf(demand))),
      similar: mistyped.has(demand) ? similarTo(demand, names) : [],
    });
  }
  return nodes;
}

/** So many names are compared with all that are published. */
const maxMistyped = 10;

function similarTo({ kind, slug }: ItemName, names: readonly ItemName[]): ItemName[] {
  const ofOtherKind = names.filter((name) => name.slug === slug && name.kind !== kind);
  const slugs = names.filter((name) => name.kind === kind).map((name) => name.slug);
  return [...ofOtherKind, ...closest(slug, slugs).map((near) => ({ kind, slug: near }))];
}

interface FactsRow extends ItemName {
  readonly state: string;
  readonly state_reason: string;
  readonly state_at: Date;
  readonly state_by: string | null;
  readonly versions: readonly {
    readonly version: string;
    readonly yanked_at: string | null;
    readonly yanked_by: string | null;
    readonly yanked_reason: string | null;
  }[];
}

/** By key. Names that were never published are left out. */
async function readFacts(
  queries: Queries,
  tenantId: number,
  names: readonly ItemName[],
): Promise<ReadonlyMap<string, UnresolvedFacts>> {
  const { rows } = await sql<FactsRow>`
    select item.kind, item.slug, item.state, item.state_reason, item.state_at,
      case item.state when 'archived' then (
        select actor from audit
        where tenant_id = ${tenantId} and action in ('item.archive', 'item.absorb') and target = item.kind || '/' || item.slug
        order by id desc
        limit 1
      ) end as state_by,
      (
        select jsonb_agg(jsonb_build_object('version', version, 'yanked_at', yanked_at, 'yanked_by', yanked_by,
          'yanked_reason', yanked_reason))
        from versions
        where tenant_id = item.tenant_id and item_id = item.id
      ) as versions
    from items as item
    join (
      select distinct * from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ slug }) => slug)}::text[])
    ) as wanted (kind, slug) on wanted.kind = item.kind and wanted.slug = item.slug
    where item.tenant_id = ${tenantId}
      and exists (select from versions where tenant_id = item.tenant_id and item_id = item.id)
  `.execute(queries);
  return new Map(rows.map((row) => [keyOf(row), factsOf(row)]));
}

function factsOf({ state, state_reason, state_at, state_by, versions }: FactsRow): UnresolvedFacts {
  const isArchived = state === 'archived';
  return {
    archived: isArchived ? { by: state_by ?? undefined, at: state_at, reason: state_reason } : undefined,
    versions: versions.map(({ version, yanked_at, yanked_by, yanked_reason }) => ({
      version,
      yanked:
        yanked_at === null
          ? undefined
          : { by: yanked_by ?? undefined, at: new Date(yanked_at), reason: yanked_reason ?? '' },
    })),
  };
}

/** What can be installed without a lock. */
async function readNames(queries: Queries, tenantId: number): Promise<readonly ItemName[]> {
  return queries
    .selectFrom('items')
    .select(['kind', 'slug'])
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', 'archived')
    .where('latest_id', 'is not', null)
    .orderBy('kind')
    .orderBy('slug', (order) => order.collate('C'))
    .execute();
}
