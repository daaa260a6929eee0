/*
 * The providers of a tenant: those that its admins configured, and those that the environment of the server names, which
 * take precedence. A secret is given to the issuer that it was stored for and to no other.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';
import {
  type NewProvider,
  type ProviderChanges,
  type ProviderSettings,
  providerSettings,
} from '../api/sign-in.js';
import { type AuditActor, actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { Caller, Tenant } from '../rules/access/principal.js';
import type { OidcRegistration } from './oidc-client.js';
import { openSecret, sealSecret } from './sealed-secret.js';
import type { SignInParts } from './sign-in-parts.js';

export interface Provider {
  readonly slug: string;
  readonly source: 'settings' | 'environment';
  readonly issuer: string;
  readonly clientId: string;
  readonly hasSecret: boolean;
  readonly settings: ProviderSettings;
  readonly createdAt: Date | null;
}

export type TenantName = Pick<Tenant, 'id' | 'slug'>;

/** Sorted by slug. */
export async function listProviders(parts: SignInParts, tenant: TenantName): Promise<readonly Provider[]> {
  const own = environmentProviders(parts, tenant);
  const stored = await selectProviders(parts.registry.database, tenant.id).execute();
  const others = stored.filter(({ slug }) => !own.some((provider) => provider.slug === slug)).map(providerOf);
  return [...own, ...others].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Undefined where the tenant has none of this name that is switched on. */
export async function enabledProvider(
  parts: SignInParts,
  tenant: TenantName,
  slug: string,
): Promise<Provider | undefined> {
  const provider = await findProvider(parts, tenant, slug);
  return provider?.settings.enabled ? provider : undefined;
}

async function findProvider(
  parts: SignInParts,
  tenant: TenantName,
  slug: string,
): Promise<Provider | undefined> {
  const own = environmentProviders(parts, tenant).find((provider) => provider.slug === slug);
  if (own) return own;
  const row = await selectProviders(parts.registry.database, tenant.id)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && providerOf(row);
}

/**
 * Whether it is still what it was when the sign-in began, in the transaction that opens the session. Who switches it off at
 * the same instant waits, and ends that session too.
 */
export async function holdProvider(
  transaction: Queries,
  { id }: TenantName,
  { slug, issuer, source }: Provider,
): Promise<boolean> {
  if (source === 'environment') return true;
  const row = await selectProviders(transaction, id).where('slug', '=', slug).forShare().executeTakeFirst();
  return row?.issuer === issuer && providerOf(row).settings.enabled;
}

/** Throws `not-found`. */
export async function knownProvider(parts: SignInParts, tenant: TenantName, slug: string): Promise<Provider> {
  const provider = await findProvider(parts, tenant, slug);
  if (provider) return provider;
  throw new CoppiceError('not-found', `there is no provider ${slug}`);
}

/** With the secret in plain text. Throws `unavailable` where it cannot be decrypted. */
export async function registrationOf(
  parts: SignInParts,
  tenant: TenantName,
  { slug, source, issuer, clientId }: Provider,
): Promise<OidcRegistration> {
  if (source === 'environment') {
    const given = parts.environment.find((each) => each.tenant === tenant.slug && each.slug === slug);
    return { issuer, clientId, clientSecret: given?.clientSecret };
  }
  const { secret } = await selectProviders(parts.registry.database, tenant.id)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const clientSecret =
    secret === null ? undefined : openSecret(parts.secretKeys, secretContext(tenant, slug, issuer), secret);
  return { issuer, clientId, clientSecret };
}

export async function createProvider(
  parts: SignInParts,
  caller: Caller,
  { slug, issuer, client_id, client_secret, ...settings }: NewProvider,
): Promise<Provider> {
  const { registry } = parts;
  const { tenant } = caller;
  const now = registry.clock.now();
  const secret =
    client_secret === null
      ? null
      : sealSecret(parts.secretKeys, secretContext(tenant, slug, issuer), client_secret);
  refuseEnvironment(parts, tenant, slug);
  await change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    const made = await transaction
      .insertInto('identity_providers')
      .values({
        tenant_id: tenant.id,
        slug,
        issuer,
        client_id,
        secret,
        settings: JSON.stringify(settings),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'slug']).doNothing())
      .returning('slug')
      .executeTakeFirst();
    if (made === undefined) throw new CoppiceError('already-exists', `there is a provider ${slug} already`);
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'provider.create',
      target: `provider/${slug}`,
      details: { issuer, client_id, ...settings },
    });
  });
  return knownProvider(parts, tenant, slug);
}

export async function changeProvider(
  parts: SignInParts,
  caller: Caller,
  slug: string,
  { issuer, client_id, client_secret, ...settings }: ProviderChanges,
): Promise<Provider> {
  const { registry } = parts;
  const { tenant } = caller;
  const now = registry.clock.now();
  refuseEnvironment(parts, tenant, slug);
  await change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    const row = await selectProviders(transaction, tenant.id)
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new CoppiceError('not-found', `there is no provider ${slug}`);
    const before = providerOf(row);
    const after = { ...before.settings, ...definedIn(settings) };
    const newIssuer = issuer ?? row.issuer;
    if (newIssuer !== row.issuer && row.secret !== null && client_secret === undefined)
      throw new CoppiceError('bad-value', 'another issuer does not get the stored secret', {
        hint: 'send client_secret with the issuer',
      });
    const secret =
      client_secret === undefined
        ? row.secret
        : client_secret === null
          ? null
          : sealSecret(parts.secretKeys, secretContext(tenant, slug, newIssuer), client_secret);
    await transaction
      .updateTable('identity_providers')
      .set({
        issuer: newIssuer,
        client_id: client_id ?? row.client_id,
        secret,
        settings: JSON.stringify(after),
      })
      .where('tenant_id', '=', tenant.id)
      .where('slug', '=', slug)
      .execute();
    const isOver = (before.settings.enabled && !after.enabled) || newIssuer !== row.issuer;
    const ended = isOver ? await endProviderSessions(transaction, tenant.id, slug, now) : 0;
    if (after.max_hours < before.settings.max_hours)
      await shortenSessions(transaction, tenant.id, slug, after.max_hours);
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'provider.change',
      target: `provider/${slug}`,
      details: {
        ...definedIn({ issuer, client_id, ...settings }),
        ...(client_secret !== undefined && { client_secret: 'changed' }),
        ...(ended > 0 && { ended_sessions: ended }),
      },
    });
  });
  return knownProvider(parts, tenant, slug);
}

/** Ends the sessions that it opened. Whoever signed in with it stays a member. */
export async function removeProvider(parts: SignInParts, caller: Caller, slug: string): Promise<void> {
  const { registry } = parts;
  const { tenant } = caller;
  const now = registry.clock.now();
  refuseEnvironment(parts, tenant, slug);
  await change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    const removed = await transaction
      .deleteFrom('identity_providers')
      .where('tenant_id', '=', tenant.id)
      .where('slug', '=', slug)
      .returning('issuer')
      .executeTakeFirst();
    if (removed === undefined) throw new CoppiceError('not-found', `there is no provider ${slug}`);
    const ended = await endProviderSessions(transaction, tenant.id, slug, now);
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'provider.remove',
      target: `provider/${slug}`,
      details: { issuer: removed.issuer, ended_sessions: ended },
    });
  });
}

/** The provider itself, for what it decides. */
export function providerActor({ id }: TenantName, slug: string, ip: string | null): AuditActor {
  return { tenantId: id, actor: `provider:${slug}`, ip };
}

async function endProviderSessions(
  queries: Queries,
  tenantId: number,
  slug: string,
  now: number,
): Promise<number> {
  const ended = await queries
    .updateTable('sessions')
    .set({ revoked_at: new Date(now) })
    .where('tenant_id', '=', tenantId)
    .where('provider', '=', slug)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Those that are open end as if they had been opened with the new maximum. */
async function shortenSessions(
  queries: Queries,
  tenantId: number,
  slug: string,
  maxHours: number,
): Promise<void> {
  await sql`
    update sessions set ends_at = least(ends_at, latest), expires_at = least(expires_at, latest)
    from (
      select id, created_at + ${maxHours} * interval '1 hour' as latest from sessions
      where tenant_id = ${tenantId} and provider = ${slug}
    ) as limits
    where sessions.tenant_id = ${tenantId} and sessions.id = limits.id
  `.execute(queries);
}

/** A secret cannot be moved to another row, or sent to another issuer by changing its row. */
function secretContext({ id }: TenantName, slug: string, issuer: string): string {
  return JSON.stringify(['identity provider', id, slug, issuer]);
}

function refuseEnvironment(parts: SignInParts, tenant: TenantName, slug: string): void {
  if (!environmentProviders(parts, tenant).some((provider) => provider.slug === slug)) return;
  throw new CoppiceError('conflict', `the provider ${slug} is configured in the environment of the server`, {
    hint: 'ask the operator of the registry to change it',
  });
}

function environmentProviders({ environment }: SignInParts, { slug }: TenantName): readonly Provider[] {
  return environment
    .filter(({ tenant }) => tenant === slug)
    .map(({ clientSecret, tenant: _, ...provider }) => ({
      ...provider,
      source: 'environment',
      hasSecret: clientSecret !== undefined,
      createdAt: null,
    }));
}

function selectProviders(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('identity_providers')
    .select(['slug', 'issuer', 'client_id', 'secret', 'settings', 'created_at'])
    .where('tenant_id', '=', tenantId);
}

type ProviderRow = Awaited<ReturnType<ReturnType<typeof selectProviders>['executeTakeFirstOrThrow']>>;

function providerOf({ slug, issuer, client_id, secret, settings, created_at }: ProviderRow): Provider {
  return {
    slug,
    source: 'settings',
    issuer,
    clientId: client_id,
    hasSecret: secret !== null,
    // A setting that a newer version added is ignored.
    settings: providerSettings.strip().parse(isObject(settings) ? settings : {}),
    createdAt: created_at,
  };
}

function definedIn<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
