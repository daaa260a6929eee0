/*
 * A package of text files, prepared for the scanners: what the tests of a family start from.
 */

import { type PreparedPackage, preparePackage } from './prepare.js';

/** The files by their paths. */
export function textPackage(files: Readonly<Record<string, string>>, name = 'sample'): PreparedPackage {
  return preparePackage({
    name,
    files: Object.entries(files).map(([path, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false };
    }),
  });
}
