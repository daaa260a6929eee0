/*
 * The registry as a web application: every route of the table with its handler, /mcp, and the pages of the catalog for
 * all other addresses that a browser requests.
 */

import { Hono } from 'hono';
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { type Ids, randomIds } from '../../../system/ids.js';
import type { Route } from '../../api/route.js';
import { routes } from '../../api/routes/routes.js';
import type { Registry } from '../../registry.js';
import type { Principal, Tenant } from '../../rules/access/principal.js';
import { refuseCostlyJson } from '../../rules/http/json-limits.js';
import type { RateLimits, RateStore } from '../../rules/http/rate-limit.js';
import { refusal } from '../../rules/http/refusal.js';
import type { Authenticate } from './admission.js';
import { type AnswerOptions, answerRoute } from './answer-route.js';
import { BodyBudget } from './body-budget.js';
import {
  type AnswerHeaders,
  type AppContext,
  type Described,
  exchanges,
  sendRefusal,
  type Work,
} from './exchange.js';
import type { Handler, Handlers } from './handler.js';
import { createMetrics, type Metrics } from './metrics.js';
import { memoryRates } from './rate-stores.js';
import { bodyBytes } from './read-body.js';
import type { FactsOptions } from './request-facts.js';
import { ResponseCache } from './response-cache.js';
import { sendPage, type WebFiles } from './web-files.js';

export interface AppOptions {
  readonly registry: Registry;
  readonly authenticate: Authenticate;
  readonly handlers: Handlers<typeof routes>;
  readonly config: Omit<FactsOptions, 'nextRequestId'> & { readonly rateLimits: RateLimits };
  /** Refuses every request whose host is not a name of this machine. */
  readonly onlyLoopbackHosts?: boolean;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  readonly metrics?: Metrics;
  readonly rates?: RateStore;
  readonly ids?: Ids;
  readonly bodyIdleMs?: number;
  /** How many bytes of bodies may be in memory at once. */
  readonly bodyBudgetBytes?: number;
  readonly cacheBytes?: number;
  /** Absent where the server has no MCP endpoint. */
  readonly mcp?: McpEndpoint;
  readonly web?: WebFiles;
}

/** Called with a complete body within the limit, for a caller who may read. */
export type McpEndpoint = (request: Request, caller: McpCaller) => Promise<Response>;

export interface McpCaller {
  readonly registry: Registry;
  readonly tenant: Tenant;
  readonly principal: Principal;
  readonly origin: string;
  readonly ip: string | null;
  readonly requestId: string;
}

export type App = Hono<{ Bindings: AppContext['env'] }>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const defaultBodyIdleMs = 15_000;
const defaultCacheBytes = 32 * 1_048_576;

export function createApp(options: AppOptions): App {
  const { registry, config, authenticate, bodyIdleMs = defaultBodyIdleMs } = options;
  const { rates = memoryRates(), metrics = createMetrics(), ids = randomIds } = options;
  const cache = new ResponseCache({ maxBytes: options.cacheBytes ?? defaultCacheBytes });
  watchCache(metrics, cache);
  const exchange = exchanges({
    facts: { ...config, nextRequestId: requestIds(ids) },
    admission: {
      authenticate,
      rates,
      limits: config.rateLimits,
      now: () => registry.clock.now(),
      stopping: options.stopping,
    },
    onlyLoopbackHosts: options.onlyLoopbackHosts ?? false,
    log: registry.log,
    metrics,
  });
  const bodies = new BodyBudget(options.bodyBudgetBytes);
  const app: App = new Hono({ router: new RouterByMethod(), getPath: routedPath });
  for (const [name, route, handler] of tableOf(options.handlers)) {
    const work = answerRoute({ registry, cache, bodies, bodyIdleMs }, name, route, handler);
    app.on(route.method, honoPath(route.path), exchange(route, work));
  }
  if (options.mcp) {
    const work = mcpWork(registry, options.mcp, { bodies, bodyIdleMs });
    app.on([...methods], mcpRoute.path, exchange(mcpRoute, work));
  }
  app.notFound(exchange(otherRoute, ({ context, headers }) => sendOther(app, context, headers, options.web)));
  return app;
}

const mcpRoute: Described = { path: '/mcp', access: 'skills:read', limit: 'read' };
const otherRoute: Described = { path: '*', access: 'open', limit: 'read' };

function* tableOf(handlers: Handlers<typeof routes>): Iterable<readonly [string, Route, Handler<Route>]> {
  for (const [name, route] of Object.entries(routes)) {
    // Each handler takes the call of the route with its name.
    yield [name, route, handlers[name as keyof typeof routes] as Handler<Route>];
  }
}

/**
 * The slug of an item is one part of a path also where it has a namespace: clients escape the slash in it, and some
 * proxies undo that.
 */
function routedPath(request: Request): string {
  return getPath(request).replace(/^(\/v1\/skills\/)(?:@|%40)([^/%]+)\//, '$1%40$2%2F');
}

/** `{slug}` becomes `:slug`, and `{path*}` also matches slashes. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => `:${name}${rest && '{.+}'}`);
}

/** A call names a tool and a few short arguments. */
const mcpBody = { bytes: 64 * 1_024, values: 1_000 };

function mcpWork(
  registry: Registry,
  mcp: McpEndpoint,
  { bodies, bodyIdleMs: idleMs }: Pick<AnswerOptions, 'bodies' | 'bodyIdleMs'>,
): Work {
  return ({ context, facts: { origin, ip, requestId }, admitted: { tenant, principal }, headers }) =>
    bodies.lend(async (take) => {
      if (tenant === undefined) throw new Error('a caller of /mcp has no tenant');
      const { raw } = context.req;
      const body = raw.body && (await bodyBytes(raw, mcpBody.bytes, { idleMs, take }));
      if (body) refuseCostlyJson(body, mcpBody.values, 'body');
      const request = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
      const response = await mcp(request, { registry, tenant, principal, origin, ip, requestId });
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    });
}

function sendOther(
  app: App,
  context: AppContext,
  headers: AnswerHeaders,
  web: WebFiles | undefined,
): Response {
  const { method, path } = context.req;
  const page =
    method === 'GET' || method === 'HEAD' ? sendPage(web, context.req.raw, path, headers) : undefined;
  if (page) return page;
  const allowed = methods.filter((other) => app.router.match(other, path)[0].length > 0);
  if (allowed.length === 0) return sendRefusal(refusal('not_found', `there is no ${path}`), headers, path);
  headers['allow'] = allowed.join(', ');
  return sendRefusal(refusal('method_not_allowed', `${path} does not allow ${method}`), headers, path);
}

/** Unique ids with one random part for all. */
function requestIds(ids: Ids): () => string {
  const start = ids.next();
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

/**
 * One router for each method. Hono's fast router has all paths in a single expression and fails where two of them are
 * ambiguous; most of ours are not, once those of other methods are excluded.
 */
class RouterByMethod<T> implements Router<T> {
  readonly name = 'by-method';
  readonly #routers = new Map<string, Router<T>>();

  add(method: string, path: string, handler: T): void {
    const known = this.#routers.get(method);
    const router = known ?? new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    if (!known) this.#routers.set(method, router);
    router.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    return this.#routers.get(method)?.match(method, path) ?? [[]];
  }
}

function watchCache(metrics: Metrics, cache: ResponseCache): void {
  metrics.watch({
    name: 'coppice_kept_answers_hits',
    help: 'Answers from the response cache',
    read: () => cache.counts.hits,
  });
  metrics.watch({
    name: 'coppice_kept_answers_misses',
    help: 'Answers that were not in the response cache',
    read: () => cache.counts.misses,
  });
  metrics.watch({
    name: 'coppice_kept_answers_bytes',
    help: 'Size of the response cache',
    read: () => cache.counts.sizeBytes,
  });
}
