/*
 * The tenant that somebody wants to sign in to, before anybody knows who they are.
 */

import { everyTenant, type Queries } from '../data/db/database.js';
import type { TenantName } from './providers.js';
import type { SignInParts } from './sign-in-parts.js';

/** By its name, or the only one that there is. Undefined where the registry has several, and for a name that none has. */
export async function tenantToSignIn(
  queries: Queries,
  slug: string | undefined,
): Promise<TenantName | undefined> {
  const tenants = queries.selectFrom('tenants').select(['id', 'slug']);
  if (slug !== undefined) return tenants.where('slug', '=', slug).executeTakeFirst();
  const [only, ...others] = await tenants.limit(2).execute();
  return others.length === 0 ? only : undefined;
}

/** Whether naming one can help: there are several, and somebody signs in with a provider. */
export async function hasSeveralTenants(
  queries: Queries,
  { environment }: Pick<SignInParts, 'environment'>,
): Promise<boolean> {
  const tenants = await queries.selectFrom('tenants').select('id').limit(2).execute();
  if (tenants.length < 2) return false;
  if (environment.length > 0) return true;
  const provider = await queries
    .selectFrom('identity_providers')
    .select('slug')
    .limit(1)
    .modifyEnd(everyTenant('whether any tenant has one'))
    .executeTakeFirst();
  return provider !== undefined;
}

export function tenantById(queries: Queries, id: number): Promise<TenantName> {
  return queries.selectFrom('tenants').select(['id', 'slug']).where('id', '=', id).executeTakeFirstOrThrow();
}
