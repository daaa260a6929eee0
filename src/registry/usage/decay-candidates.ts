/*
 * Finds the candidates for the archive. The query leaves out what cannot be one; the rule decides on the rest.
 */

import { sql } from 'kysely';
import { dayMs } from '../../text/time.js';
import type { Kind } from '../api/names.js';
import type { DecayPolicy } from '../api/settings.js';
import type { Queries } from '../data/db/database.js';
import {
  type DayRange,
  type Decay,
  type DecayFacts,
  decayWindows,
  judgeDecay,
  protections,
  settledSince,
} from '../rules/usage/decay.js';

export interface CandidateQuery {
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

interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** How many would be candidates, if no item required them and no project had them. */
  readonly protectedCount: number;
}

/** In pages, by their ids: there may be many. */
export async function* decayCandidates(
  queries: Queries,
  question: CandidateQuery,
): AsyncGenerator<CandidatePage> {
  for (let after = 0; ; ) {
    const rows = await readPage(queries, question, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    const projects = await countProjects(queries, question, rows.filter(needsProjects(question)));
    const judged = rows.map((row) => judge(row, projects.get(row.id) ?? 0, question));
    yield {
      candidates: judged.flatMap(({ candidate }) => candidate ?? []),
      protectedCount: judged.filter(({ kind }) => kind === 'protected').length,
    };
    after = last.id;
  }
}

/** Whether it matters which projects have it: what they told is by far the most there is to read. */
function needsProjects({ policy, now }: CandidateQuery): (row: Row) => boolean {
  return (row) => row.state === 'flagged' || judgeDecay(factsOf(row, 0), policy, now).kind === 'candidate';
}

function judge(
  row: Row,
  pinnedBy: number,
  { policy, now }: CandidateQuery,
): { readonly kind: Decay['kind']; readonly candidate: Candidate | undefined } {
  const facts = factsOf(row, pinnedBy);
  const decay = judgeDecay(facts, policy, now);
  const reasons = decay.kind === 'candidate' ? decay.reasons : [];
  const said =
    row.state === 'flagged' ? [...flagReason(row.state_reason, reasons), ...protections(facts)] : [];
  const all = [...reasons, ...said];
  const { publishedAt, lastUsedAt, useCount } = facts;
  const candidate = { itemId: row.id, slug: row.slug, publishedAt, lastUsedAt, useCount, reasons: all };
  return { kind: decay.kind, candidate: all.length > 0 ? candidate : undefined };
}

function factsOf(row: Row, pinnedBy: number): DecayFacts {
  return {
    publishedAt: row.updated_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    useCount: row.use_count,
    uses: { counted: row.counted, recent: row.recent, former: row.former },
    isRequired: row.is_required,
    pinnedBy,
  };
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
  { tenantId, kind, policy, now, flaggedToo }: CandidateQuery,
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
      where sums.tenant_id = item.tenant_id and sums.item_id = item.id and ${needsDailySums(policy)}
    ) as used
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.id > ${after}
      and (
        (item.state = 'flagged' and ${flaggedToo})
        or (item.state = 'published' and ${policy.enabled} and item.updated_at < ${new Date(settledSince(policy, now))}
          and (
            ${needsDailySums(policy)}
            or (item.use_count < ${policy.max_uses}
              and coalesce(item.last_used_at < ${new Date(now - policy.days * dayMs)}, true))
          ))
      )
    order by item.id
    limit ${pageSize}
  `.execute(queries);
  return rows;
}

/** Of these items, by how many projects each is pinned. All at once: item by item, every month would be looked into for each. */
async function countProjects(
  queries: Queries,
  { tenantId, policy, now }: CandidateQuery,
  items: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (items.length === 0) return new Map();
  const [since] = decayWindows(policy, now).counted;
  const { rows } = await sql<{ readonly item_id: number; readonly projects: number }>`
    select item_id, count(distinct project_hash) as projects
    from usage_of_projects
    where tenant_id = ${tenantId} and item_id = any(${items.map(({ id }) => id)}::bigint[])
      and event in ('install', 'use') and day >= ${since}
    group by item_id
  `.execute(queries);
  return new Map(rows.map(({ item_id, projects }) => [item_id, projects]));
}

/** Whether the counters on the item are not enough. */
function needsDailySums({ counting, declining }: DecayPolicy): boolean {
  return declining || counting === 'window';
}
