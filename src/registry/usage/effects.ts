/*
 * Pools what members report about the effect of a change that several of them have. A member can add little to it: a few
 * machines, each with a bounded count for every day; and a report replaces the earlier one of the same machine.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { utcDay } from '../../text/time.js';
import { type EffectAnswer, type EffectDay, type EffectReport, effectLimits } from '../api/effect.js';
import type { Queries } from '../data/db/database.js';
import type { Registry } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';

/** Stores the report, and answers with what all other machines reported about the same changes. */
export async function poolEffects(
  { database, clock }: Pick<Registry, 'database' | 'clock'>,
  caller: Caller,
  report: EffectReport,
): Promise<EffectAnswer> {
  return await database.transaction().execute(async (transaction) => {
    await storeReport(transaction, caller, report, clock.now());
    return await readOthers(transaction, caller, report);
  });
}

async function storeReport(
  transaction: Queries,
  { tenant, principal }: Caller,
  { machine, effects }: EffectReport,
  now: number,
): Promise<void> {
  // Two reports of a member at the same time are stored one after the other, so that the limit holds.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${principal.name}, ${tenant.id}::bigint))
  `.execute(transaction);
  await transaction
    .deleteFrom('effect_counts')
    .where('tenant_id', '=', tenant.id)
    .where('reported_by', '=', principal.name)
    .where('machine', '=', machine)
    .where(
      'digest',
      'in',
      effects.map(({ digest }) => digest),
    )
    .execute();
  const rows = effects.flatMap(({ digest, days }) =>
    days.map((day) => ({
      ...{ tenant_id: tenant.id, digest, reported_by: principal.name, machine, reported_on: utcDay(now) },
      ...day,
    })),
  );
  // A statement takes 65,535 parameters.
  for (let at = 0; at < rows.length; at += 1_000)
    await transaction
      .insertInto('effect_counts')
      .values(rows.slice(at, at + 1_000))
      .execute();
  const { digests } = await transaction
    .selectFrom('effect_counts')
    .select(({ fn }) => fn.count<number>('digest').distinct().as('digests'))
    .where('tenant_id', '=', tenant.id)
    .where('reported_by', '=', principal.name)
    .executeTakeFirstOrThrow();
  if (Number(digests) > effectLimits.digestsOfMember)
    throw new CoppiceError(
      'conflict',
      `a member may report about ${effectLimits.digestsOfMember} changes, and these would be ${digests}`,
    );
}

interface PooledRow {
  readonly digest: string;
  readonly member: number;
  readonly days: readonly EffectDay[];
}

async function readOthers(
  transaction: Queries,
  { tenant, principal }: Caller,
  { machine, effects }: EffectReport,
): Promise<EffectAnswer> {
  const digests = effects.map(({ digest }) => digest);
  const { rows } = await sql<PooledRow>`
    with reports as (
      select digest, reported_by, machine, max(reported_on) as reported_on,
        json_agg(json_build_object('day', day, 'loads', loads, 'bad', bad,
          'other_loads', other_loads, 'other_bad', other_bad) order by day) as days
      from effect_counts
      where tenant_id = ${tenant.id} and digest = any(${digests}::text[])
        and not (reported_by = ${principal.name} and machine = ${machine})
      group by digest, reported_by, machine
    ), numbered as (
      select *,
        dense_rank() over (partition by digest order by reported_by) - 1 as member,
        row_number() over (partition by digest, reported_by order by reported_on desc, machine) as nth_of_member
      from reports
    ), counted as (
      select *, row_number() over (partition by digest order by reported_on desc, member, machine) as nth
      from numbered where nth_of_member <= ${effectLimits.machinesOfMember}
    )
    select digest, member::int, days from counted
    where nth <= ${effectLimits.machines}
    order by digest, nth
  `.execute(transaction);
  return {
    effects: digests.map((digest) => ({
      digest,
      machines: rows
        .filter((row) => row.digest === digest)
        .map(({ member, days }) => ({ member, days: [...days] })),
    })),
  };
}
