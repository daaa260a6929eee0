/*
 * Finds the candidates for the archive. The query leaves out items that cannot be one; the rule decides on the rest. All
 * kinds are read, whichever are asked for: a skill that only a dead agent requires is dead too.
 */

import { sql } from 'kysely';
import { dayMs } from '../../text/time.js';
import { type Kind, kinds } from '../api/names.js';
import type { DecayPolicy } from '../api/settings.js';
import type { Queries } from '../data/db/database.js';
import {
  type DayRange,
  type Decay,
  type DecayFacts,
  decayWindows,
  judgeDecay,
  protections,
  requiredByCandidatesOnly,
  settledSince,
} from '../rules/usage/decay.js';

export interface CandidateQuery {
  readonly tenantId: number;
  /** The kinds of the candidates. */
  readonly kinds: readonly Kind[];
  readonly policies: Readonly<Record<Kind, DecayPolicy>>;
  readonly now: number;
  /** Whether flagged items are candidates too, whatever the policy says. */
  readonly includeFlagged: boolean;
}

export interface Candidate extends Pick<DecayFacts, 'publishedAt' | 'lastUsedAt' | 'useCount'> {
  readonly itemId: number;
  readonly slug: string;
  readonly reasons: readonly string[];
}

interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** How many items are not candidates only because an item requires them or a project has them. */
  readonly protectedCount: number;
}

/** In pages, by kind and sorted by id: there may be many. */
export async function* decayCandidates(
  queries: Queries,
  query: CandidateQuery,
): AsyncGenerator<CandidatePage> {
  const rows: Row[] = [];
  const projects = new Map<number, number>();
  for (const kind of kinds) {
    const policy = query.policies[kind];
    for (let last: Row | undefined; ; ) {
      const page = await readPage(queries, query, { kind, policy, after: last?.id ?? 0 });
      last = page.at(-1);
      if (last === undefined) break;
      rows.push(...page);
      const pinned = page.filter((row) => needsProjects(row, policy, query.now));
      for (const [id, count] of await countProjects(queries, query, policy, pinned)) projects.set(id, count);
    }
  }
  const dead = deadRows(rows, projects, query);
  const judgedRows = rows.filter(
    ({ kind, state }) => query.kinds.includes(kind) && (query.includeFlagged || state !== 'flagged'),
  );
  for (let at = 0; at < judgedRows.length; at += pageSize) {
    const judged = judgedRows
      .slice(at, at + pageSize)
      .map((row) =>
        judge(row, { pinnedBy: projects.get(row.id) ?? 0, isRequired: !dead.has(row.id) }, query),
      );
    yield {
      candidates: judged.flatMap(({ candidate }) => candidate ?? []),
      protectedCount: judged.filter(({ kind }) => kind === 'protected').length,
    };
  }
}

/** The ids of rows that no live item requires but other candidates. A flagged item is one unless a project has it. */
function deadRows(
  rows: readonly Row[],
  projects: ReadonlyMap<number, number>,
  { policies, now }: CandidateQuery,
): ReadonlySet<number> {
  const unrequired = rows.filter((row) => row.required_by.length === 0).map(({ id }) => id);
  const candidates = rows.filter((row) => {
    const pinnedBy = projects.get(row.id) ?? 0;
    if (row.state === 'flagged') return pinnedBy === 0;
    const facts = factsOf(row, { pinnedBy, isRequired: false });
    return judgeDecay(facts, policies[row.kind], now).kind === 'candidate';
  });
  const dead = requiredByCandidatesOnly(new Map(candidates.map((row) => [row.id, row.required_by])));
  return new Set([...unrequired, ...dead]);
}

interface Protection {
  readonly pinnedBy: number;
  readonly isRequired: boolean;
}

const unprotected: Protection = { pinnedBy: 0, isRequired: false };

/** Whether the reports of projects matter: they are by far the largest table to read. */
function needsProjects(row: Row, policy: DecayPolicy, now: number): boolean {
  return row.state === 'flagged' || judgeDecay(factsOf(row, unprotected), policy, now).kind === 'candidate';
}

function judge(
  row: Row,
  protection: Protection,
  { policies, now }: CandidateQuery,
): { readonly kind: Decay['kind']; readonly candidate: Candidate | undefined } {
  const facts = factsOf(row, protection);
  const decay = judgeDecay(facts, policies[row.kind], now);
  const reasons = decay.kind === 'candidate' ? decay.reasons : [];
  const flagReasons =
    row.state === 'flagged' ? [...flagReason(row.state_reason, reasons), ...protections(facts)] : [];
  const all = [...reasons, ...flagReasons];
  const { publishedAt, lastUsedAt, useCount } = facts;
  const candidate = { itemId: row.id, slug: row.slug, publishedAt, lastUsedAt, useCount, reasons: all };
  return { kind: decay.kind, candidate: all.length > 0 ? candidate : undefined };
}

function factsOf(row: Row, { pinnedBy, isRequired }: Protection): DecayFacts {
  return {
    publishedAt: row.updated_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    useCount: row.use_count,
    uses: { counted: row.counted, recent: row.recent, former: row.former },
    isRequired,
    pinnedBy,
  };
}

/** The reason that a curator gave. The reason of a sweep only repeats the current reasons. */
function flagReason(given: string, reasons: readonly string[]): readonly string[] {
  if (reasons.some((reason) => given.includes(reason)) || (given === '' && reasons.length > 0)) return [];
  return [given === '' ? 'flagged' : `flagged: ${given}`];
}

interface Row {
  readonly id: number;
  readonly kind: Kind;
  readonly slug: string;
  readonly state: 'published' | 'flagged';
  readonly state_reason: string;
  readonly use_count: number;
  readonly last_used_at: Date | null;
  readonly updated_at: Date;
  readonly counted: number;
  readonly recent: number;
  readonly former: number;
  /** Ids of live items whose latest version requires it. */
  readonly required_by: readonly number[];
}

const pageSize = 5_000;

async function readPage(
  queries: Queries,
  { tenantId, now }: CandidateQuery,
  { kind, policy, after }: { readonly kind: Kind; readonly policy: DecayPolicy; readonly after: number },
): Promise<readonly Row[]> {
  const windows = decayWindows(policy, now);
  const usesIn = ([from, to]: DayRange) =>
    sql`coalesce(sum(downloads + views + uses) filter (where day between ${from} and ${to}), 0)::bigint`;
  const { rows } = await sql<Row>`
    select item.id, item.kind, item.slug, item.state, item.state_reason, item.use_count, item.last_used_at, item.updated_at,
      used.*,
      array(
        select distinct other.id::float8 from dependencies as dependency
        join versions as version on version.tenant_id = dependency.tenant_id and version.id = dependency.version_id
        join items as other on other.tenant_id = version.tenant_id and other.id = version.item_id
          and other.latest_id = version.id
        where dependency.tenant_id = item.tenant_id and dependency.kind = item.kind
          and dependency.slug = item.slug and other.state <> 'archived'
      ) as required_by
    from items as item, lateral (
      select ${usesIn(windows.counted)} as counted, ${usesIn(windows.recent)} as recent,
        ${usesIn(windows.former)} as former
      from usage_by_item as sums
      where sums.tenant_id = item.tenant_id and sums.item_id = item.id and ${needsDailySums(policy)}
    ) as used
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.id > ${after}
      and (
        item.state = 'flagged'
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

/** How many projects pin each item. One query for all of them, since a query per item would read every partition again. */
async function countProjects(
  queries: Queries,
  { tenantId, now }: CandidateQuery,
  policy: DecayPolicy,
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

/** Whether the policy needs more than the counters on the item. */
function needsDailySums({ counting, declining }: DecayPolicy): boolean {
  return declining || counting === 'window';
}
