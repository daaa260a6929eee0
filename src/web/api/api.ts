/*
 * The client of the registry's API for the pages. Paths, parameters, bodies and responses are checked against the route
 * table by types only, so that neither the table nor its schemas are sent to the browser.
 */

import type { z } from 'zod';
import type { Route } from '../../registry/api/route.js';
import type { routes } from '../../registry/api/routes/routes.js';
import { isObject } from '../../text/shape.js';

type Table = (typeof routes)[keyof typeof routes];
type Method = Route['method'];
type PathOf<M extends Method> = Extract<Table, { method: M }>['path'];
type RouteAt<M extends Method, P> = Extract<Table, { method: M; path: P }>;

type ParamNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type QueryAt<R> = R extends { query: infer Q extends z.ZodType } ? z.input<Q> : never;
type BodyAt<R> = R extends { body: infer B extends z.ZodType } ? z.input<B> : never;
type AnswerAt<R> = R extends { answer: infer A extends z.ZodType } ? z.infer<A> : string;

type Answer<M extends Method, P> = AnswerAt<RouteAt<M, P>>;

type Input<M extends Method, P> = {
  readonly query?: QueryAt<RouteAt<M, P>>;
  readonly body?: BodyAt<RouteAt<M, P>>;
  readonly signal?: AbortSignal;
} & ([ParamNames<P>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParamNames<P>, string>> });

export interface Api {
  get<P extends PathOf<'GET'>>(path: P, input: Input<'GET', P>): Promise<Answer<'GET', P>>;
  send<M extends Exclude<Method, 'GET'>, P extends PathOf<M>>(
    method: M,
    path: P,
    input: Input<M, P>,
  ): Promise<Answer<M, P>>;
}

interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The CSRF token, which is sent with every write of a session. */
export interface Csrf {
  /** Null for a visitor who has not signed in. */
  token(): string | null;
  /** Called when a write was refused: whether there is a newer token, from a session started in another tab. */
  renew(): Promise<boolean>;
}

export function createApi(csrf: Csrf, send: typeof fetch = (...request) => fetch(...request)): Api {
  const attempt = (method: Method, path: string, request: Request) => {
    const headers = new Headers({ accept: 'application/json, text/markdown;q=0.9, */*;q=0.1' });
    const token = csrf.token();
    if (method !== 'GET' && token !== null) headers.set('x-coppice-csrf', token);
    if (request.body !== undefined) headers.set('content-type', 'application/json');
    return fetchResponse(send, filledPath(path, request), {
      method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
    });
  };
  const call = async (method: Method, path: string, request: Request) => {
    const first = await attempt(method, path, request);
    const isStale = method !== 'GET' && first.status === 403 && (await csrf.renew());
    const response = isStale ? await attempt(method, path, request) : first;
    // Not lines of JSON, which are for a file.
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    if (!response.ok) throw refusalError(response, isJson ? await response.json() : undefined);
    return isJson ? response.json() : response.text();
  };
  // The route table defines the response of each path, and the server's tests enforce it.
  return { get: (path, input) => call('GET', path, input), send: call } as Api;
}

export function filledPath(path: string, { params = {}, query }: Request): string {
  const filled = path.replace(/\{([a-z]+)(\*?)\}/g, (_, name: string, rest: string) => {
    const given = params[rest ? `${name}*` : name] ?? '';
    return rest ? given.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(given);
  });
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

async function fetchResponse(send: typeof fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await send(path, { ...init, credentials: 'same-origin' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw offlineError();
  }
}

/** A request that the registry refused, with its own message, or that did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The registry's code, or `offline`. */
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

function offlineError(): ApiError {
  return new ApiError(
    'offline',
    0,
    'The registry cannot be reached. Check that it is running and that you are online.',
  );
}

function refusalError(response: Response, body: unknown): ApiError {
  const fields = isObject(body) ? body : {};
  const message =
    typeof fields['message'] === 'string'
      ? fields['message']
      : `The registry responded with status ${response.status}.`;
  const code = typeof fields['error'] === 'string' ? fields['error'] : 'unexpected';
  return new ApiError(code, response.status, message, isObject(fields['details']) ? fields['details'] : {});
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The text to show for an error. */
export function errorText(error: unknown): string {
  // The registry's own message is written for programs.
  if (isSignedOut(error))
    return 'You are no longer signed in. Sign in again in another tab, then try again here. Your input is kept.';
  return error instanceof Error ? error.message : String(error);
}
