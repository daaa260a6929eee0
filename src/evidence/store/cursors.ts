/*
 * Stores how far each source was read, and its agent.
 */

import type { Cursor } from '../sources/cursor.js';
import type { Connection } from './database.js';

export interface SourceCursor extends Cursor {
  readonly agent: string;
}

/** Cursors by the path of the source, of one agent or all. */
export function readCursors(connection: Connection, agent?: string): ReadonlyMap<string, SourceCursor> {
  const rows = connection.all<CursorRow>(`${selectCursors} WHERE agent = ?1 OR ?1 IS NULL`, agent ?? null);
  return new Map(rows.map(({ path, ...cursor }) => [path, cursor]));
}

export function readCursor(connection: Connection, path: string): SourceCursor | undefined {
  const row = connection.get<CursorRow>(`${selectCursors} WHERE path = ?`, path);
  if (row === undefined) return undefined;
  const { path: _, ...cursor } = row;
  return cursor;
}

export function writeCursor(connection: Connection, source: number, cursor: SourceCursor): void {
  connection.run(
    `INSERT OR REPLACE INTO cursors (source, agent, size, mtime_ms, device, inode, offset, head_hash, tail_hash,
       covered_from, memory) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    source,
    cursor.agent,
    cursor.size,
    cursor.mtimeMs,
    cursor.device,
    cursor.inode,
    cursor.offset,
    cursor.headHash,
    cursor.tailHash,
    cursor.coveredFrom,
    cursor.memory,
  );
}

interface CursorRow extends SourceCursor {
  readonly path: string;
}

const selectCursors = `
  SELECT path, agent, size, mtime_ms AS mtimeMs, device, inode, offset, head_hash AS headHash,
    tail_hash AS tailHash, covered_from AS coveredFrom, memory
  FROM cursors JOIN sources ON sources.ref = cursors.source`;
