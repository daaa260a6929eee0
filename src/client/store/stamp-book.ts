/*
 * What the entries of the store looked like when they were last hashed: one file of lines, read once and added to, because
 * a project has hundreds of entries and asks for all of them. Of two lines for an entry the later counts. A stamp that is
 * lost costs a hash: so nobody waits for the disk, a line that is damaged is passed over, and a store that is read-only
 * has no more stamps than it has.
 */

import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';

export interface StampBook {
  /** By the HEX of the content digest. */
  get(hex: string): string | undefined;
  keep(stamps: ReadonlyMap<string, string>): void;
}

export function stampBook(files: Files, path: string): StampBook {
  let read: Map<string, string> | undefined;
  let lineCount = 0;

  const lines = (): Map<string, string> => {
    if (read !== undefined) return read;
    const content = files.read(path);
    const found = content === undefined ? [] : new TextDecoder().decode(content.bytes).split('\n');
    lineCount = found.length;
    read = new Map(found.map((line) => [line.slice(2, 2 + hexLength), line]));
    return read;
  };

  return {
    get: (hex) => {
      const line = parseJson(lines().get(hex) ?? '');
      const stamp: unknown = Array.isArray(line) && line[0] === hex ? line[1] : undefined;
      return typeof stamp === 'string' ? stamp : undefined;
    },
    keep: (stamps) => {
      const known = lines();
      const added = [...stamps].map(([hex, stamp]) => [hex, JSON.stringify([hex, stamp])] as const);
      for (const [hex, line] of added) known.set(hex, line);
      lineCount += added.length;
      const isTooLong = lineCount > fewestToShorten && lineCount > 2 * known.size;
      writeIfAllowed(() => {
        if (isTooLong) files.write(path, encoded([...known.values()]));
        // The first one goes behind a line that may have been cut off.
        else files.append(path, encoded(['', ...added.map(([, line]) => line)]));
      });
      if (isTooLong) lineCount = known.size;
    },
  };
}

const hexLength = 64;

const fewestToShorten = 1_000;

function encoded(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function writeIfAllowed(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
  }
}
