/*
 * People and services of a tenant for tests, created as the admin command creates them, and their requests.
 */

import type { Role, Scope } from '../api/names.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Tenant } from '../rules/access/principal.js';
import { type Access, openAccess, type RequestFacts } from './authenticate.js';
import type { Member } from './members.js';
import { addMember } from './members.js';
import { type OpenedSession, type SigningBrowser, signIn } from './sessions.js';
import { makeSignInLink } from './sign-in-links.js';
import type { MadeToken, WantedToken } from './tokens.js';
import { makeToken } from './tokens.js';

export interface TestAccess extends Access {
  readonly registry: TestRegistry;
  member(tenant: Tenant, email: string, role: Role): Promise<Member>;
  /** A token of a service, or of a member whose address is given. */
  token(
    tenant: Tenant,
    wanted?: Partial<WantedToken> & { readonly email?: string; readonly service?: string },
  ): Promise<MadeToken>;
  /** The secret part of a one-time link. */
  link(tenant: Tenant, email: string): Promise<string>;
  /** Opened with a link where an address is given, else with a token. */
  session(
    tenant: Tenant,
    by: { readonly email: string } | { readonly token: string },
  ): Promise<OpenedSession>;
}

export async function testAccess(tenantHosts?: string): Promise<TestAccess> {
  const registry = await testRegistry();
  const link = async (tenant: Tenant, email: string): Promise<string> => {
    const { path } = await makeSignInLink(registry, tenant.id, email);
    return path.slice('/sign-in#'.length);
  };
  return {
    ...openAccess(registry, tenantHosts),
    registry,
    link,
    member: (tenant, email, role) => addMember(registry, tenant.id, { email, name: '', role }),
    token: (tenant, { email, service = 'ci', ...wanted } = {}) =>
      makeToken(registry, tenant.id, email === undefined ? { service } : { email }, {
        name: 'a token',
        scopes: ['skills:read'] satisfies readonly Scope[],
        patterns: [],
        expiresAt: null,
        ...wanted,
      }),
    session: async (tenant, by) =>
      signIn(registry, {
        ...('token' in by
          ? { kind: 'token', text: by.token }
          : { kind: 'link', text: await link(tenant, by.email) }),
        tenant: tenant.slug,
        ...visitor,
      }),
  };
}

/** A browser in which nobody is signed in. */
export const visitor: SigningBrowser = {
  ip: '192.0.2.1',
  browser: 'Firefox on Linux',
  current: undefined,
  replace: false,
};

/** By default a GET without a credential. */
export function sent(
  given: Partial<RequestFacts> & { readonly token?: string; readonly session?: string },
): RequestFacts {
  const { token, session, ...facts } = given;
  return {
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    cookie: session === undefined ? undefined : `coppice_session=${session}`,
    tenantHeader: undefined,
    host: undefined,
    method: 'GET',
    csrfHeader: undefined,
    ...facts,
  };
}
