/*
 * The draft routes with several callers, each identified by the name that it sends.
 */

import { type BundleSketch, bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import type { TestRegistry } from '../../src/registry/registry.fixture.js';
import type { Caller } from '../../src/registry/rules/access/principal.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { draftHandlers } from '../../src/registry/server/http/handlers/drafts.js';
import { CoppiceError } from '../../src/text/errors.js';

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Empty unless the answer is JSON. */
  readonly data: Record<string, unknown>;
}

export interface DraftsApp {
  send(method: string, path: string, body?: unknown, by?: string): Promise<Reply>;
  propose(metadata: object, sketch?: BundleSketch, by?: string): Promise<Reply>;
  /** The id of a new draft. */
  proposed(slug: string, sketch?: BundleSketch, metadata?: object): Promise<string>;
}

/** `callers` are by name; the first is the default. */
export function draftsApp(registry: TestRegistry, callers: Readonly<Record<string, Caller>>): DraftsApp {
  const others = everyRoute(async () => ({ status: 500 }));
  const app = createApp({
    registry,
    authenticate: async ({ authorization }) => {
      const caller = callers[authorization ?? ''] ?? Object.values(callers)[0];
      if (caller === undefined) throw new CoppiceError('unauthorized', 'nobody');
      return caller;
    },
    handlers: { ...others, ...draftHandlers },
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
  const reply = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, text, data: isJson ? JSON.parse(text) : {} };
  };
  const propose: DraftsApp['propose'] = async (metadata, sketch, by = '') => {
    const body = new FormData();
    body.set('metadata', JSON.stringify(metadata));
    body.set('bundle', new Blob([new Uint8Array(bundleOf(sketch))]), 'bundle.tar.gz');
    return reply(await app.request('/v1/drafts', { method: 'POST', body, headers: { authorization: by } }));
  };
  return {
    propose,
    proposed: async (slug, sketch, metadata = {}) => {
      const { status, data, text } = await propose({ slug, ...metadata }, sketch);
      if (status !== 201) throw new Error(text);
      return String(data['id']);
    },
    send: async (method, path, body, by = '') =>
      reply(
        await app.request(path, {
          method,
          headers: { authorization: by, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  };
}
