/*
 * One request and its answer, whatever it is about: who may pass, what an error becomes, and what the log and the
 * metrics are told. The log gets the pattern of the route and never an address, which may carry secrets.
 */

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Log } from '../../../system/log.js';
import { writeAllowance } from '../../rules/http/rate-limit.js';
import { type Refusal, refusal, refusalOf } from '../../rules/http/refusal.js';
import { type AdmissionOptions, type Admitted, admit, type Demand } from './admission.js';
import { isLoopbackHost } from './client-address.js';
import type { Metrics } from './metrics.js';
import { type FactsOptions, type RequestFacts, requestFacts } from './request-facts.js';

/** Without bindings where a test calls the app itself. */
export type AppContext = Context<{ Bindings: Partial<HttpBindings> }>;

export interface Exchange {
  readonly context: AppContext;
  readonly facts: RequestFacts;
  readonly admitted: Admitted;
  /** Of the answer so far. Whoever makes it adds to them: copying a record for every answer would cost more than all else. */
  readonly headers: AnswerHeaders;
}

export interface ExchangeOptions {
  readonly facts: FactsOptions;
  readonly admission: AdmissionOptions;
  /** Of a server that is for its own machine alone. */
  readonly onlyLoopbackHosts: boolean;
  readonly log: Log;
  readonly metrics: Metrics;
}

export type AnswerHeaders = Record<string, string>;

/** What an exchange is called in log and metrics, and what it demands. */
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
          response = sendRefusal(misdirected, headers);
        } else {
          admitted = await admit(admission, described, facts, (left) => writeAllowance(headers, left));
          response = await work({ context, facts, admitted, headers });
        }
      } catch (error) {
        const refused = refusalOf(error);
        if (refused.status >= 500) logFault(log, refused, facts, error);
        response = sendRefusal(refused, headers);
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

const misdirected = refusal('misdirected', 'this server is for its own machine alone; call it localhost');

export function sendRefusal({ status, answer, headers: own }: Refusal, headers: AnswerHeaders): Response {
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['cache-control'] = 'no-store';
  return new Response(JSON.stringify(answer), { status, headers: Object.assign(headers, own) });
}

/** An outage tells all in its message; of a fault of our own, where it happened matters. */
function logFault(log: Log, { answer }: Refusal, { requestId }: RequestFacts, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const fields = { request_id: requestId, error: answer.error, reason };
  if (answer.error === 'unavailable') log.warn(fields, 'unavailable');
  else log.error({ ...fields, stack: error instanceof Error ? error.stack : undefined }, 'a request failed');
}
