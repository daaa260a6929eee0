/*
 * Turns a refusal into the error that a person reads: the registry's own message if there is one, made safe to print. A
 * server that does not refuse like a registry is not treated as one: a web page `not found` does not mean that an item
 * is missing. Also here: when to retry.
 */

import { CoppiceError, type ErrorCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { printable } from '../../text/printable.js';
import { isObject } from '../../text/shape.js';
import type { RegistryAddress } from './manifest.js';

export interface RequestSummary {
  readonly place: RegistryAddress;
  readonly hasToken: boolean;
  /** `GET /v1/skills/lib` */
  readonly what: string;
}

export function refusedAnswer(answer: HttpAnswer, asked: RequestSummary): CoppiceError {
  const { status, headers } = answer;
  const { place, what } = asked;
  const refusal = refusalIn(answer);
  const sentence = refusal?.message ?? `${place.url} responded with ${status} to ${what}`;
  const data = refusal?.details;
  if (status === 429) {
    const seconds = retryAfterSeconds(headers);
    return new CoppiceError('rate-limited', sentence, {
      hint: seconds === 0 ? 'try again later' : `try again in ${seconds} s`,
      data: { ...data, retryAfterSeconds: seconds },
    });
  }
  if (status >= 500)
    return new CoppiceError('unavailable', `${place.url} has a problem: ${sentence}`, {
      hint: 'try again later',
    });
  if (status === 413) return new CoppiceError('too-large', sentence, { ...(data && { data }) });
  if (refusal === undefined) return notARegistry(asked, `got status ${status}`);
  if (status === 401) return notAccepted(asked);
  const code = codes[status];
  return code === undefined
    ? notARegistry(asked, `got status ${status}: ${sentence}`)
    : new CoppiceError(code, sentence, { ...(data && { data }) });
}

export function notARegistry({ place, what }: RequestSummary, fault: string): CoppiceError {
  return new CoppiceError('bad-answer', `${place.url} does not respond like a registry: ${what} ${fault}`, {
    hint: 'check the address; if it is right, the versions of registry and program may be incompatible',
  });
}

/** Text from a stranger, on one line and not too long. */
export function shownText(text: string): string {
  return printable(text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text);
}

const maxShownCharacters = 500;

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-value',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
};

/** Without the registry's own message, which is for authors of requests. */
function notAccepted({ place: { url, tenant }, hasToken }: RequestSummary): CoppiceError {
  const [what, act] = hasToken
    ? ['does not accept the token', 'correct COPPICE_TOKEN']
    : ['requires a token', `set COPPICE_TOKEN with COPPICE_REGISTRY=${url} and COPPICE_TENANT=${tenant}`];
  return new CoppiceError('unauthorized', `${url} ${what} for the tenant ${tenant}`, {
    hint: `log in with coppice login ${url} --tenant ${tenant}, or ${act}`,
  });
}

interface RefusalText {
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Without the schemas, which take longer to load than a refusal takes to read. */
function refusalIn({ bytes }: HttpAnswer): RefusalText | undefined {
  const found = parseJson(new TextDecoder().decode(bytes));
  if (!isObject(found) || typeof found['error'] !== 'string' || typeof found['message'] !== 'string')
    return undefined;
  const details = found['details'];
  return { message: shownText(found['message']), details: isObject(details) ? details : undefined };
}

/** As in Node: names in lower case. */
interface AnswerHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
  readonly 'retry-after'?: string | undefined;
  readonly 'content-type'?: string | undefined;
  readonly location?: string | undefined;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array;
}

export type HttpOutcome =
  | HttpAnswer
  /** `why` continues a sentence that starts with the address of the registry. */
  | {
      readonly kind: 'unreachable';
      readonly why: string;
      readonly mayPass: boolean;
      /** No connection was made. */
      readonly isUnsent?: boolean;
      readonly hint?: string;
    }
  | { readonly kind: 'too-long' };

/**
 * Whether a request may be sent again. `safe`: it changes nothing. `same-content`: a bundle may be sent once more if the
 * connection failed, because publishing the same content twice has no effect. `never`: it may have been carried out.
 */
export type Repeatable = 'safe' | 'same-content' | 'never';

export interface RetryLimits {
  readonly attempts: number;
  /** If a registry asks for a longer pause, the person gets an error instead. */
  readonly maxWaitMs: number;
}

/** Undefined if the outcome is final. `attempt` counts from 1. */
export function waitBeforeRetry(
  outcome: HttpOutcome,
  attempt: number,
  repeatable: Repeatable,
  { attempts, maxWaitMs }: RetryLimits,
): number | undefined {
  const maxAttempts =
    repeatable === 'safe' ? attempts : repeatable === 'same-content' ? Math.min(2, attempts) : 1;
  if (attempt >= maxAttempts || outcome.kind === 'too-long') return undefined;
  const backoffMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
  if (outcome.kind === 'unreachable') return outcome.mayPass ? backoffMs : undefined;
  const isBusy = outcome.status === 429 || outcome.status >= 500;
  if (!isBusy || repeatable !== 'safe') return undefined;
  const askedMs = retryAfterSeconds(outcome.headers) * 1000;
  return askedMs > maxWaitMs ? undefined : Math.max(backoffMs, askedMs);
}

/** 0 if the header is missing or a date. */
function retryAfterSeconds(headers: HttpAnswer['headers']): number {
  const given = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

const firstWaitMs = 250;
