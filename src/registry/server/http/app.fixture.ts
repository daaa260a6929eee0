/*
 * The application without a database, for tests of everything in front of the handlers: handlers only return what they
 * were called with, and every caller is who they claim to be.
 */

import { countingIds } from '../../../system/ids.js';
import type { LogFields } from '../../../system/log.js';
import { silentLog } from '../../../system/log.js';
import { Turns } from '../../../system/turns.js';
import { CoppiceError } from '../../../text/errors.js';
import { type Scope, scopes } from '../../api/names.js';
import type { Route } from '../../api/route.js';
import type { routes } from '../../api/routes/routes.js';
import { tenantSettings } from '../../api/settings.js';
import type { Registry } from '../../registry.js';
import { effectiveScopes, roleOfScopes } from '../../rules/access/permissions.js';
import type { KnownPrincipal, Principal, Tenant } from '../../rules/access/principal.js';
import { rightsOf } from '../../rules/access/rights.js';
import { registryConfig } from '../config.js';
import { type App, type AppOptions, createApp } from './app.js';
import { everyRoute } from './every-route.fixture.js';
import type { Answer, Call } from './handler.js';

type AnyHandler = (call: Call<Route>) => Promise<Answer>;

export interface TestAppOptions extends Partial<Omit<AppOptions, 'registry' | 'authenticate' | 'handlers'>> {
  readonly environment?: Readonly<Record<string, string>>;
  /** By name; the others answer `{}`. */
  readonly handlers?: Partial<Record<keyof typeof routes, AnyHandler>>;
}

export interface TestApp {
  readonly app: App;
  readonly logged: readonly LogFields[];
  /** Tests may set the time, and the revision of the catalog; undefined while changes cannot be received. */
  readonly world: { now: number; revision: number | undefined };
  /** `who` is `read`, `admin`, ... (a token with those scopes), `session`, or nobody. */
  ask(address: string, options?: AskOptions): Promise<Response>;
}

export interface AskOptions {
  readonly method?: string;
  readonly who?: string;
  readonly tenant?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: Uint8Array | string | FormData;
  /** The address of the socket. */
  readonly peer?: string;
}

export function testApp({ environment = {}, handlers = {}, ...options }: TestAppOptions = {}): TestApp {
  const world: TestApp['world'] = { now: Date.UTC(2026, 0, 15, 12), revision: 1 };
  const logged: LogFields[] = [];
  const log = { ...silentLog, info: (fields: LogFields) => void logged.push(fields) };
  const app = createApp({
    config: registryConfig(environment, '/home'),
    ids: countingIds('boot'),
    ...options,
    // Nothing here uses the rest of a registry.
    registry: {
      clock: { now: () => world.now },
      changes: { revision: () => world.revision },
      log,
      turns: new Turns(),
    } as unknown as Registry,
    authenticate: async ({ authorization, tenantHeader }) => ({
      tenant: tenantOf(tenantHeader),
      principal: principalOf(authorization, tenantHeader),
    }),
    handlers: { ...everyRoute(async () => ({ json: {} })), ...handlers },
  });
  return {
    app,
    logged,
    world,
    ask: async (address, { method = 'GET', who, tenant = 'acme', headers, json, body, peer } = {}) =>
      app.request(
        address,
        {
          method,
          headers: {
            'x-coppice-tenant': tenant,
            ...(who !== undefined && { authorization: `Bearer ${who}` }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(body !== undefined && { body }),
        },
        peer === undefined ? undefined : { incoming: { socket: { remoteAddress: peer } } },
      ),
  };
}

const tenantIds = ['acme', 'globex', 'open'];

function tenantOf(slug = 'acme'): Tenant {
  const visibility = slug === 'open' ? 'public' : 'private';
  return { id: tenantIds.indexOf(slug), slug, settings: tenantSettings.parse({ visibility }) };
}

function principalOf(authorization: string | undefined, tenant: string | undefined): Principal {
  const who = authorization?.replace('Bearer ', '');
  if (who === undefined && tenant === 'open') return { kind: 'anonymous' };
  const granted = who === undefined ? undefined : scopesOf(who);
  if (granted === undefined) throw new CoppiceError('unauthorized', 'who are you?');
  return known(who === 'session' ? 'session' : 'token', `service:${who}`, granted);
}

function scopesOf(who: string): readonly Scope[] | undefined {
  if (who === 'session') return scopes;
  const found = scopes.filter((scope) => who.split('+').includes(scope.split(':')[1] ?? ''));
  return found.length > 0 || who === 'nothing' ? found : undefined;
}

function known(kind: 'token' | 'session', name: string, granted: readonly Scope[]): KnownPrincipal {
  const nothing = { userId: null, tokenId: null, sessionId: null, role: null, expiresAt: null, csrf: null };
  return {
    ...nothing,
    kind,
    name,
    scopes: effectiveScopes(granted, null),
    rights: rightsOf(roleOfScopes(granted), []),
    patterns: [],
  };
}
