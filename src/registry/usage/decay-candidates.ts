/*
 * Finds the candidates for the archive. The query leaves out what cannot be one; the rule decides on the rest.
 */

import { sql } from 'kysely';
import type { Kind } from '../api/names.js';
import type { DecayPolicy } from '../api/settings.js';
import type { Queries } from '../db/database.js';
import { type DayRange, type DecayFacts, decayReasons, decayWindows, settledSince } from '../rules/decay.js';
import { dayMs } from '../rules/utc-day.js';

export interface DecayQuestion {
  readonly tenantId: number;
  readonly kind: Kind;
  readonly policy: DecayPolicy;
  readonly now: number;
  /** Also what is flagged already, which then is a candidate whatever the policy says. */
  readonly flaggedToo: boolean;
}

export interface Candidate extends Pick<DecayFacts, 'publishedAt' | 'lastUsedAt' | 'useCount'> {
  readonly itemId: number;
  readonly slug: string;
  readonly reasons: readonly string[];
}

/** In pages, by their ids: there may be many. */
export async function* decayCandidates(
  queries: Queries,
  question: DecayQuestion,
): AsyncGenerator<readonly Candidate[]> {
  for (let after = 0; ; ) {
    const rows = await readPage(queries, question, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap((row) => candidateOf(row, question));
    after = last.id;
  }
}

function candidateOf(row: Row, { policy, now }: DecayQuestion): readonly Candidate[] {
  const facts: DecayFacts = {
    publishedAt: row.updated_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    useCount: row.use_count,
    uses: { counted: row.counted, recent: row.recent, former: row.former },
    isRequired: row.is_required,
  };
  const reasons = decayReasons(facts, policy, now);
  const { publishedAt, lastUsedAt, useCount } = facts;
  const candidate = { itemId: row.id, slug: row.slug, publishedAt, lastUsedAt, useCount };
  if (row.state !== 'flagged') return reasons === undefined ? [] : [{ ...candidate, reasons }];
  return [{ ...candidate, reasons: [...(reasons ?? []), ...flagReason(row.state_reason, reasons ?? [])] }];
}

/** What a curator said. A sweep says nothing but the reasons that are there already. */
function flagReason(said: string, reasons: readonly string[]): readonly string[] {
  if (reasons.some((reason) => said.includes(reason)) || (said === '' && reasons.length > 0)) return [];
  return [said === '' ? 'flagged' : `flagged: ${said}`];
}

interface Row {
  readonly id: number;
  readonly slug: string;
  readonly state: 'published' | 'flagged';
  readonly state_reason: string;
  readonly use_count: number;
  readonly last_used_at: Date | null;
  readonly updated_at: Date;
  readonly counted: number;
  readonly recent: number;
  readonly former: number;
  readonly is_required: boolean;
}

const pageSize = 5_000;

async function readPage(
  queries: Queries,
  { tenantId, kind, policy, now, flaggedToo }: DecayQuestion,
  after: number,
): Promise<readonly Row[]> {
  const windows = decayWindows(policy, now);
  const usesIn = ([from, to]: DayRange) =>
    sql`coalesce(sum(downloads + views + uses) filter (where day between ${from} and ${to}), 0)::bigint`;
  const { rows } = await sql<Row>`
    select item.id, item.slug, item.state, item.state_reason, item.use_count, item.last_used_at, item.updated_at,
      used.*,
      exists (
        select from dependencies as dependency
        join versions as version on version.tenant_id = dependency.tenant_id and version.id = dependency.version_id
        join items as other on other.tenant_id = version.tenant_id and other.id = version.item_id
          and other.latest_id = version.id
        where dependency.tenant_id = item.tenant_id and dependency.kind = item.kind
          and dependency.slug = item.slug and other.state <> 'archived'
      ) as is_required
    from items as item, lateral (
      select ${usesIn(windows.counted)} as counted, ${usesIn(windows.recent)} as recent,
        ${usesIn(windows.former)} as former
      from usage_by_item as sums
      where sums.tenant_id = item.tenant_id and sums.item_id = item.id and ${looksIntoDays(policy)}
    ) as used
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.id > ${after}
      and (
        (item.state = 'flagged' and ${flaggedToo})
        or (item.state = 'published' and ${policy.enabled} and item.updated_at < ${new Date(settledSince(policy, now))}
          and (
            ${looksIntoDays(policy)}
            or (item.use_count < ${policy.max_uses}
              and coalesce(item.last_used_at < ${new Date(now - policy.days * dayMs)}, true))
          ))
      )
    order by item.id
    limit ${pageSize}
  `.execute(queries);
  return rows;
}

/** Whether the counters on the item are not enough. */
function looksIntoDays({ counting, declining }: DecayPolicy): boolean {
  return declining || counting === 'window';
}
