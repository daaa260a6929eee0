/*
 * From an answer that says no to the error that a person reads: the registry's own sentence where it is one, made safe to
 * print. What does not refuse as a registry does is not taken for one: a page `not found` does not mean that an item is.
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
  const sentence = refusal?.message ?? `${place.url} answers ${status} to ${what}`;
  const data = refusal?.details;
  if (status === 429) {
    const seconds = retryAfterSeconds(headers);
    return new CoppiceError('rate-limited', sentence, {
      hint: seconds === 0 ? 'try again later' : `try again in ${seconds} s`,
      data: { ...data, retryAfterSeconds: seconds },
    });
  }
  if (status >= 500)
    return new CoppiceError('unavailable', `${place.url} is out of order: ${sentence}`, {
      hint: 'try again later',
    });
  if (status === 413) return new CoppiceError('too-large', sentence, { ...(data && { data }) });
  if (refusal === undefined) return notARegistry(asked, `answers ${status}`);
  if (status === 401) return notAccepted(asked);
  const code = codes[status];
  return code === undefined
    ? notARegistry(asked, `answers ${status}: ${sentence}`)
    : new CoppiceError(code, sentence, { ...(data && { data }) });
}

export function notARegistry({ place, what }: RequestSummary, fault: string): CoppiceError {
  return new CoppiceError(
    'bad-answer',
    `${place.url} is not, or is no longer, a registry: ${what} ${fault}`,
    {
      hint: 'check the address; if it is right, registry and program may be of versions that do not fit',
    },
  );
}

/** Text by a stranger, on one line and not too long. */
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

/** Without the registry's own sentence, which is for those who write the request themselves. */
function notAccepted({ place: { url, tenant }, hasToken }: RequestSummary): CoppiceError {
  const [what, act] = hasToken ? ['does not accept the token', 'correct'] : ['wants a token', 'set'];
  return new CoppiceError('unauthorized', `${url} ${what} for the tenant ${tenant}`, {
    hint: `log in with \`coppice login ${url} --tenant ${tenant}\`, or ${act} COPPICE_TOKEN`,
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

/** As Node has them: names in small letters. */
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
  /** The sentence goes on after the name of the registry. */
  | { readonly kind: 'unreachable'; readonly why: string; readonly mayPass: boolean; readonly hint?: string }
  | { readonly kind: 'too-long' };

/*
 * When to ask a registry again, and how long to wait before. Asking twice is safe where it changes nothing. A bundle may
 * be sent once more where the connection failed, because publishing the same content twice is publishing it once. All
 * else is asked once, since whether it was done is not known.
 */

export type Repeatable = 'safe' | 'same-content' | 'never';

export interface RetryLimits {
  readonly attempts: number;
  /** Where a registry asks for a longer pause, the person is told instead. */
  readonly longestWaitMs: number;
}

/** Undefined where the outcome stands. `attempt` counts from 1. */
export function waitBeforeRetry(
  outcome: HttpOutcome,
  attempt: number,
  repeatable: Repeatable,
  { attempts, longestWaitMs }: RetryLimits,
): number | undefined {
  const most = repeatable === 'safe' ? attempts : repeatable === 'same-content' ? Math.min(2, attempts) : 1;
  if (attempt >= most || outcome.kind === 'too-long') return undefined;
  const usualMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  if (outcome.kind === 'unreachable') return outcome.mayPass ? usualMs : undefined;
  const isBusy = outcome.status === 429 || outcome.status >= 500;
  if (!isBusy || repeatable !== 'safe') return undefined;
  const askedMs = retryAfterSeconds(outcome.headers) * 1000;
  return askedMs > longestWaitMs ? undefined : Math.max(usualMs, askedMs);
}

/** 0 where it is not said, or said as a date. */
function retryAfterSeconds(headers: HttpAnswer['headers']): number {
  const given = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

const firstWaitMs = 250;
