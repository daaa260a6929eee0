/*
 * Hands everything that a member owns to somebody else, before or after that member leaves. Each item has its entry in the
 * audit log.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import { findMember, type WhichMember } from '../../access/members.js';
import { type AuditActor, writeAudits } from '../../data/db/audit.js';
import { change, type Queries } from '../../data/db/database.js';
import type { RegistryRows } from '../../registry.js';

/** `to` is a principal: `user:EMAIL` of an active member, or `service:NAME` with a token. Returns how many items. */
export async function transferItems(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
  to: string,
): Promise<number> {
  const { tenantId } = actor;
  return change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
    const { email } = await findMember(transaction, tenantId, which);
    const from = `user:${email}`;
    if (to === from) throw new CoppiceError('bad-value', `${email} owns it already`);
    await requireOwner(transaction, tenantId, to);
    const { rows } = await sql<TransferredItem>`
      update items set owners = (
        select array_agg(owner order by first) from (
          select owner, min(position) as first
          from unnest(array_replace(owners, ${from}, ${to})) with ordinality as given (owner, position)
          group by owner
        ) as once
      )
      where tenant_id = ${tenantId} and ${from} = any (owners)
      returning kind, slug, owners
    `.execute(transaction);
    const entries = rows.map(({ kind, slug, owners }) => ({
      action: 'item.set-owners',
      target: `${kind}/${slug}`,
      details: { from: [from], to: owners, transferred: true },
    }));
    await writeAudits(transaction, actor, registry.clock.now(), entries);
    return rows.length;
  });
}

interface TransferredItem {
  readonly kind: string;
  readonly slug: string;
  readonly owners: readonly string[];
}

async function requireOwner(queries: Queries, tenantId: number, name: string): Promise<void> {
  const [, kind, rest = ''] = /^(user|service):(.+)$/.exec(name) ?? [];
  if (kind === 'user') {
    const { state } = await findMember(queries, tenantId, { email: rest });
    if (state === 'active') return;
    throw new CoppiceError('conflict', `${rest} is ${state}`, { hint: 'choose an active member' });
  }
  const token =
    kind === 'service' &&
    (await queries
      .selectFrom('tokens')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('service', '=', rest)
      .where('revoked_at', 'is', null)
      .executeTakeFirst());
  if (!token) throw new CoppiceError('not-found', `there is no member or service ${name}`);
}
