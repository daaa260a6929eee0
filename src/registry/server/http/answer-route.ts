/*
 * Answers a route of the table: it checks the input, calls the handler, and caches the answer where the table says so.
 * Only the handler knows what the route is about.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { Route } from '../../api/route.js';
import type { Registry } from '../../registry.js';
import type { Principal, Tenant } from '../../rules/access/principal.js';
import { checkInput } from '../../rules/http/check-input.js';
import type { BodyBudget } from './body-budget.js';
import type { AppContext, Exchange, Work } from './exchange.js';
import type { Call, Handler } from './handler.js';
import { type PreparedAnswer, prepareAnswer, sendAnswer } from './prepared-answer.js';
import { readBody } from './read-body.js';
import type { ResponseCache } from './response-cache.js';

export interface AnswerOptions {
  readonly registry: Registry;
  readonly cache: ResponseCache;
  readonly bodies: BodyBudget;
  /** How long to wait for more of a body. */
  readonly bodyIdleMs: number;
}

export function answerRoute(
  options: AnswerOptions,
  name: string,
  route: Route,
  handler: Handler<Route>,
): Work {
  const { registry, cache } = options;
  return async (exchange) => {
    const { context, facts, admitted, headers } = exchange;
    const input = givenInput(route, context);
    const make = () =>
      options.bodies.lend(async (take) => {
        const turn = () => registry.turns.take();
        const body = await readBody(route, context.req.raw, { idleMs: options.bodyIdleMs, take, turn });
        const now = route.body || route.upload ? await exchange.admitAgain() : admitted;
        const call = callOf(registry, { ...exchange, admitted: now }, { ...input, ...body });
        return prepareAnswer(route, await handler(call));
      });
    let answer: PreparedAnswer;
    const { tenant, principal } = admitted;
    if (route.cachedBy === undefined || tenant === undefined) answer = await make();
    else {
      const revision = registry.changes.revision({ tenantId: tenant.id, part: route.cachedBy });
      const key = keyOf(name, tenant, principal, facts.origin, input);
      answer = cache.find(key, revision) ?? (await cache.make(key, revision, make));
    }
    return sendAnswer(answer, {
      isHead: isHead(context),
      ifNoneMatch: context.req.raw.headers.get('if-none-match'),
      cacheControl: cacheControl(route, answer, tenant),
      headers,
    });
  };
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
}

function givenInput({ params, query }: Route, { req }: AppContext): Input {
  // PostgreSQL cannot store NUL, and no name has one.
  if (req.url.includes('%00')) throw new CoppiceError('bad-value', 'the URL has a NUL character');
  return {
    params: params && checkInput(params, req.param(), 'path'),
    query: query && checkInput(query, req.query(), 'query'),
  };
}

/** The key includes the scopes, since some answers depend on them, and the origin, which the answer may contain. */
function keyOf(
  name: string,
  tenant: Tenant,
  principal: Principal,
  origin: string,
  { params, query }: Input,
): string {
  const scopes = principal.kind === 'anonymous' ? '' : principal.scopes.join(' ');
  return `${tenant.id} ${name} ${scopes} ${origin} ${JSON.stringify(params)}${JSON.stringify(query)}`;
}

function callOf(
  registry: Registry,
  { context, facts, admitted: { tenant, principal } }: Exchange,
  input: Input & Awaited<ReturnType<typeof readBody>>,
): Call<Route> {
  const { tenantName, ip, origin, requestId, userAgent, credentials } = facts;
  const call = {
    registry,
    tenant,
    tenantName,
    principal,
    ip,
    origin,
    requestId,
    browser: { cookie: credentials.cookie, csrf: credentials.csrfHeader, userAgent },
    ...input,
    isHead: isHead(context),
    caller() {
      if (tenant !== undefined && principal.kind !== 'anonymous') return { tenant, principal, ip };
      throw new CoppiceError('unauthorized', 'this needs a credential');
    },
  };
  // The types of a call follow from its route, whose schemas have just been applied.
  return call as Call<Route>;
}

function cacheControl({ cache }: Route, { immutable }: PreparedAnswer, tenant: Tenant | undefined): string {
  if (cache === 'never') return 'no-store';
  if (!immutable) return 'private, no-cache';
  const scope = tenant?.settings.visibility === 'public' ? 'public' : 'private';
  return `${scope}, max-age=31536000, immutable`;
}

/** Hono answers HEAD with the handler of GET. */
function isHead({ req }: AppContext): boolean {
  return req.raw.method === 'HEAD';
}
