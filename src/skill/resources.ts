/*
 * The files of a skill as resources of the Skills extension of MCP: how an address is read, what is in a folder, and how
 * the bytes of a file are sent. The library and the registry each make their own addresses, and share the rest.
 */

import { decodePlainText } from '../text/utf8.js';

/** The only names that the extension allows. */
export function isResourceName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** The decoded parts of a `skill://` address; undefined for every other text. A slash at the end counts for nothing. */
export function resourceSegments(uri: string): readonly string[] | undefined {
  const written = /^skill:\/\/([^?#]+?)\/?$/.exec(uri)?.[1];
  if (written === undefined) return undefined;
  try {
    return written.split('/').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export interface ResourceChild<File> {
  readonly name: string;
  /** The file itself, or one of those in the folder. */
  readonly file: File;
  /** How many parts the path of the file has below the child: 0 where the child is the file. */
  readonly depth: number;
}

/** What is directly in a folder, derived from the paths of all files. The empty folder is the skill's own. */
export function resourceChildren<File extends { readonly path: string }>(
  files: readonly File[],
  folder: string,
): readonly ResourceChild<File>[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const children = new Map<string, ResourceChild<File>>();
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const [name = '', ...below] = file.path.slice(prefix.length).split('/');
    children.set(name, { name, file, depth: below.length });
  }
  return [...children.values()];
}

/** Undefined where only the bytes show what it is. */
export function resourceType(path: string): string | undefined {
  return path.endsWith('.md') ? 'text/markdown' : undefined;
}

type ResourceContent =
  | { readonly text: string; readonly mimeType: string }
  | { readonly bytes: Uint8Array; readonly mimeType: string };

/** Text only where nothing is lost by that, so that the receiver can check the digest either way. */
export function resourceContent(path: string, bytes: Uint8Array): ResourceContent {
  const text = decodePlainText(bytes);
  return text === undefined
    ? { bytes, mimeType: 'application/octet-stream' }
    : { text, mimeType: resourceType(path) ?? 'text/plain' };
}
