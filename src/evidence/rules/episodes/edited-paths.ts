/*
 * The paths that a call of a file tool changes, from its stored arguments. These are JSON that may be cut in the middle.
 */

import { parseJson } from '../../../text/json.js';
import { patchedPaths, pathsIn } from '../attempts/tool-arguments.js';

export function editedPaths(args: string): readonly string[] {
  const value = parseJson(args);
  if (typeof value === 'object' && value !== null) return [...pathsIn(value), ...patchedPaths(value)];
  // A path stands before the contents, so it is mostly there even if the end is cut.
  const quoted = /"(?:file_path|path|absolute_path|filePath|filename|target_file)":"([^"\\]{1,500})"/.exec(
    args,
  );
  if (quoted?.[1] !== undefined) return [quoted[1]];
  return patchedPaths(args.replaceAll('\\n', '\n'));
}
