/*
 * Who may call a route: the caller is authenticated, counted for the rate limit, and checked against the access of the
 * route, in this order. A known principal has a limit of its own, which nobody else can use up; all other callers are
 * counted by address.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { RequestFacts as Credentials } from '../../access/authenticate.js';
import { scimScope } from '../../api/names.js';
import type { Route } from '../../api/route.js';
import type { Authenticated } from '../../rules/access/auth-cache.js';
import type { AnonymousPrincipal, Principal, Tenant } from '../../rules/access/principal.js';
import {
  type Allowance,
  allowance,
  type RateLimits,
  type RateStore,
  windowStart,
} from '../../rules/http/rate-limit.js';
import { countedAddress } from './client-address.js';
import type { RequestFacts } from './request-facts.js';

export type Authenticate = (credentials: Credentials) => Promise<Authenticated>;

/** The tenant is undefined where the route does not authenticate callers. */
export interface Admitted {
  readonly tenant: Tenant | undefined;
  readonly principal: Principal;
}

export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  readonly rates: RateStore;
  readonly limits: RateLimits;
  readonly now: () => number;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal | undefined;
}

/** What decides who may call a route. Without a method nothing is written. */
export type Demand = Pick<Route, 'access' | 'limit'> & Partial<Pick<Route, 'method' | 'confined'>>;

/** Called with the remaining allowance of the caller, whether or not they are admitted. */
export type OnAllowance = (allowance: Allowance) => void;

const nobody: AnonymousPrincipal = { kind: 'anonymous' };
const anonymous: Admitted = { tenant: undefined, principal: nobody };

export async function admit(
  options: AdmissionOptions,
  demand: Demand,
  facts: RequestFacts,
  onAllowance: OnAllowance,
): Promise<Admitted> {
  if (demand.access === 'open' || (demand.access === 'local' && facts.isLocal)) {
    await countRequest(options, demand, byAddress(facts), onAllowance);
    return anonymous;
  }
  const found = await identify(options, demand, facts, onAllowance);
  const { tenant, principal } = found;
  const counted = principal.kind === 'anonymous' ? byAddress(facts) : `${tenant.id}:${principal.name}`;
  await countRequest(options, demand, counted, onAllowance);
  requireAccess(demand, found);
  refuseBeyondPatterns(demand, found);
  return found;
}

/**
 * Again, after a body has come, which may take two minutes: whoever lost their access or their role meanwhile is refused.
 * Nothing is counted.
 */
export async function admitAgain(
  { authenticate }: AdmissionOptions,
  demand: Demand,
  { credentials }: RequestFacts,
  before: Admitted,
): Promise<Admitted> {
  if (before.tenant === undefined) return before;
  const found = await authenticate(credentials);
  requireAccess(demand, found);
  refuseBeyondPatterns(demand, found);
  return found;
}

async function identify(
  options: AdmissionOptions,
  demand: Demand,
  facts: RequestFacts,
  onAllowance: OnAllowance,
): Promise<Authenticated> {
  try {
    return await options.authenticate(facts.credentials);
  } catch (error) {
    // Guesses of credentials count for the address that they come from.
    if (error instanceof CoppiceError && error.code !== 'unavailable')
      await countRequest(options, demand, byAddress(facts), onAllowance);
    throw error;
  }
}

async function countRequest(
  { rates, limits, now, stopping }: AdmissionOptions,
  { limit }: Demand,
  counted: string,
  onAllowance: OnAllowance,
): Promise<void> {
  if (limit === 'none') return;
  const at = now();
  const given = rates.count(`${limit}:${counted}`, windowStart(at));
  const left = allowance(typeof given === 'number' ? given : await given, limits[limit], at);
  onAllowance(left);
  if (left.allowed) return;
  // A client that keeps coming back to a server that stops should go elsewhere, not wait for this one.
  if (stopping?.aborted) throw new CoppiceError('unavailable', 'the server is stopping');
  throw new CoppiceError('rate-limited', `more than ${left.limit} requests of this kind in a minute`, {
    data: { retryAfterSeconds: left.resetSeconds },
  });
}

function requireAccess({ access, limit }: Demand, { tenant, principal }: Authenticated): void {
  if (principal.kind === 'anonymous') {
    const isPublicRead =
      access === 'skills:read' && limit === 'read' && tenant.settings.visibility === 'public';
    if (isPublicRead) return;
    throw new CoppiceError('unauthorized', 'this needs a credential');
  }
  switch (access) {
    case 'open':
      return;
    case 'any':
      if (!principal.scopes.includes(scimScope)) return;
      throw new CoppiceError('forbidden', 'the token of an identity provider is for /scim/v2 alone');
    case 'session':
      if (principal.kind === 'session') return;
      throw new CoppiceError('unauthorized', 'this needs a signed-in person; a token is not enough');
    default: {
      const scope = access === 'local' ? 'tenant:admin' : access;
      if (principal.scopes.includes(scope)) return;
      throw new CoppiceError('forbidden', `this needs the scope ${scope}`, { data: { scope } });
    }
  }
}

/** Patterns are about items: they would not hold for settings, members, tokens or counts about all items. */
function refuseBeyondPatterns(
  { method = 'GET', limit, confined }: Demand,
  { principal }: Authenticated,
): void {
  if (principal.kind === 'anonymous' || principal.patterns.length === 0) return;
  if (method === 'GET' || limit === 'read' || confined) return;
  throw new CoppiceError(
    'forbidden',
    `this token may only change items named ${principal.patterns.join(', ')}`,
    {
      hint: 'use a token without patterns',
    },
  );
}

function byAddress({ ip }: RequestFacts): string {
  return `address:${countedAddress(ip)}`;
}
