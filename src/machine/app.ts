/*
 * The server's answer to one request: the pages, which are the same for everybody, and the API behind them, which is
 * for the person of this machine alone. Nothing is stored by browsers but the pages themselves.
 */

import { z } from 'zod';
import { checkInput, parseJsonBytes } from '../registry/rules/http/check-input.js';
import { bodyBytes } from '../registry/server/http/read-body.js';
import { sendPage, type WebFiles } from '../registry/server/http/web-files.js';
import { CoppiceError, type ErrorCode } from '../text/errors.js';
import { type MachineWrites, machineBodies, type ReadHandlers, type WriteHandlers } from './api/routes.js';
import { admissionOf, apiPrefix } from './rules/admission.js';
import type { Sessions } from './sessions.js';

export interface MachineApp {
  readonly reads: ReadHandlers;
  readonly writes: WriteHandlers;
  readonly sessions: Sessions;
  /** The key for new codes, and to stop the server. */
  readonly ownerKey: string;
  readonly web: WebFiles;
  /** Answers with a stream of changes. */
  readonly events: () => Response;
  readonly port: () => number;
  readonly stop: () => void;
  readonly onSignIn: () => void;
  /** A fault of our own, which the caller learns nothing about. */
  readonly onFault: (error: unknown) => void;
}

type Answer = Response | object | undefined;

/** Never throws. */
export async function answerMachine(app: MachineApp, request: Request): Promise<Response> {
  const { pathname: path, searchParams: query } = new URL(request.url);
  const { headers, method } = request;
  const host = headers.get('host');
  const facts = { method, path, host, origin: headers.get('origin'), site: headers.get('sec-fetch-site') };
  const admission = admissionOf(facts, app.port());
  if (admission === 'foreign-host')
    return refused(421, 'misdirected', 'this server is only for its own machine');
  if (admission === 'foreign-origin') return refused(403, 'forbidden', 'another page cannot use this server');
  if (!path.startsWith(apiPrefix)) return page(app.web, request, path);
  try {
    const name = path.slice(apiPrefix.length);
    const answer = await answered(app, request, name, query);
    if (answer instanceof Response) return answer;
    return answer === undefined
      ? refused(404, 'not_found', `there is no ${method} ${path}`)
      : Response.json(answer, { headers: apiHeaders });
  } catch (error) {
    return refusalOf(app, error);
  }
}

const apiHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

async function answered(
  app: MachineApp,
  request: Request,
  name: string,
  query: URLSearchParams,
): Promise<Answer> {
  const { reads, writes, sessions, ownerKey } = app;
  const isPost = request.method === 'POST';
  if (isPost && name === 'session') return signedIn(app, await bodyOf(request, codeBody));
  const key = bearerOf(request);
  if (isPost && (name === 'code' || name === 'stop')) {
    if (key !== ownerKey) throw unauthorized();
    if (name === 'code') return sessions.newCode();
    app.stop();
    return { stopping: true };
  }
  if (key === undefined || !sessions.has(key)) throw unauthorized();
  if (isPost && name === 'sign-out') {
    sessions.signOut(key);
    return { signedOut: true };
  }
  if (request.method === 'GET' && name === 'events') return app.events();
  if (request.method === 'GET' && hasKey(reads, name)) return await reads[name](query);
  if (isPost && hasKey(writes, name)) return await written(writes, name, request);
  return undefined;
}

async function written<Name extends keyof MachineWrites>(
  writes: WriteHandlers,
  name: Name,
  request: Request,
): Promise<MachineWrites[Name]['answer']> {
  // The schema of this name has just been applied.
  const body = (await bodyOf(request, machineBodies[name])) as MachineWrites[Name]['body'];
  return await writes[name](body);
}

const codeBody = z.strictObject({ code: z.string().max(200) });

function signedIn({ sessions, onSignIn }: MachineApp, body: unknown): { readonly key: string } {
  const key = sessions.signIn((body as z.infer<typeof codeBody>).code);
  if (key !== undefined) {
    onSignIn();
    return { key };
  }
  throw new CoppiceError('unauthorized', 'this link was used before, or is older than ten minutes', {
    hint: 'coppice open gives you a new one',
  });
}

/** A choice among 20,000 skills. */
const maxBodyBytes = 4 * 1_048_576;
const maxBodyValues = 50_000;

async function bodyOf(request: Request, schema: z.ZodType): Promise<unknown> {
  if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new CoppiceError('bad-value', 'the content-type must be application/json');
  const bytes = await bodyBytes(request, maxBodyBytes, { idleMs: 15_000, take: () => undefined });
  return checkInput(schema, parseJsonBytes(bytes, 'body', maxBodyValues), 'body');
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer ([\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
}

function unauthorized(): CoppiceError {
  return new CoppiceError('unauthorized', 'sign in with the link of coppice open');
}

const startPage = '/machine.html';

function page(web: WebFiles, request: Request, path: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refused(405, 'method_not_allowed', 'pages are only read');
  if (path === '/') return new Response(null, { status: 302, headers: { location: '/machine' } });
  const file = path === '/machine' || path.startsWith('/machine/') ? startPage : path;
  const found = web.has(file)
    ? sendPage(web, request, file, { 'x-content-type-options': 'nosniff' })
    : undefined;
  return found ?? refused(404, 'not_found', `there is no ${path}`);
}

const statuses: Readonly<Partial<Record<ErrorCode, readonly [number, string]>>> = {
  unauthorized: [401, 'unauthorized'],
  'bad-value': [400, 'bad_request'],
  'bad-name': [400, 'bad_request'],
  'too-large': [413, 'payload_too_large'],
  'not-found': [404, 'not_found'],
  'skill-not-found': [404, 'not_found'],
};

function refusalOf({ onFault }: MachineApp, error: unknown): Response {
  if (!(error instanceof CoppiceError)) {
    onFault(error);
    return refused(500, 'internal_error', 'Coppice failed; the terminal in which it was started says more');
  }
  // Whatever else is refused is refused because of how things are on this machine.
  const [status, code] = statuses[error.code] ?? [409, 'conflict'];
  return refused(status, code, error.hint === undefined ? error.message : `${error.message}; ${error.hint}`);
}

function refused(status: number, error: string, message: string): Response {
  return Response.json({ error, message }, { status, headers: apiHeaders });
}

function hasKey<Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> {
  return Object.hasOwn(table, name);
}
