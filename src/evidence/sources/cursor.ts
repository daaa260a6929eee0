/*
 * How far a source was read: enough to distinguish a source that is unchanged (not opened), has grown (read from the
 * offset) or was rewritten (read from the start).
 */

import type { Files, Stat } from '../../system/files.js';
import { sha256Hex } from '../../text/hash.js';

export interface Cursor {
  readonly size: number;
  readonly mtimeMs: number;
  readonly device: number;
  readonly inode: number;
  /** After the last line that was read; 0 for sources that are always read completely. */
  readonly offset: number;
  /** Hashes of the first and the last bytes before the offset. */
  readonly headHash: string;
  readonly tailHash: string;
  /** Events before this time were ignored. */
  readonly coveredFrom: number;
  /** What the reader must remember, as JSON. */
  readonly memory: string | null;
}

const sampleBytes = 4_096;

export type Since = 'unchanged' | 'grown' | 'rewritten';

export function changeSince(files: Files, path: string, stat: Stat, cursor: Cursor): Since {
  const { size, mtimeMs, device, inode, offset } = cursor;
  const isSameFile = device === stat.device && inode === stat.inode;
  if (isSameFile && size === stat.sizeBytes && mtimeMs === stat.mtimeMs) return 'unchanged';
  if (offset === 0 || stat.sizeBytes < offset) return 'rewritten';
  const { headHash, tailHash } = samples(files, path, offset);
  return headHash === cursor.headHash && tailHash === cursor.tailHash ? 'grown' : 'rewritten';
}

export function samples(
  files: Pick<Files, 'read'>,
  path: string,
  offset: number,
): Pick<Cursor, 'offset' | 'headHash' | 'tailHash'> {
  const length = Math.min(sampleBytes, offset);
  const hashAt = (start: number) => {
    const content = length === 0 ? undefined : files.read(path, { offset: start, maxBytes: length });
    return sha256Hex(content?.bytes ?? new Uint8Array());
  };
  const headHash = hashAt(0);
  return { offset, headHash, tailHash: offset <= sampleBytes ? headHash : hashAt(offset - length) };
}
