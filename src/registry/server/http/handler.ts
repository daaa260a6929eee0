/*
 * What stands between the router and the operations: a call whose tenant, principal, parameters and body are checked,
 * and an answer that the router turns into a response (JSON or bytes, ETag, 304, cache headers).
 */

import type { z } from 'zod';
import type { BundleFile } from '../../../skill/bundle/read-bundle.js';
import { decodePlainText } from '../../../text/utf8.js';
import type { Route } from '../../api/route.js';
import type { Registry } from '../../registry.js';
import type { Caller, Principal, Tenant } from '../../rules/access/principal.js';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface Call<R extends Route> {
  readonly registry: Registry;
  /** Undefined where callers are not asked who they are. */
  readonly tenant: R['access'] extends 'open' | 'local' ? undefined : Tenant;
  /** What the request itself names by its header or host (access/tenant-name.ts), whether or not there is such a tenant. */
  readonly tenantName: string | undefined;
  readonly principal: Principal;
  /** The same with a principal that is known; throws `unauthorized` for an anonymous one. */
  caller(): Caller;
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
  readonly upload: R['upload'] extends { readonly metadata: infer M }
    ? { readonly metadata: Parsed<M>; readonly bundle: Uint8Array }
    : R['upload'] extends object
      ? { readonly bundle: Uint8Array }
      : undefined;
  /** The origin clients reach the server by, without a slash at the end. */
  readonly origin: string;
  readonly ip: string | null;
  readonly requestId: string;
  /** Only the headers of the answer are asked for. */
  readonly isHead: boolean;
}

export interface Answer {
  /** The route's own status unless told. */
  readonly status?: number;
  readonly json?: unknown;
  /** Instead of JSON, with the route's media type unless `mediaType` is given. */
  readonly bytes?: Uint8Array | string;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without quotes. A hash of the body unless told; what was asked for with it is answered 304. */
  readonly etag?: string;
  /** The bytes under this address never change. Otherwise they are asked for again each time. */
  readonly immutable?: boolean;
  /** Of a route whose answers are kept: this one is not. */
  readonly keep?: false;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer>;

/** One handler for every route of a table; one that is missing does not compile. */
export type Handlers<T extends Readonly<Record<string, Route>>> = { readonly [K in keyof T]: Handler<T[K]> };

/*
 * A file of a bundle as an answer. Whoever published it chose its bytes, so a browser must never run them: text is only
 * ever plain text, everything else is to be saved, and neither may do anything.
 */

export function fileAnswer({ bytes, digest }: BundleFile): Answer {
  const headers = { 'content-security-policy': "default-src 'none'; sandbox" };
  return decodePlainText(bytes) === undefined
    ? { bytes, etag: digest, headers: { ...headers, 'content-disposition': 'attachment' } }
    : { bytes, etag: digest, headers, mediaType: 'text/plain; charset=utf-8' };
}
