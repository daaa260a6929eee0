/*
 * Sends one request to a registry and reads the whole response, within limits of time and size. The token is sent only to
 * the origin that the user named: a redirect is followed only within it. An unreachable registry is an outcome and not
 * an error, because whether to retry depends on the request.
 */

import { type IncomingHttpHeaders, request as openPlain } from 'node:http';
import { faultCode } from '../../system/disk/disk-fault.js';
import { CoppiceError } from '../../text/errors.js';
import type { HttpOutcome } from '../rules/registry-answer.js';

export interface HttpLimits {
  /** Until the response starts: connecting, sending, and processing. */
  readonly answerMs: number;
  /** The same for requests with a bundle. */
  readonly uploadMs: number;
  /** Between two pieces of a response. */
  readonly idleMs: number;
  /** From the first piece of a response to the last. */
  readonly wholeMs: number;
  /** The maximum size of any response except a bundle. */
  readonly answerBytes: number;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly maxBytes: number;
  /** Called with the number of bytes received, unless the response is a refusal. */
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
  let timer = limit(answerMs, 'does not respond');
  try {
    const response = await follow(request, stop.signal, call);
    clearTimeout(timer);
    timer = limit(limits.wholeMs, 'does not finish its response');
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
    const isUnsent = unsentFaults.has(code);
    return { kind: 'unreachable', why: `cannot be reached (${code})`, mayPass: true, isUnsent };
  } finally {
    clearTimeout(timer);
  }
}

/** No connection was made, so nothing arrived. */
const unsentFaults: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Faults that do not go away by themselves, with what a person can do. */
const secrecyFaults = [
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/,
    why: 'has a certificate that is not trusted here',
    hint: 'if your team has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate',
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_.*)$/,
    why: 'does not support TLS correctly',
    hint: 'check whether the address starts with https or http, and has the right port',
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
  return new CoppiceError('bad-answer', `${url.origin} redirects to ${target}, which is not followed`, {
    hint: 'use the final address of the registry in coppice.toml, and log in there with: coppice login',
  });
}

/** No refusal of a registry is longer, so a longer one is ignored. */
const refusalBytes = 1024 * 1024;

/** Undefined if the body is too long; the rest is not read. */
async function bodyOf(
  { status, headers, body, discard }: CallAnswer,
  { maxBytes, onBytes }: HttpRequest,
  startIdling: () => NodeJS.Timeout,
): Promise<Uint8Array | undefined> {
  const ok = status >= 200 && status < 300;
  const limitBytes = ok ? maxBytes : refusalBytes;
  if (Number(headers['content-length']) > limitBytes) {
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
      if (sizeBytes > limitBytes) return ok ? undefined : new Uint8Array();
      if (ok) onBytes?.(chunk.length);
      chunks.push(chunk);
      idle = startIdling();
    }
  } finally {
    clearTimeout(idle);
  }
  return Buffer.concat(chunks);
}

/**
 * Sends one request and returns the head of the response; the body follows. Uses node:http and not fetch, because an
 * install downloads hundreds of bundles and takes less than half the time this way. Connections are reused.
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
  /** Stopping in the middle closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** For callers that do not read the body. */
  discard(): void;
}

/** Throws the system's error, with its code. */
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

/** The header of a form contains its boundary. */
async function encoded(form: FormData) {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, bytes: new Uint8Array(await response.arrayBuffer()) };
}
