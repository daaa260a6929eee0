/*
 * Who gets mail about a notification: active members whom it concerns and who did not mute it. Whoever caused it knows.
 */

import { sql } from 'kysely';
import { namespaceOf } from '../api/item-slug.js';
import type { Queries } from '../data/db/database.js';
import { itemIn, type Notification } from '../rules/notifications/notification.js';

/** Addresses. */
export async function recipientsOf(
  queries: Queries,
  tenantId: number,
  notification: Notification,
): Promise<readonly string[]> {
  const { roles, owners, namespace } = await audienceOf(queries, tenantId, notification);
  const { rows } = await sql<{ email: string }>`
    select users.email from memberships
      join users on users.id = memberships.user_id
      left join mail_preferences as preferences
        on preferences.tenant_id = memberships.tenant_id and preferences.user_id = memberships.user_id
    where memberships.tenant_id = ${tenantId}
      and memberships.suspended_at is null and memberships.deactivated_at is null and users.disabled_at is null
      and (memberships.role = any(${roles}::text[]) or 'user:' || users.email = any(${owners}::text[]) or exists (
        select from namespace_roles as assigned
        where assigned.tenant_id = memberships.tenant_id and assigned.namespace = ${namespace}
          and assigned.role = any(${roles}::text[])
          and (assigned.user_id = memberships.user_id or assigned.group_name in (
            select unnest(array[groups.name, groups.external_id]) from groups
              join group_members using (tenant_id)
            where group_members.tenant_id = memberships.tenant_id and group_members.group_id = groups.id
              and group_members.user_id = memberships.user_id
          ))
      ))
      and 'user:' || users.email <> ${notification.actor}
      and not ${notification.event} = any(coalesce(preferences.muted, '{}'))
    order by users.email`.execute(queries);
  return rows.map(({ email }) => email);
}

interface Audience {
  readonly roles: readonly string[];
  /** Principals. */
  readonly owners: readonly string[];
  /** Whose roles count too. */
  readonly namespace: string | null;
}

async function audienceOf(queries: Queries, tenantId: number, notification: Notification): Promise<Audience> {
  const { event, target, details } = notification;
  switch (event) {
    case 'draft.waiting': {
      const { kind, slug } = details;
      if (typeof kind !== 'string' || typeof slug !== 'string')
        return { roles: ['curator', 'admin'], owners: [], namespace: null };
      const owners = await ownersOf(queries, tenantId, kind, slug);
      return { roles: ['curator', 'admin'], owners, namespace: namespaceOf(slug) };
    }
    case 'item.flagged':
    case 'version.published':
    case 'scan.changed': {
      const item = itemIn(target);
      const owners = item === undefined ? [] : await ownersOf(queries, tenantId, item.kind, item.slug);
      return { roles: event === 'scan.changed' ? ['admin'] : [], owners, namespace: null };
    }
    case 'member.changed':
      return { roles: ['admin'], owners: [target], namespace: null };
    default:
      return event satisfies never;
  }
}

async function ownersOf(
  queries: Queries,
  tenantId: number,
  kind: string,
  slug: string,
): Promise<readonly string[]> {
  const item = await queries
    .selectFrom('items')
    .select('owners')
    .where('tenant_id', '=', tenantId)
    .where(sql`kind`, '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return item?.owners ?? [];
}
