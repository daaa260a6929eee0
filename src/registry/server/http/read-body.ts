/*
 * Reads the body of a request: JSON, or an upload of a bundle with a JSON part. The bytes are counted as they come:
 * reading stops at the limit, and when no more come. The server drops the rest and closes the connection.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { Route } from '../../api/route.js';
import { checkInput, parseJsonBytes } from '../../rules/http/check-input.js';

export const maxJsonBytes = 1_048_576;
/** A bundle of 5 MiB, and room for the other parts. */
const maxUploadBytes = 5 * 1_048_576 + 65_536;
/** Several bundles that are published together. */
const maxSetBytes = 4 * maxUploadBytes;

interface Body {
  readonly body: unknown;
  readonly upload: Upload | undefined;
}

type Upload =
  | { readonly metadata?: unknown; readonly bundle: Uint8Array }
  | { readonly metadata: readonly unknown[]; readonly bundles: readonly Uint8Array[] };

const none: Body = { body: undefined, upload: undefined };

export async function readBody(route: Route, request: Request, idleMs: number): Promise<Body> {
  if (route.upload) {
    const limits = { maxBytes: route.upload.many ? maxSetBytes : maxUploadBytes, idleMs };
    return { ...none, upload: await readUpload(route.upload, request, limits) };
  }
  if (!route.body) return none;
  const bytes = await bodyBytes(request, { maxBytes: maxJsonBytes, idleMs });
  if (bytes.length > 0) requireType(request, /^application\/(?:[\w.-]+\+)?json(?:;|$)/i, 'application/json');
  return { ...none, body: checkInput(route.body, parseJsonBytes(bytes, 'body'), 'body') };
}

async function readUpload(
  upload: NonNullable<Route['upload']>,
  request: Request,
  limits: BodyLimits,
): Promise<Upload> {
  const type = requireType(request, /^multipart\/form-data;/i, 'multipart/form-data');
  const form = await parseForm(await bodyBytes(request, limits), type);
  if (upload.many) {
    const metadata = await metadataIn(form, upload.metadata);
    const bundles = await Promise.all(form.getAll('bundle').map(fileBytes));
    if (!Array.isArray(metadata) || metadata.length !== bundles.length)
      throw new CoppiceError('bad-value', 'the body must have one part bundle for each entry of metadata');
    return { metadata, bundles };
  }
  const bundle = await fileBytes(onlyPart(form, 'bundle'));
  return upload.metadata ? { metadata: await metadataIn(form, upload.metadata), bundle } : { bundle };
}

async function metadataIn(
  form: FormData,
  schema: NonNullable<Route['upload']>['metadata'],
): Promise<unknown> {
  const part = onlyPart(form, 'metadata');
  const text = typeof part === 'string' ? Buffer.from(part) : new Uint8Array(await part.arrayBuffer());
  const json = parseJsonBytes(text, 'part metadata');
  return schema ? checkInput(schema, json, 'metadata') : json;
}

async function fileBytes(part: File | string): Promise<Uint8Array> {
  if (typeof part === 'string')
    throw new CoppiceError('bad-value', 'the part bundle must be a file: give it a file name');
  return new Uint8Array(await part.arrayBuffer());
}

async function parseForm(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
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

interface BodyLimits {
  readonly maxBytes: number;
  /** How long to wait for the next bytes. */
  readonly idleMs: number;
}

export async function bodyBytes(request: Request, { maxBytes, idleMs }: BodyLimits): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await inTime(reader.read(), idleMs);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
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
