/*
 * Evaluations that publishers claim, by the content that they are about. A version with other bytes has none of them, and
 * one with the same bytes has all of them, whatever its number or name.
 */

import { sql } from 'kysely';
import type { EvaluationAnswer, EvaluationClaim } from '../../api/evaluation.js';
import type { Queries } from '../../data/db/database.js';
import type { Caller } from '../../rules/access/principal.js';

const maxShown = 10;

/** The newest claim first. */
export async function readEvaluations(
  queries: Queries,
  tenantId: number,
  contentDigest: string,
): Promise<EvaluationAnswer[]> {
  const rows = await queries
    .selectFrom('evaluations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('content_digest', '=', contentDigest)
    .orderBy('claimed_at', 'desc')
    .orderBy('agent')
    .orderBy('claimed_by')
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    claimed_by: row.claimed_by,
    claimed_at: row.claimed_at.toISOString(),
    agent: row.agent,
    model: row.model,
    ran_at: row.ran_at.toISOString(),
    score: row.score,
    difference: differenceOf(row),
    verdict: row.verdict,
    cases: row.cases,
    runs: row.runs,
  }));
}

interface DifferenceColumns {
  readonly difference: number | null;
  readonly difference_low: number | null;
  readonly difference_high: number | null;
  readonly against: 'without' | 'old' | null;
}

/** All of the columns are null, or none is. */
function differenceOf(row: DifferenceColumns): EvaluationAnswer['difference'] {
  const { difference: value, difference_low: low, difference_high: high, against } = row;
  if (value === null || low === null || high === null || against === null) return null;
  return { value, low, high, against };
}

/** Replaces what the same caller claimed about the same content on the same agent, and never what others claimed. */
export async function recordEvaluation(
  transaction: Queries,
  { tenant, principal }: Caller,
  contentDigest: string,
  { agent, model, ran_at, score, difference, verdict, cases, runs }: EvaluationClaim,
  at: number,
): Promise<void> {
  const claim = {
    claimed_at: new Date(at),
    model,
    ran_at: new Date(ran_at),
    score,
    difference: difference?.value ?? null,
    difference_low: difference?.low ?? null,
    difference_high: difference?.high ?? null,
    against: difference?.against ?? null,
    verdict,
    cases,
    runs,
  };
  await transaction
    .insertInto('evaluations')
    .values({
      tenant_id: tenant.id,
      content_digest: contentDigest,
      agent,
      claimed_by: principal.name,
      ...claim,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'content_digest', 'agent', 'claimed_by']).doUpdateSet(claim),
    )
    .execute();
}

/** For a purge: claims about content that no version has any more. */
export async function removeEvaluations(
  transaction: Queries,
  tenantId: number,
  contentDigest: string,
): Promise<void> {
  await sql`
    delete from evaluations
    where tenant_id = ${tenantId} and content_digest = ${contentDigest} and not exists (
      select from versions where tenant_id = ${tenantId} and content_digest = ${contentDigest}
    )
  `.execute(transaction);
}
