/*
 * The whole application with every handler and real credentials, for tests of who may do what in which namespace.
 */

import { type TestAccess, testAccess } from '../../src/registry/access/access.fixture.js';
import { authenticate } from '../../src/registry/access/authenticate.js';
import { type Role, scopes } from '../../src/registry/api/names.js';
import { type BundleSketch, bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { accountHandlers } from '../../src/registry/server/http/handlers/account.js';
import { catalogHandlers } from '../../src/registry/server/http/handlers/catalog.js';
import { draftHandlers } from '../../src/registry/server/http/handlers/drafts.js';
import { memberHandlers } from '../../src/registry/server/http/handlers/members.js';
import { namespaceHandlers } from '../../src/registry/server/http/handlers/namespaces.js';
import { publishHandlers } from '../../src/registry/server/http/handlers/publish.js';
import { usageHandlers } from '../../src/registry/server/http/handlers/usage.js';

export interface Reply {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly data: any;
}

export interface RightsApp extends TestAccess {
  readonly acme: Tenant;
  /** By the token of a person or service, by the name that the test gave it. */
  send(who: string, method: string, path: string, body?: object | FormData): Promise<Reply>;
  /** Makes a member with this role, and a token that has everything that they may do. */
  person(name: string, role: Role): Promise<void>;
  service(name: string, token: Parameters<TestAccess['token']>[1]): Promise<void>;
  publish(who: string, target: string, sketch?: BundleSketch): Promise<Reply>;
  propose(who: string, slug: string, sketch?: BundleSketch, metadata?: object): Promise<Reply>;
}

export async function rightsApp(): Promise<RightsApp> {
  const access = await testAccess();
  const { registry } = access;
  const acme = await registry.tenant('acme');
  const tokens = new Map<string, string>();
  const app = createApp({
    registry,
    authenticate: (facts) => authenticate(access, facts),
    handlers: {
      ...everyRoute(async () => ({ status: 500 })),
      ...accountHandlers,
      ...catalogHandlers(openCatalog(registry)),
      ...draftHandlers,
      ...memberHandlers,
      ...namespaceHandlers,
      ...publishHandlers,
      ...usageHandlers,
    },
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e9, write: 1e9, publish: 1e9 },
    },
  });
  const send: RightsApp['send'] = async (who, method, path, body) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await app.request(`http://registry.test${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(who) ?? ''}`,
        ...(isJson && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    const isAnswer = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, text, data: isAnswer ? JSON.parse(text) : {} };
  };
  return {
    ...access,
    acme,
    send,
    person: async (name, role) => {
      const email = `${name}@example.com`;
      const { userId } = await access.member(acme, email, role);
      // As the session of that person: the roles of today decide, not what a token was given once.
      const { text, id } = await access.token(acme, { email, scopes: ['skills:read'] });
      await registry.unguarded
        .updateTable('tokens')
        .set({ scopes })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute();
      tokens.set(name, text);
    },
    service: async (name, token) => {
      tokens.set(name, (await access.token(acme, { service: name, ...token })).text);
    },
    publish: (who, target, sketch) => {
      const at = target.lastIndexOf('@');
      const metadata = { slug: target.slice(0, at), version: target.slice(at + 1) };
      return send(who, 'POST', '/v1/skills', upload(metadata, sketch));
    },
    propose: (who, slug, sketch, metadata = {}) =>
      send(who, 'POST', '/v1/drafts', upload({ slug, ...metadata }, sketch)),
  };
}

export function upload(metadata: object, sketch?: BundleSketch): FormData {
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadata));
  form.set('bundle', new Blob([new Uint8Array(bundleOf(sketch))]), 'bundle.tar.gz');
  return form;
}

/** The slug as one part of a path. */
export function at(slug: string): string {
  return `/v1/skills/${encodeURIComponent(slug)}`;
}
