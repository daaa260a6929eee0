/*
 * One request to a registry, and its whole answer, within limits of time and size. The token goes to the origin that the
 * user named and to no other: a redirect is followed only within it. What cannot be had at all is an outcome, because
 * whether to try again depends on what was asked.
 */

import { type IncomingHttpHeaders, request as openPlain } from 'node:http';
import { faultCode } from '../../system/disk/disk-fault.js';
import { CoppiceError } from '../../text/errors.js';
import type { HttpOutcome } from '../rules/registry-answer.js';

export interface HttpLimits {
  /** Until an answer begins: reaching the registry, sending, and its thinking. */
  readonly answerMs: number;
  /** The same for what carries a bundle. */
  readonly uploadMs: number;
  /** Between two pieces of an answer. */
  readonly idleMs: number;
  /** From the first piece of an answer to the last. */
  readonly wholeMs: number;
  /** Of any answer but a bundle. */
  readonly answerBytes: number;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly maxBytes: number;
  /** Told how many more bytes of an answer that is no refusal have come. */
  readonly onBytes?: ((count: number) => void) | undefined;
}

export async function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  call: HttpCall,
): Promise<HttpOutcome> {
  const stop = new AbortController();
  let late: string | undefined;
  const limit = (ms: number, what: string) =>
    setTimeout(() => {
      late = `${what} within ${ms / 1000} s`;
      stop.abort();
    }, ms);
  const answerMs = typeof request.body === 'object' ? limits.uploadMs : limits.answerMs;
  let timer = limit(answerMs, 'does not answer');
  try {
    const response = await follow(request, stop.signal, call);
    clearTimeout(timer);
    timer = limit(limits.wholeMs, 'does not end its answer');
    const { status, headers } = response;
    const bytes = await bodyOf(response, request, () => limit(limits.idleMs, 'sends nothing more'));
    return bytes === undefined ? { kind: 'too-long' } : { kind: 'answer', status, headers, bytes };
  } catch (error) {
    if (late !== undefined) return { kind: 'unreachable', why: late, mayPass: false };
    const code = faultCode(error);
    if (code === undefined) throw error;
    const fault = secrecyFaults.find(({ codes }) => codes.test(code));
    if (fault !== undefined)
      return { kind: 'unreachable', why: `${fault.why} (${code})`, mayPass: false, hint: fault.hint };
    return { kind: 'unreachable', why: `cannot be reached (${code})`, mayPass: true };
  } finally {
    clearTimeout(timer);
  }
}

/** What does not pass by itself, with what a person can do about it. */
const secrecyFaults = [
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/,
    why: 'has a certificate that is not trusted here',
    hint: 'if your team has an authority of its own, name the file of its certificate in NODE_EXTRA_CA_CERTS',
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_.*)$/,
    why: 'does not speak TLS as it should',
    hint: 'look whether the address begins with https or http, and has the right port',
  },
];

const maxRedirects = 3;

async function follow(
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
  call: HttpCall,
): Promise<CallAnswer> {
  for (let at = url, hops = 0; ; hops += 1) {
    const answer = await call({ method, url: at, headers, body, signal });
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer;
    answer.discard();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    if (next?.origin !== url.origin) throw leadsElsewhere(url, next?.origin ?? 'nowhere');
    if (method !== 'GET' || hops === maxRedirects) throw leadsElsewhere(url, next.pathname);
    at = next;
  }
}

function leadsElsewhere(url: URL, target: string): CoppiceError {
  return new CoppiceError('bad-answer', `${url.origin} leads on to ${target}, which is not followed`, {
    hint: 'name the registry by the address where it is, in coppice.toml and with `coppice login`',
  });
}

/** No refusal of a registry is longer, so a longer one says nothing. */
const refusalBytes = 1024 * 1024;

/** Undefined where there is more than allowed; the rest is not waited for. */
async function bodyOf(
  { status, headers, body, discard }: CallAnswer,
  { maxBytes, onBytes }: HttpRequest,
  startIdling: () => NodeJS.Timeout,
): Promise<Uint8Array | undefined> {
  const ok = status >= 200 && status < 300;
  const most = ok ? maxBytes : refusalBytes;
  if (Number(headers['content-length']) > most) {
    discard();
    return ok ? undefined : new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let idle = startIdling();
  try {
    for await (const chunk of body) {
      clearTimeout(idle);
      sizeBytes += chunk.length;
      if (sizeBytes > most) return ok ? undefined : new Uint8Array();
      if (ok) onBytes?.(chunk.length);
      chunks.push(chunk);
      idle = startIdling();
    }
  } finally {
    clearTimeout(idle);
  }
  return Buffer.concat(chunks);
}

/*
 * Sends one request and gives back the head of its answer, whose body is still to come. By node:http and not by fetch: an
 * install asks for hundreds of bundles, and takes less than half the time this way. Connections are kept and shared.
 */

export type HttpCall = (call: CallOptions) => Promise<CallAnswer>;

interface CallOptions {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  readonly signal: AbortSignal;
}

interface CallAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** To stop in the middle ends the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** For whoever does not read the body. */
  discard(): void;
}

/** Throws what the system says, with its code. */
export const callOverHttp: HttpCall = async ({ method, url, headers, body, signal }) => {
  const sent = typeof body === 'object' ? await encoded(body) : { headers: {}, bytes: body };
  const open = url.protocol === 'https:' ? (await import('node:https')).request : openPlain;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers: { ...headers, ...sent.headers }, signal }, (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      resolve({ status, headers: answered, body: answer, discard: () => answer.destroy() });
    });
    request.on('error', reject);
    request.end(sent.bytes);
  });
};

/** A form has a boundary of its own, which its header names. */
async function encoded(form: FormData) {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, bytes: new Uint8Array(await response.arrayBuffer()) };
}
