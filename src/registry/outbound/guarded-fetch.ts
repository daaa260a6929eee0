/*
 * Requests to addresses that an admin of a tenant chose. The address is checked when the connection is made, after the
 * name was resolved, so that a name cannot change its meaning between the check and the request. Redirects are not
 * followed, time and size are limited, and plain http is for this machine alone.
 */

import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as openPlain } from 'node:http';
import { request as openSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { CoppiceError } from '../../text/errors.js';
import { isThisMachine } from '../api/sign-in.js';
import { allowedAddresses, type IsAllowedAddress } from './networks.js';

export interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | URLSearchParams | undefined;
}

/** Throws `forbidden` for an address that may not be connected to, `unavailable` for one that does not answer. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

export interface OutboundOptions {
  /** Whether the configuration lists a private address. */
  readonly isListed: IsAllowedAddress;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Finds all addresses of a name. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

export function guardedFetch({
  isListed,
  timeoutMs = 10_000,
  maxBytes = 512 * 1_024,
  resolve = allAddresses,
}: OutboundOptions): GuardedFetch {
  const isAllowed = allowedAddresses(isListed);
  return async (address, { method, headers, body }) => {
    const url = checkedUrl(address, isAllowed);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send(url, {
        method,
        headers,
        body,
        signal,
        lookup: guardedLookup(isAllowed, resolve),
      });
      return await readAnswer(answer, maxBytes);
    } catch (error) {
      throw error instanceof CoppiceError
        ? error
        : unreachable(url, signal.aborted ? 'no answer in time' : error);
    }
  };
}

function checkedUrl(address: string, isAllowed: IsAllowedAddress): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isGood =
    url !== undefined &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname)));
  if (!isGood) throw new CoppiceError('forbidden', `${address} is not an https address`);
  // A host that is an address is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw privateAddress(url.hostname);
  return url;
}

interface Sending extends GuardedRequest {
  readonly signal: AbortSignal;
  readonly lookup: LookupFunction;
}

function send(url: URL, { method, headers, body, signal, lookup }: Sending): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? openSecure : openPlain;
  const bytes = body instanceof URLSearchParams ? body.toString() : body;
  return new Promise((resolve, reject) => {
    // A connection of an earlier request could lead to an address that is no longer allowed, so none is reused.
    const request: ClientRequest = open(url, { method, headers, signal, lookup, agent: false }, resolve);
    request.on('error', reject);
    request.end(bytes);
  });
}

async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const { statusCode: status = 0 } = answer;
  const headers = new Headers();
  for (const name of ['content-type', 'www-authenticate']) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers });
}

/** Every address of the name must be allowed: a name with a public and a private one is a trick. */
function guardedLookup(
  isAllowed: IsAllowedAddress,
  resolve: NonNullable<OutboundOptions['resolve']>,
): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        const refused = addresses.some(({ address }) => !isAllowed(address));
        if (refused || first === undefined) callback(privateAddress(name), '', 4);
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

function allAddresses(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((found, failed) => {
    resolveName(name, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });
}

function privateAddress(host: string): CoppiceError {
  return new CoppiceError('forbidden', `${host} is not on the public internet`, {
    hint: 'the operator of the registry can allow its network with COPPICE_OUTBOUND_NETWORKS',
  });
}

function unreachable({ host }: URL, why: unknown): CoppiceError {
  const code = why instanceof Error && 'code' in why ? why.code : undefined;
  const reason = code ?? (why instanceof Error ? why.message : why);
  return new CoppiceError('unavailable', `${host} cannot be reached (${String(reason)})`);
}
