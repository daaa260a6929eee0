/*
 * Stores the batches of a reading: new events, patches of earlier ones, retractions, and the cursor of the source. All
 * batches of a call are one transaction, so after a crash a source is either read and stored, or neither.
 */

import type { EventPatch, EvidenceEvent, ObservedFacts } from '../rules/event.js';
import { mergeEvents, type Origin, patchEvent, type ReportedEvent } from '../rules/merge-event.js';
import { hourOf, recount, refreshSession } from './counts.js';
import { type SourceCursor, writeCursor } from './cursors.js';
import type { Connection } from './database.js';
import { Dictionary } from './dictionary.js';
import { eventInserter, idBytes, readEvent, rowValues, type StoredEvent, updateEvent } from './event-row.js';
import { forgottenBefore, isPurged, purgesAny } from './purge.js';
import { putFacts } from './session-facts.js';

/** Writes events in one transaction, and tracks the hours and sessions that they change; `finish` updates these once. */
class EventWriter {
  readonly refs: Dictionary;
  readonly #connection: Connection;
  readonly #insert: ReturnType<typeof eventInserter>;
  readonly #forgottenBefore: number;
  readonly #purgesAny: boolean;
  readonly #hours = new Set<number>();
  readonly #sessions = new Set<number>();
  /** The models that are known of a session, by its row. */
  readonly #models = new Map<number, Set<string>>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.refs = new Dictionary(connection);
    this.#insert = eventInserter(connection, this.refs);
    this.#forgottenBefore = forgottenBefore(connection);
    this.#purgesAny = purgesAny(connection);
  }

  /** Returns true if the event is new. */
  put(given: EvidenceEvent, origin: Origin, source: number): boolean {
    const event = withWholeTime(given);
    if (event.at < this.#forgottenBefore) return false;
    if (this.#purgesAny && isPurged(this.#connection, event.id)) return false;
    const reported: ReportedEvent = { event, origin, outcomeOrigin: origin };
    if (this.#insert(reported, source)) {
      this.#touch(event);
      return true;
    }
    const stored = readEvent(this.#connection, event.id);
    if (stored === undefined) return false;
    if (stored.source !== source) {
      this.#connection.run(addOtherSource, source, idBytes(event.id));
    }
    this.#change(stored, mergeEvents(stored, reported));
    return false;
  }

  /** Ignores a missing event, which is older than the requested window. */
  patch(patch: EventPatch, origin: Origin): void {
    const stored = readEvent(this.#connection, patch.id);
    if (stored !== undefined) this.#change(stored, patchEvent(stored, patch, origin));
  }

  remove(id: string): void {
    const stored = readEvent(this.#connection, id);
    if (stored === undefined) return;
    this.#touch(stored.event);
    this.#connection.run('DELETE FROM events WHERE id = ?', idBytes(id));
  }

  /** Once anything was purged, facts alone do not bring a session back. */
  facts(facts: ObservedFacts, origin: Origin): void {
    const { agent, session: id } = facts;
    const mayCreate = !this.#purgesAny && this.#forgottenBefore === 0;
    const session = mayCreate ? this.refs.session(agent, id) : this.refs.sessionWithEvents(agent, id);
    if (session === undefined) return;
    if (putFacts(this.#connection, session, facts, origin)) this.#connection.run(markStale, session);
  }

  /** Returns the sessions that were changed. */
  finish(): readonly string[] {
    recount(this.#connection, this.#hours);
    return [...this.#sessions].map((ref) => refreshSession(this.#connection, ref, { keepsFacts: true }));
  }

  #change(stored: StoredEvent, merged: ReportedEvent): void {
    if (isSame(stored, merged)) return;
    this.#touch(stored.event);
    this.#touch(merged.event);
    this.#connection.run(updateEvent, ...rowValues(merged, stored.source, this.refs));
  }

  #touch({ at, agent, session, model }: EvidenceEvent): void {
    const ref = this.refs.session(agent, session);
    this.#hours.add(hourOf(at));
    this.#sessions.add(ref);
    if (model !== undefined) this.#noteModel(ref, model);
  }

  #noteModel(session: number, model: string): void {
    const known = this.#models.get(session);
    if (known?.has(model)) return;
    if (known === undefined) this.#models.set(session, new Set([model]));
    else known.add(model);
    this.#connection.run(addModel, session, this.refs.word(model));
  }
}

const markStale = 'UPDATE sessions SET is_stale = 1 WHERE ref = ?';
const addModel = 'INSERT OR IGNORE INTO session_models (session, model) VALUES (?, ?)';
const addOtherSource =
  'INSERT OR IGNORE INTO other_sources (source, event) SELECT ?, ref FROM events WHERE id = ?';

function isSame(stored: ReportedEvent, merged: ReportedEvent): boolean {
  const { event, origin, outcomeOrigin } = stored;
  if (origin !== merged.origin || outcomeOrigin !== merged.outcomeOrigin) return false;
  return event === merged.event || JSON.stringify(event) === JSON.stringify(merged.event);
}

/** File times have fractions of milliseconds. */
function withWholeTime(event: EvidenceEvent): EvidenceEvent {
  const at = Math.max(0, Math.floor(event.at));
  return at === event.at ? event : { ...event, at };
}

export interface Batch {
  /** The path of the transcript, or `live:` and an id. */
  readonly source: string;
  readonly origin: Origin;
  readonly cursor?: SourceCursor;
  readonly events: readonly EvidenceEvent[];
  readonly patches: readonly EventPatch[];
  /** Ids of events that were retracted from the conversation. */
  readonly retracted: readonly string[];
  readonly facts?: readonly ObservedFacts[];
}

export interface Ingested {
  /** The number of new events. */
  readonly added: number;
  /** Sessions with new or changed events. */
  readonly sessions: readonly string[];
}

export function ingest(connection: Connection, batches: Iterable<Batch>): Ingested {
  return connection.transaction(() => {
    const writer = new EventWriter(connection);
    let added = 0;
    for (const { source: path, origin, cursor, events, patches, retracted, facts = [] } of batches) {
      const source = writer.refs.source(path);
      for (const event of events) if (writer.put(event, origin, source)) added += 1;
      for (const patch of patches) writer.patch(patch, origin);
      for (const id of retracted) writer.remove(id);
      for (const each of facts) writer.facts(each, origin);
      if (cursor !== undefined) writeCursor(connection, source, cursor);
    }
    return { added, sessions: writer.finish() };
  });
}
