/*
 * Calls a route of a registry's API: fills the route in, sends it, retries if that is safe, and returns what the route's
 * schema accepts. Everything else is an error that says what the person can do.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import type { Route } from '../../registry/api/route.js';
import type { routes } from '../../registry/api/routes/routes.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isUnencrypted } from '../rules/item-names.js';
import type { RegistryAddress } from '../rules/manifest.js';
import {
  type HttpAnswer,
  type HttpOutcome,
  notARegistry,
  type Repeatable,
  type RequestSummary,
  type RetryLimits,
  refusedAnswer,
  shownText,
  waitBeforeRetry,
} from '../rules/registry-answer.js';
import { callOverHttp, exchange, type HttpCall, type HttpLimits, type HttpRequest } from './http-exchange.js';

export interface RegistryAccess {
  readonly place: RegistryAddress;
  readonly token: string | undefined;
  /** Called with warnings, each as one sentence. */
  readonly warn?: (sentence: string) => void;
  readonly limits?: Partial<HttpLimits & RetryLimits>;
  readonly call?: HttpCall;
  readonly wait?: (ms: number) => Promise<unknown>;
}

export interface ApiRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent instead. */
  readonly form?: FormData;
  /** By default, only requests that read are repeated. */
  readonly repeatable?: Repeatable;
}

/** Chooses a route whose answer is JSON. */
export type PickRoute<Schema extends z.ZodType> = (
  table: typeof routes,
) => Route & { readonly answer: Schema };

export interface RegistryApi {
  ask<Schema extends z.ZodType>(
    pick: PickRoute<Schema>,
    question?: ApiRequest,
  ): Promise<{ readonly status: number; readonly value: z.output<Schema> }>;
  /** Reads at most `maxBytes`. */
  fetchBytes(
    path: string,
    maxBytes: number,
    onBytes: ((count: number) => void) | undefined,
  ): Promise<Uint8Array>;
}

export const defaultLimits: HttpLimits & RetryLimits = {
  answerMs: 30_000,
  uploadMs: 300_000,
  idleMs: 30_000,
  wholeMs: 600_000,
  answerBytes: 32 * 1024 * 1024,
  attempts: 4,
  maxWaitMs: 10_000,
};

export function registryApi(access: RegistryAccess): RegistryApi {
  const { place, token, warn, call = callOverHttp, wait = delay } = access;
  const limits = { ...defaultLimits, ...access.limits };
  let isWarned = false;

  const headers = {
    'user-agent': `coppice/${manifest.version}`,
    'x-coppice-tenant': place.tenant,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };

  /** Undefined if the response is longer than the request allows. */
  const send = async (
    request: HttpRequest,
    asked: RequestSummary,
    repeatable: Repeatable,
  ): Promise<HttpAnswer | undefined> => {
    if (!isWarned && token !== undefined && isUnencrypted(place.url))
      warn?.(`the token is sent to ${place.url} without encryption`);
    isWarned = true;
    let mayHaveArrived = false;
    for (let attempt = 1; ; attempt += 1) {
      let receivedBytes = 0;
      const onBytes = (count: number) => {
        receivedBytes += count;
        request.onBytes?.(count);
      };
      const outcome = await exchange({ ...request, onBytes }, limits, call);
      if (outcome.kind !== 'unreachable' || outcome.isUnsent !== true) mayHaveArrived = true;
      const waitMs = waitBeforeRetry(outcome, attempt, repeatable, limits);
      if (waitMs === undefined) {
        if (outcome.kind === 'unreachable')
          throw unreachable(place, { ...outcome, isUnsent: !mayHaveArrived }, repeatable);
        if (outcome.kind === 'too-long') return undefined;
        if (outcome.status < 200 || outcome.status >= 300) throw refusedAnswer(outcome, asked);
        return outcome;
      }
      if (receivedBytes > 0) request.onBytes?.(-receivedBytes);
      await wait(waitMs);
    }
  };

  const asking = (method: string, path: string): RequestSummary => ({
    place,
    hasToken: token !== undefined,
    what: `${method} ${path}`,
  });

  return {
    ask: async (pick, { params = {}, query = {}, body, form, repeatable } = {}) => {
      const { routes: table } = await import('../../registry/api/routes/routes.js');
      const { method, path: pattern, answer: schema } = pick(table);
      const path = filled(pattern, params);
      const asked = asking(method, path);
      const url = new URL(place.url + path);
      url.search = new URLSearchParams(query).toString();
      const request = { method, url, maxBytes: limits.answerBytes, ...withBody(headers, body, form) };
      const answer = await send(request, asked, repeatable ?? (method === 'GET' ? 'safe' : 'never'));
      if (answer === undefined) throw notARegistry(asked, 'sent a response that is too long');
      const found = parseJson(new TextDecoder().decode(answer.bytes));
      if (found === undefined) throw notARegistry(asked, 'sent a response that is not JSON');
      const { success, data, error } = schema.safeParse(found);
      if (success) return { status: answer.status, value: data };
      const [issue] = error.issues;
      const fault = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
      throw notARegistry(asked, `sent an unexpected response (${shownText(fault)})`);
    },
    fetchBytes: async (path, maxBytes, onBytes) => {
      // Without compression in transit, so that the counted bytes are the checked bytes.
      const plain = { ...headers, 'accept-encoding': 'identity' };
      const request = { method: 'GET', url: new URL(place.url + path), headers: plain, maxBytes, onBytes };
      const answer = await send(request, asking('GET', path), 'safe');
      if (answer !== undefined) return answer.bytes;
      throw new CoppiceError(
        'bundle-too-large',
        `${place.url} sends more than ${maxBytes} bytes for ${path}`,
      );
    },
  };
}

function filled(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function withBody(
  headers: HttpRequest['headers'],
  body: unknown,
  form: FormData | undefined,
): Pick<HttpRequest, 'headers' | 'body'> {
  if (form !== undefined) return { headers, body: form };
  if (body === undefined) return { headers };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function unreachable(
  { url }: RegistryAddress,
  { why, hint, isUnsent = false }: Extract<HttpOutcome, { kind: 'unreachable' }>,
  repeatable: Repeatable,
): CoppiceError {
  const hints = {
    safe: 'installed items keep working; try again later',
    'same-content': 'it is not known whether it arrived; publishing the same content again is safe',
    never: 'it is not known whether the change was made; check before you try again',
  };
  const sent = isUnsent && repeatable !== 'safe' ? 'nothing was sent; try again later' : hints[repeatable];
  return new CoppiceError('unavailable', `${url} ${why}`, { hint: hint ?? sent });
}
