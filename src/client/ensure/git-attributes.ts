/*
 * Tells git to merge `coppice.toml` by keeping the lines of both sides: each item is a line of its own, so two branches that
 * add one never conflict. What people wrote about the file stays as it is.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { lineBreakOf } from '../../text/utf8.js';
import { manifestName } from '../rules/manifest.js';

/** The file, if the line was added to it. A link is left alone: it may lead to a file of other projects. */
export function mergeByUnion(files: Files, folder: string): string | undefined {
  const path = join(folder, '.gitattributes');
  const kind = files.stat(path, { follow: false })?.kind;
  if (kind !== undefined && kind !== 'file') return undefined;
  const text = new TextDecoder().decode(files.read(path)?.bytes);
  if (text.split(/\r?\n/).some((line) => line.trim().split(/\s+/)[0] === manifestName)) return undefined;
  const lineBreak = lineBreakOf(text);
  const open = text === '' || text.endsWith('\n') ? '' : lineBreak;
  const bytes = new TextEncoder().encode(`${text}${open}${manifestName} merge=union${lineBreak}`);
  files.write(path, bytes, { mode: 0o644 });
  return path;
}
