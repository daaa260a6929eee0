/*
 * Small JSON files in which a part of the program remembers something between runs. What the value must look like is
 * checked by whoever reads it. Files are written with a checksum; one that was damaged counts as no JSON. Those of 0.1.0
 * have none, and are read.
 */

import { checksumOf, withChecksum } from '../text/checksum.js';
import { parseJson } from '../text/json.js';
import { isObject } from '../text/shape.js';
import type { Files } from './files.js';

/** Undefined where there is no such file; `value` is undefined where it is not JSON. */
export function readJsonFile(
  files: Pick<Files, 'read'>,
  path: string,
): { readonly value: unknown } | undefined {
  const content = files.read(path);
  if (content === undefined) return undefined;
  const checksum = checksumOf(content.bytes);
  const value = checksum === 'wrong' ? undefined : parseJson(new TextDecoder().decode(content.bytes));
  if (checksum === 'absent' || !isObject(value)) return { value };
  const { checksum: _, ...stored } = value;
  return { value: stored };
}

/** Replaces the file as a whole. Its folder must exist. */
export function writeJsonFile(files: Pick<Files, 'write'>, path: string, value: unknown, indent = 2): void {
  files.write(path, new TextEncoder().encode(withChecksum(`${JSON.stringify(value, null, indent)}\n`)));
}
