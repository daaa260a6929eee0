/*
 * Small JSON files in which a part of the program remembers something between runs. What the value must look like is
 * checked by whoever reads it.
 */

import { parseJson } from '../text/json.js';
import type { Files } from './files.js';

/** Undefined where there is no such file; `value` is undefined where it is not JSON. */
export function readJsonFile(
  files: Pick<Files, 'read'>,
  path: string,
): { readonly value: unknown } | undefined {
  const content = files.read(path);
  return content && { value: parseJson(new TextDecoder().decode(content.bytes)) };
}

/** Replaces the file as a whole. Its folder must exist. */
export function writeJsonFile(files: Pick<Files, 'write'>, path: string, value: unknown, indent = 2): void {
  files.write(path, new TextEncoder().encode(`${JSON.stringify(value, null, indent)}\n`));
}
