/*
 * Who sent a request, and in which tenant. A credential is valid only in its own tenant; a tenant that does not exist, a
 * tenant of somebody else and a wrong credential are refused with the same message after the same work.
 */

import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { Registry } from '../registry.js';
import { AuthCache, type Authenticated } from '../rules/access/auth-cache.js';
import { isCredentialText, sessionInCookie } from '../rules/access/credential-text.js';
import type { KnownPrincipal, Tenant } from '../rules/access/principal.js';
import { readSettings } from '../rules/access/stored-settings.js';
import { namedTenant } from '../rules/access/tenant-name.js';
import { credentialHash, findGrant, tenantIdOf } from './credentials.js';
import { LastUsed } from './last-used.js';

/** The headers of a request that say who sends it. */
export interface RequestFacts {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** X-Coppice-Tenant, or X-Skill-Pool-Tenant. */
  readonly tenantHeader: string | undefined;
  readonly host: string | undefined;
  readonly method: string;
  /** X-Coppice-Csrf. */
  readonly csrfHeader: string | undefined;
}

/** What authentication needs and caches; the server makes it once. */
export interface Access {
  readonly registry: Registry;
  /** `{tenant}.skills.example.com`, where hosts name tenants. */
  readonly tenantHosts: string | undefined;
  readonly cache: AuthCache;
  readonly lastUsed: LastUsed;
}

export function openAccess(registry: Registry, tenantHosts: string | undefined): Access {
  return { registry, tenantHosts, cache: new AuthCache(registry), lastUsed: new LastUsed(registry) };
}

/** Throws `unauthorized` (no valid credential), or `forbidden` (a write of a session without its CSRF token). */
export async function authenticate(access: Access, facts: RequestFacts): Promise<Authenticated> {
  const named = namedTenant(facts, access.tenantHosts);
  const given = givenCredential(facts);
  const found = given === undefined ? await findPublic(access, named) : await findKnown(access, given);
  if (found === undefined || (named !== undefined && named !== found.tenant.slug)) throw unauthorized();
  const { tenant, principal } = found;
  if (principal.kind !== 'anonymous') {
    if (principal.kind === 'session') requireCsrf(principal, facts);
    access.lastUsed.note(tenant.id, principal);
  }
  return found;
}

/** The one answer to every invalid credential: it does not say what is wrong with it. */
export function unauthorized(): CoppiceError {
  return new CoppiceError('unauthorized', 'a valid credential for this tenant is required', {
    hint: 'send Authorization: Bearer TOKEN',
  });
}

interface GivenCredential {
  readonly kind: 'token' | 'session';
  readonly text: string;
}

/** The header takes precedence over the cookie: it was sent on purpose. */
function givenCredential({ authorization, cookie }: RequestFacts): GivenCredential | undefined {
  if (authorization !== undefined)
    return { kind: 'token', text: /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '' };
  const text = sessionInCookie(cookie);
  return text === undefined ? undefined : { kind: 'session', text };
}

async function findKnown(
  { registry: { database, clock }, cache }: Access,
  { kind, text }: GivenCredential,
): Promise<Authenticated | undefined> {
  if (!isCredentialText(kind, text)) return undefined;
  const hash = credentialHash(text);
  const key = hash.toString('hex');
  return cachedOr(cache, key, async () => {
    const tenantId = await tenantIdOf(database, kind, hash);
    if (tenantId === undefined) return undefined;
    const revision = cache.revision(tenantId);
    const grant = await findGrant(database, tenantId, { kind, hash }, clock.now());
    if (grant) cache.set(key, grant, revision);
    return grant;
  });
}

async function cachedOr(
  cache: AuthCache,
  key: string,
  find: () => Promise<Authenticated | undefined>,
): Promise<Authenticated | undefined> {
  const known = cache.get(key);
  if (known) return known;
  try {
    return await find();
  } catch (error) {
    const last = isUnavailable(error) ? cache.lastKnown(key) : undefined;
    if (last) return last;
    throw error;
  }
}

function isUnavailable(error: unknown): boolean {
  return hasCode(error, 'unavailable');
}

/** A tenant that is not public is neither found nor cached, so that response times do not reveal that it exists. */
async function findPublic(
  { registry: { database }, cache }: Access,
  slug: string | undefined,
): Promise<Authenticated | undefined> {
  if (slug === undefined) return undefined;
  const key = `public:${slug}`;
  return cachedOr(cache, key, async () => {
    const before = await publicTenant(database, slug);
    if (before === undefined) return undefined;
    const revision = cache.revision(before.id);
    const tenant = await publicTenant(database, slug);
    if (tenant === undefined) return undefined;
    const found: Authenticated = { tenant, principal: { kind: 'anonymous' } };
    cache.set(key, found, revision);
    return found;
  });
}

async function publicTenant(database: Registry['database'], slug: string): Promise<Tenant | undefined> {
  const row = await database
    .selectFrom('tenants')
    .select(['id', 'slug', 'settings'])
    .where('slug', '=', slug)
    .where(sql`settings ->> 'visibility'`, '=', 'public')
    .executeTakeFirst();
  return row && { id: row.id, slug: row.slug, settings: readSettings(row.settings) };
}

/** A page of any site can make a browser send the cookie; only the catalog's own page can send the header. */
function requireCsrf({ csrf }: KnownPrincipal, { method, csrfHeader }: RequestFacts): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (hasCsrf(csrf, csrfHeader)) return;
  throw new CoppiceError('forbidden', 'a write with a session needs the header X-Coppice-Csrf', {
    hint: 'send the csrf of GET /v1/auth/whoami',
  });
}

export function hasCsrf(csrf: string | null, header: string | undefined): boolean {
  return csrf !== null && header !== undefined && isSame(csrf, header);
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
