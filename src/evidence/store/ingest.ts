/*
 * Takes in what readings brought: events, what became known of earlier ones, what was taken back, and how far the
 * source was read. All batches of a call are one transaction, so a crash leaves a source read and stored, or neither.
 */

import type { Origin } from '../conflict.js';
import type { EventPatch, EvidenceEvent } from '../event.js';
import type { Connection } from './connection.js';
import { type SourceCursor, writeCursor } from './cursors.js';
import { EventWriter } from './event-writer.js';

export interface Batch {
  /** The path of the transcript, or `live:` and an id. */
  readonly source: string;
  readonly origin: Origin;
  readonly cursor?: SourceCursor;
  readonly events: readonly EvidenceEvent[];
  readonly patches: readonly EventPatch[];
  /** Ids of events that did not stay in the conversation. */
  readonly retracted: readonly string[];
}

export interface Ingested {
  /** How many events were not known before. */
  readonly added: number;
  /** Of which something was added or changed. */
  readonly sessions: readonly string[];
}

export function ingest(connection: Connection, batches: Iterable<Batch>): Ingested {
  return connection.transaction(() => {
    const writer = new EventWriter(connection);
    let added = 0;
    for (const { source: path, origin, cursor, events, patches, retracted } of batches) {
      const source = writer.refs.source(path);
      for (const event of events) if (writer.put(event, origin, source)) added += 1;
      for (const patch of patches) writer.patch(patch, origin);
      for (const id of retracted) writer.remove(id);
      if (cursor !== undefined) writeCursor(connection, source, cursor);
    }
    return { added, sessions: writer.finish() };
  });
}
