/*
 * What must not come back when a transcript is read again: the events that were purged, by their ids, and everything
 * before the time up to which all was dropped.
 */

import type { Connection } from './connection.js';
import { idBytes } from './event-row.js';

export function forgottenBefore(connection: Connection): number {
  return connection.get<{ before: number }>('SELECT before FROM forgotten')?.before ?? 0;
}

/** It never goes back. */
export function forgetBefore(connection: Connection, time: number): void {
  const before = Math.max(time, forgottenBefore(connection));
  connection.run('DELETE FROM forgotten');
  connection.run('INSERT INTO forgotten (before) VALUES (?)', before);
}

export function purgesAny(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM purged LIMIT 1') !== undefined;
}

export function isPurged(connection: Connection, id: string): boolean {
  return connection.get('SELECT 1 FROM purged WHERE id = ?', idBytes(id)) !== undefined;
}
