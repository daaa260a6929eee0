/*
 * The types between the router and the operations: a call whose tenant, principal, parameters and body are checked, and
 * an answer that the router turns into a response (JSON or bytes, ETag, 304, cache headers).
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
  /** Undefined where callers are not authenticated. */
  readonly tenant: R['access'] extends 'open' | 'local' ? undefined : Tenant;
  /** The tenant that the header or host names (rules/access/tenant-name.ts), whether or not it exists. */
  readonly tenantName: string | undefined;
  readonly principal: Principal;
  /** The caller with a known principal; throws `unauthorized` for an anonymous one. */
  caller(): Caller;
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
  readonly upload: R['upload'] extends { readonly metadata: infer M; readonly many: true }
    ? { readonly metadata: Parsed<M>; readonly bundles: readonly Uint8Array[] }
    : R['upload'] extends { readonly metadata: infer M }
      ? { readonly metadata: Parsed<M>; readonly bundle: Uint8Array }
      : R['upload'] extends object
        ? { readonly bundle: Uint8Array }
        : undefined;
  /** The origin by which clients reach the server, without a slash at the end. */
  readonly origin: string;
  readonly ip: string | null;
  readonly requestId: string;
  /** The headers of a browser, for signing in. */
  readonly browser: BrowserHeaders;
  /** Whether only the headers of the answer are requested. */
  readonly isHead: boolean;
}

export interface BrowserHeaders {
  readonly cookie: string | undefined;
  /** X-Coppice-Csrf. */
  readonly csrf: string | undefined;
  readonly userAgent: string | undefined;
}

export interface Answer {
  /** By default the status of the route. */
  readonly status?: number;
  readonly json?: unknown;
  /** The body instead of JSON, with the route's media type unless `mediaType` is given. */
  readonly bytes?: Uint8Array | string;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each in the form of a `Set-Cookie` header. An answer with cookies is never cached. */
  readonly cookies?: readonly string[];
  /** Without quotes; by default a hash of the body. A request with this tag is answered 304. */
  readonly etag?: string;
  /** Whether the bytes at this URL never change. Otherwise clients revalidate them each time. */
  readonly immutable?: boolean;
  /** Excludes this answer of a cached route from the cache. */
  readonly cache?: false;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer>;

/** One handler for every route of a table; one that is missing does not compile. */
export type Handlers<T extends Readonly<Record<string, Route>>> = { readonly [K in keyof T]: Handler<T[K]> };

/**
 * A file of a bundle as an answer. Its publisher chose the bytes, so a browser must never run them: text is sent as plain
 * text, everything else as an attachment, and both in a sandbox.
 */
export function fileAnswer({ bytes, digest }: BundleFile): Answer {
  const headers = { 'content-security-policy': "default-src 'none'; sandbox" };
  return decodePlainText(bytes) === undefined
    ? { bytes, etag: digest, headers: { ...headers, 'content-disposition': 'attachment' } }
    : { bytes, etag: digest, headers, mediaType: 'text/plain; charset=utf-8' };
}
