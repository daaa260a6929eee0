/*
 * Reads a file and keeps the last piece of it: what is asked for once more is given from there. So a cursor tells of
 * the very bytes that were read, whatever became of the file since, and most transcripts are opened once.
 */

import type { FileContent, Files } from '../../system/files.js';

export function keepingLastRead({ read }: Pick<Files, 'read'>): Pick<Files, 'read'> {
  let last: { readonly path: string; readonly start: number; readonly content: FileContent } | undefined;
  return {
    read(path, range) {
      const start = range?.offset ?? 0;
      const end = start + (range?.maxBytes ?? Number.POSITIVE_INFINITY);
      if (last?.path === path && last.start <= start && end <= last.start + last.content.bytes.length) {
        const { bytes, stat } = last.content;
        return { bytes: bytes.subarray(start - last.start, end - last.start), stat };
      }
      const content = read(path, range);
      if (content !== undefined) last = { path, start, content };
      return content;
    },
  };
}
