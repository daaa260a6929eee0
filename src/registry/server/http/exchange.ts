/*
 * One request and its answer, for every route: admission, the answer to an error, the log and the metrics. The log gets
 * the pattern of the route and never a URL, which may contain secrets.
 */

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Log } from '../../../system/log.js';
import { writeAllowance } from '../../rules/http/rate-limit.js';
import { type Refusal, refusal, refusalOf } from '../../rules/http/refusal.js';
import { scimError, scimMediaType } from '../../rules/scim/scim-fault.js';
import { type AdmissionOptions, type Admitted, admit, admitAgain, type Demand } from './admission.js';
import { isLoopbackHost } from './client-address.js';
import type { Metrics } from './metrics.js';
import { type FactsOptions, type RequestFacts, requestFacts } from './request-facts.js';

/** The bindings are missing where a test calls the app directly. */
export type AppContext = Context<{ Bindings: Partial<HttpBindings> }>;

export interface Exchange {
  readonly context: AppContext;
  readonly facts: RequestFacts;
  readonly admitted: Admitted;
  /** What the caller may do now, after their body has come. */
  readonly admitAgain: () => Promise<Admitted>;
  /** The headers of the answer, which are added in place: copying a record for every answer would be too slow. */
  readonly headers: AnswerHeaders;
}

export interface ExchangeOptions {
  readonly facts: FactsOptions;
  readonly admission: AdmissionOptions;
  /** Set for a server that is only for its own machine. */
  readonly onlyLoopbackHosts: boolean;
  readonly log: Log;
  readonly metrics: Metrics;
}

export type AnswerHeaders = Record<string, string>;

/** The name of an exchange in log and metrics, with its access and limit. */
export interface Described extends Demand {
  readonly path: string;
}

export type Work = (exchange: Exchange) => Response | Promise<Response>;

export function exchanges(options: ExchangeOptions) {
  const { admission, onlyLoopbackHosts, log, metrics } = options;
  return (described: Described, work: Work) =>
    async (context: AppContext): Promise<Response> => {
      const end = metrics.begin();
      const request = context.req.raw;
      const facts = requestFacts(request, context.env?.incoming?.socket?.remoteAddress, options.facts);
      const headers: AnswerHeaders = { 'x-request-id': facts.requestId, 'x-content-type-options': 'nosniff' };
      let admitted: Admitted | undefined;
      let response: Response;
      try {
        if (onlyLoopbackHosts && !isLoopbackHost(request.headers.get('host'))) {
          response = sendRefusal(misdirected, headers, described.path);
        } else {
          const before = await admit(admission, described, facts, (left) => writeAllowance(headers, left));
          admitted = before;
          const again = () => admitAgain(admission, described, facts, before);
          response = await work({ context, facts, admitted, admitAgain: again, headers });
        }
      } catch (error) {
        const refused = refusalOf(error);
        if (refused.status >= 500) logFault(log, refused, facts, error);
        response = sendRefusal(refused, headers, described.path);
      }
      const { status } = response;
      const seconds = end(described.path, request.method, status);
      log.info(
        {
          request_id: facts.requestId,
          method: request.method,
          route: described.path,
          status,
          ms: Math.round(seconds * 1e6) / 1e3,
          tenant: admitted?.tenant?.slug,
          principal: admitted && 'name' in admitted.principal ? admitted.principal.name : undefined,
        },
        'request',
      );
      return response;
    };
}

const misdirected = refusal('misdirected', 'this server is only for its own machine; use the host localhost');

/** An identity provider understands the errors of SCIM alone. */
export function sendRefusal(refused: Refusal, headers: AnswerHeaders, path = ''): Response {
  const { status, answer, headers: own } = refused;
  headers['cache-control'] = 'no-store';
  if (path.startsWith('/scim/v2')) {
    headers['content-type'] = scimMediaType;
    return new Response(JSON.stringify(scimError(refused)), { status, headers: Object.assign(headers, own) });
  }
  headers['content-type'] = 'application/json; charset=utf-8';
  return new Response(JSON.stringify(answer), { status, headers: Object.assign(headers, own) });
}

/** The message of an outage is enough; a fault of our own also needs the stack. */
function logFault(log: Log, { answer }: Refusal, { requestId }: RequestFacts, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const fields = { request_id: requestId, error: answer.error, reason };
  if (answer.error === 'unavailable') log.warn(fields, 'unavailable');
  else log.error({ ...fields, stack: error instanceof Error ? error.stack : undefined }, 'a request failed');
}
