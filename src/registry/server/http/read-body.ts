/*
 * Reads the body of a request: JSON, a form, or an upload of a bundle with a JSON part. The bytes are counted as they come:
 * reading stops at the limit of the route, and when no more come. The server drops the rest and closes the connection.
 */

import { CoppiceError } from '../../../text/errors.js';
import { bodyLimitOf, type Route } from '../../api/route.js';
import { checkInput, parseFormBytes, parseJsonBytes } from '../../rules/http/check-input.js';
import { refuseCostlyForm } from '../../rules/http/multipart-limits.js';

interface Body {
  readonly body: unknown;
  readonly upload: Upload | undefined;
}

type Upload =
  | { readonly metadata?: unknown; readonly bundle: Uint8Array }
  | { readonly metadata: readonly unknown[]; readonly bundles: readonly Uint8Array[] };

export interface Reading {
  /** How long to wait for the next bytes. */
  readonly idleMs: number;
  /** Called with the length of what has come; may throw. */
  readonly take: (bytes: number) => void;
  /** Waits until a large body may be parsed, or checked. */
  readonly turn: () => Promise<void>;
}

const none: Body = { body: undefined, upload: undefined };

export async function readBody(route: Route, request: Request, reading: Reading): Promise<Body> {
  if (!route.upload && !route.body) return none;
  const { bytes: maxBytes, values } = bodyLimitOf(route);
  const read = () => bodyBytes(request, maxBytes, reading);
  if (hasUpload(route)) return { ...none, upload: await readUpload(route, request, read) };
  if (!route.body) return none;
  const bytes = await read();
  if (route.form) {
    requireType(request, /^application\/x-www-form-urlencoded(?:;|$)/i, 'application/x-www-form-urlencoded');
    return { ...none, body: checkInput(route.body, parseFormBytes(bytes, values), 'body') };
  }
  if (bytes.length > 0) requireType(request, /^application\/(?:[\w.-]+\+)?json(?:;|$)/i, 'application/json');
  const turn = async () => {
    if (bytes.length > smallBytes) await reading.turn();
  };
  await turn();
  const json = parseJsonBytes(bytes, 'body', values);
  await turn();
  return { ...none, body: checkInput(route.body, json, 'body') };
}

/** What is parsed at once. */
const smallBytes = 16 * 1_024;

function hasUpload(route: Route): route is UploadRoute {
  return route.upload !== undefined;
}

type UploadRoute = Route & { readonly upload: NonNullable<Route['upload']> };

async function readUpload(
  route: UploadRoute,
  request: Request,
  read: () => Promise<Buffer>,
): Promise<Upload> {
  const type = requireType(request, /^multipart\/form-data;/i, 'multipart/form-data');
  const { values, parts } = bodyLimitOf(route);
  const form = await parseForm(await read(), type, parts);
  if (route.upload.many) {
    const metadata = await metadataIn(form, route.upload.metadata, values);
    const bundles = await Promise.all(form.getAll('bundle').map(fileBytes));
    if (!Array.isArray(metadata) || metadata.length !== bundles.length)
      throw new CoppiceError('bad-value', 'the body must have one part bundle for each entry of metadata');
    return { metadata, bundles };
  }
  const bundle = await fileBytes(onlyPart(form, 'bundle'));
  const { metadata } = route.upload;
  return metadata ? { metadata: await metadataIn(form, metadata, values), bundle } : { bundle };
}

async function metadataIn(
  form: FormData,
  schema: NonNullable<Route['upload']>['metadata'],
  maxValues: number,
): Promise<unknown> {
  const part = onlyPart(form, 'metadata');
  const text = typeof part === 'string' ? Buffer.from(part) : new Uint8Array(await part.arrayBuffer());
  const json = parseJsonBytes(text, 'part metadata', maxValues);
  return schema ? checkInput(schema, json, 'metadata') : json;
}

async function fileBytes(part: File | string): Promise<Uint8Array> {
  if (typeof part === 'string')
    throw new CoppiceError('bad-value', 'the part bundle must be a file: give it a file name');
  return new Uint8Array(await part.arrayBuffer());
}

async function parseForm(bytes: Buffer, type: string, maxParts: number): Promise<FormData> {
  const headers = { 'content-type': refuseCostlyForm(bytes, type, maxParts) };
  try {
    return await new Response(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), {
      headers,
    }).formData();
  } catch (error) {
    // Any error is caused by the bytes of the sender.
    throw new CoppiceError('bad-value', 'the body is not well-formed multipart/form-data', { cause: error });
  }
}

function onlyPart(form: FormData, name: string): File | string {
  const [part, ...more] = form.getAll(name);
  if (part === undefined || more.length > 0)
    throw new CoppiceError('bad-value', `the body must have one part ${name}`);
  return part;
}

function requireType(request: Request, expected: RegExp, name: string): string {
  const type = request.headers.get('content-type') ?? '';
  if (expected.test(type)) return type;
  throw new CoppiceError('bad-value', `the content-type must be ${name}`);
}

export async function bodyBytes(
  request: Request,
  maxBytes: number,
  { idleMs, take }: Pick<Reading, 'idleMs' | 'take'>,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await inTime(reader.read(), idleMs);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    take(value.byteLength);
    chunks.push(value);
  }
}

async function inTime<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no bytes for ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([read, late]);
  } catch (error) {
    // Any error here is caused by the connection of the caller.
    throw new CoppiceError('bad-value', 'the body ended before it was complete', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(maxBytes: number): CoppiceError {
  return new CoppiceError('too-large', `the body is larger than ${maxBytes} bytes`);
}
