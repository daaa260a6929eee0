/*
 * The list of candidates for the archive as the API returns it: most stale first, each with its reasons.
 */

import { sql } from 'kysely';
import type { Kind } from '../api/names.js';
import type { DecayItem } from '../api/routes/usage.js';
import type { DecayPolicy, TenantSettings } from '../api/settings.js';
import type { Queries } from '../data/db/database.js';
import { shownVersionId } from '../items/catalog/item-columns.js';
import { idleSince } from '../rules/usage/decay.js';
import { type Candidate, decayCandidates } from './decay-candidates.js';

export interface DecayQuery extends PolicyOverrides {
  readonly kind: Kind;
  readonly limit: number;
}

/** Values that are not given come from the tenant's policy. */
interface PolicyOverrides {
  readonly days?: number | undefined;
  readonly max_uses?: number | undefined;
  readonly grace_days?: number | undefined;
}

export async function listDecay(
  queries: Queries,
  tenant: { readonly id: number; readonly settings: TenantSettings },
  { kind, limit, ...overrides }: DecayQuery,
  now: number,
): Promise<readonly DecayItem[]> {
  const { decay } = tenant.settings;
  const policies = { ...decay, [kind]: policyFor(decay[kind], overrides) };
  const candidates: Candidate[] = [];
  const query = { tenantId: tenant.id, kinds: [kind], policies, now, includeFlagged: true };
  for await (const page of decayCandidates(queries, query)) candidates.push(...page.candidates);
  candidates.sort((a, b) => idleSince(a) - idleSince(b) || (a.slug < b.slug ? -1 : 1));
  return describe(queries, tenant.id, candidates.slice(0, limit));
}

/** A caller who gives a threshold wants to see its effect, even where items of the kind do not decay. */
function policyFor(policy: DecayPolicy, { days, max_uses, grace_days }: PolicyOverrides): DecayPolicy {
  return {
    ...policy,
    enabled: policy.enabled || days !== undefined || max_uses !== undefined,
    days: days ?? policy.days,
    max_uses: max_uses ?? policy.max_uses,
    grace_days: grace_days ?? policy.grace_days,
  };
}

async function describe(
  queries: Queries,
  tenantId: number,
  candidates: readonly Candidate[],
): Promise<readonly DecayItem[]> {
  const rows = await queries
    .selectFrom('items as item')
    .leftJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').on('version.id', '=', shownVersionId),
    )
    .select([
      'item.id',
      'item.kind',
      'item.state',
      'item.created_at',
      'item.latest_id',
      'version.version',
      'version.description',
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.id', '=', sql<number>`any(${candidates.map(({ itemId }) => itemId)}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ itemId, slug, useCount, lastUsedAt, reasons }) => {
    const row = byId.get(itemId);
    if (row === undefined) return [];
    return {
      slug,
      kind: row.kind,
      version: row.latest_id === null ? null : row.version,
      description: row.description ?? '',
      use_count: useCount,
      last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      created_at: row.created_at.toISOString(),
      state: row.state,
      reasons: [...reasons],
    };
  });
}
