/*
 * The pages of the catalog: files that were built once and are read into memory, so that no address can lead to another
 * file. A browser that requests an address without a file gets the start page, which has its own router.
 */

import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AnswerHeaders } from './exchange.js';
import { etagOf, isKnown } from './prepared-answer.js';

interface WebFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly etag: string;
  /** The compressed bytes, where they are smaller. */
  readonly gzip?: { readonly bytes: Uint8Array; readonly etag: string };
}

/** By address: `/index.html`, `/assets/app-1a2b3c.js`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const placeholder = webFile(
  'text/html; charset=utf-8',
  new TextEncoder().encode(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Coppice registry</title></head>
<body>
<h1>Coppice registry</h1>
<p>The server is running. Its pages are not part of this build.</p>
<p><a href="/openapi.json">The description of its API</a></p>
</body>
</html>
`),
);

export function webFile(mediaType: string, bytes: Uint8Array, compressed?: Uint8Array): WebFile {
  const file = { bytes, mediaType, etag: etagOf(bytes) };
  if (!compressed || compressed.length >= bytes.length) return file;
  return { ...file, gzip: { bytes: compressed, etag: etagOf(compressed) } };
}

/** Undefined for an address that is for programs. */
export function sendPage(
  files: WebFiles | undefined,
  request: Request,
  path: string,
  headers: AnswerHeaders,
): Response | undefined {
  const file = files?.get(path) ?? startPage(files, request, path);
  if (!file) return undefined;
  const gzip = acceptsGzip(request) ? file.gzip : undefined;
  const { bytes, etag } = gzip ?? file;
  headers['etag'] = etag;
  if (file.gzip) headers['vary'] = 'accept-encoding';
  headers['cache-control'] = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  headers['content-security-policy'] = policy;
  headers['referrer-policy'] = 'no-referrer';
  const known = request.headers.get('if-none-match');
  if (known !== null && isKnown(known, etag)) return new Response(null, { status: 304, headers });
  headers['content-type'] = file.mediaType;
  if (gzip) headers['content-encoding'] = 'gzip';
  return new Response(bytes, { headers });
}

function acceptsGzip(request: Request): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(request.headers.get('accept-encoding') ?? '');
}

function startPage(files: WebFiles | undefined, request: Request, path: string): WebFile | undefined {
  const isForPrograms = /^\/(?:v1|mcp|assets|\.well-known)(?:\/|$)/.test(path);
  const isForPeople = path === '/' || request.headers.get('accept')?.includes('text/html') === true;
  if (isForPrograms || !isForPeople) return undefined;
  return files?.get('/index.html') ?? placeholder;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const compress = promisify(gzip);

/** Undefined where the pages were not built. `isServed` selects by address. */
export async function readWebFiles(
  folder: string,
  isServed: (address: string) => boolean = () => true,
): Promise<WebFiles | undefined> {
  const paths = await filesIn(folder);
  if (paths === undefined) return undefined;
  const addressOf = (path: string) => `/${relative(folder, path).split(sep).join('/')}`;
  const files = paths
    .filter((path) => isServed(addressOf(path)))
    .map(async (path) => {
      const address = addressOf(path);
      const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
      const bytes = await readFile(path);
      return [address, webFile(mediaType, bytes, await compress(bytes, { level: 9 }))] as const;
    });
  return new Map(await Promise.all(files));
}

async function filesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
