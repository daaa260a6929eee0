/*
 * Reads the built pages of the catalog into memory.
 */

import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type WebFiles, webFile } from './web-pages.js';

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

/** Undefined where they were not built. */
export async function readWebFiles(folder: string): Promise<WebFiles | undefined> {
  const paths = await filesIn(folder);
  if (paths === undefined) return undefined;
  const files = paths.map(async (path) => {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
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
