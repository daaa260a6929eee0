/*
 * Records usage: events that clients report, since the server cannot see them, and reads that the server answers itself.
 */

import { CoppiceError } from '../../text/errors.js';
import type { UsageEvent } from '../api/names.js';
import type { UsageEventInput } from '../api/routes/usage.js';
import type { Queries } from '../data/db/database.js';
import type { Registry } from '../registry.js';
import { allowsItem } from '../rules/access/permissions.js';
import type { Caller, ItemName, Principal } from '../rules/access/principal.js';
import { timeOfUse } from '../rules/usage/usage-records.js';

type ReportedUsage = UsageEventInput | { readonly events: readonly UsageEventInput[] };

/**
 * Returns how many events were accepted. In a list, events of unknown items and of items outside the patterns of the token
 * are skipped; a single one is refused.
 */
export async function recordReportedUsage(
  registry: Registry,
  caller: Caller,
  reported: ReportedUsage,
): Promise<number> {
  const { tenant, principal } = caller;
  const now = registry.clock.now();
  const events = 'events' in reported ? reported.events : [reported];
  if (!('events' in reported) && !allowsItem(principal, reported.skill_id))
    throw new CoppiceError('forbidden', `the token does not allow changing \`${reported.skill_id}\``);
  const timed = events.map((event) => ({ ...event, at: timeOfUse(event.day, now) }));
  const ids = await idsOf(registry.database, tenant.id, events.map(nameOf));
  const known = timed.flatMap((event) => {
    const itemId = ids.get(textOf(nameOf(event)));
    return itemId === undefined || !allowsItem(principal, event.skill_id) ? [] : [{ ...event, itemId }];
  });
  if (!('events' in reported) && known.length === 0)
    throw new CoppiceError('not-found', `there is no ${reported.kind} \`${reported.skill_id}\``);
  for (const { itemId, event, count, project_hash: projectHash = null, at } of known) {
    registry.usage.record({
      tenantId: tenant.id,
      itemId,
      versionId: null,
      event,
      count,
      projectHash,
      at,
      userId: principal.userId,
      tokenId: principal.tokenId,
    });
  }
  return known.length;
}

async function idsOf(
  queries: Queries,
  tenantId: number,
  names: readonly ItemName[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('items')
    .select(['id', 'kind', 'slug'])
    .where('tenant_id', '=', tenantId)
    .where((is) =>
      is(
        is.refTuple('kind', 'slug'),
        'in',
        names.map(({ kind, slug }) => is.tuple(kind, slug)),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [textOf(row), row.id]));
}

function nameOf({ kind, skill_id: slug }: UsageEventInput): ItemName {
  return { kind, slug };
}

function textOf({ kind, slug }: ItemName): string {
  return `${kind}/${slug}`;
}

interface UsageCaller {
  readonly tenant: { readonly id: number };
  readonly principal: Principal;
}

/** Records that a version was read. It never waits and never fails. */
export function recordUse(
  { usage, clock }: Registry,
  { tenant, principal }: UsageCaller,
  event: UsageEvent,
  { itemId, versionId }: { readonly itemId: number; readonly versionId: number },
): void {
  const { userId, tokenId } = principal.kind === 'anonymous' ? nobody : principal;
  usage.record({
    tenantId: tenant.id,
    itemId,
    versionId,
    event,
    count: 1,
    userId,
    tokenId,
    projectHash: null,
    at: clock.now(),
  });
}

const nobody = { userId: null, tokenId: null };
