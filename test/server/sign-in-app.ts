/*
 * The application with real accounts and real providers of identities, and the browsers of people who sign in.
 */

import { randomBytes } from 'node:crypto';
import { type TestAccess, testAccess } from '../../src/registry/access/access.fixture.js';
import { authenticate } from '../../src/registry/access/authenticate.js';
import type { WhoAnswer } from '../../src/registry/api/routes/account.js';
import type { NewProvider } from '../../src/registry/api/sign-in.js';
import { newProvider } from '../../src/registry/api/sign-in.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { registryConfig } from '../../src/registry/server/config.js';
import { type App, createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { accountHandlers } from '../../src/registry/server/http/handlers/account.js';
import { programHandlers } from '../../src/registry/server/http/handlers/programs.js';
import { signInHandlers } from '../../src/registry/server/http/handlers/sign-in.js';
import { createProvider } from '../../src/registry/sign-in/providers.js';
import { openSignIn, type SignInParts } from '../../src/registry/sign-in/sign-in-parts.js';
import { clientId, clientSecret } from './identity-provider.js';

export const origin = 'http://127.0.0.1:4600';

export interface SignInApp extends TestAccess {
  readonly parts: SignInParts;
  readonly app: App;
  addProvider(tenant: Tenant, given: Partial<NewProvider> & { readonly issuer: string }): Promise<void>;
  browser(): TestBrowser;
  request(path: string, init?: RequestInit): Promise<Response>;
}

export async function signInApp(environment: Readonly<Record<string, string>> = {}): Promise<SignInApp> {
  const access = await testAccess();
  const { registry } = access;
  const config = registryConfig(
    {
      COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8',
      COPPICE_SECRET_KEY: randomBytes(32).toString('base64'),
      COPPICE_RATE_READS: '1000000',
      COPPICE_RATE_WRITES: '1000000',
      ...environment,
    },
    '/home',
  );
  const parts = openSignIn(registry, config);
  const app = createApp({
    registry,
    authenticate: (facts) => authenticate(access, facts),
    handlers: {
      ...everyRoute(async () => ({ json: {} })),
      ...accountHandlers,
      ...programHandlers,
      ...signInHandlers(parts),
    },
    config,
  });
  const request = async (path: string, init: RequestInit = {}) =>
    app.request(`${origin}${path}`, { ...init, headers: { host: new URL(origin).host, ...init.headers } });
  return {
    ...access,
    parts,
    app,
    request,
    addProvider: async (tenant, given) => {
      const wanted = { slug: 'idp', client_id: clientId, client_secret: clientSecret, ...given };
      await createProvider(parts, registry.caller(tenant), newProvider.parse(wanted));
    },
    browser: () => new TestBrowser(request),
  };
}

export interface Finished {
  readonly status: number;
  readonly body: Partial<WhoAnswer> & { back?: string; message?: string; details?: Record<string, unknown> };
}

/** Keeps the cookies of the registry and of providers apart, as a browser does. */
export class TestBrowser {
  readonly #request: SignInApp['request'];
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(request: SignInApp['request']) {
    this.#request = request;
  }

  async send(
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await this.#request(path, {
      method,
      headers: {
        cookie: this.#cookies(origin),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    this.#keep(origin, response);
    return response;
  }

  /** Returns the address at the provider. */
  async begin(slug = 'idp', { tenant = 'acme', back = '/' } = {}): Promise<string> {
    const response = await this.send('POST', `/v1/auth/providers/${slug}/start`, { tenant, back });
    const { location, message } = (await response.json()) as { location?: string; message?: string };
    if (location === undefined) throw new Error(message);
    return location;
  }

  /** Follows the pages of the provider back to the registry. */
  async visit(address: string): Promise<URL> {
    for (let at = new URL(address); ; ) {
      if (at.origin === origin) return at;
      const response = await fetch(at, { redirect: 'manual', headers: { cookie: this.#cookies(at.origin) } });
      this.#keep(at.origin, response);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${at}: ${response.status} ${await response.text()}`);
      at = new URL(location, at);
    }
  }

  /** Sends what is in the address, as the page does. */
  async finish(
    address: URL,
    { replace = false, csrf = '', ...changes }: Record<string, unknown> = {},
  ): Promise<Finished> {
    const answer = { ...Object.fromEntries(address.searchParams), at: address.pathname, replace, ...changes };
    const headers = csrf === '' ? {} : { 'x-coppice-csrf': String(csrf) };
    const response = await this.send('POST', '/v1/auth/callback', answer, headers);
    return { status: response.status, body: (await response.json()) as Finished['body'] };
  }

  async signIn(slug = 'idp', given: { tenant?: string; back?: string } = {}): Promise<Finished> {
    return this.finish(await this.visit(await this.begin(slug, given)));
  }

  /** Removes the cookies of a site. */
  forget(site: string): void {
    this.#jars.delete(site);
  }

  async who(): Promise<number | string> {
    const response = await this.send('GET', '/v1/auth/whoami');
    return response.ok ? ((await response.json()) as WhoAnswer).principal : response.status;
  }

  #cookies(site: string): string {
    return [...(this.#jars.get(site) ?? [])].map((pair) => pair.join('=')).join('; ');
  }

  #keep(site: string, { headers }: Response): void {
    const jar = this.#jars.get(site) ?? new Map<string, string>();
    this.#jars.set(site, jar);
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }
}
