/*
 * The evidence on disk: one SQLite database that any number of processes read and write at once. Batches are stored
 * atomically, and each event once, however often it is reported. Queries use sums, so that a report over a million events
 * is as fast as one over a thousand.
 */

import { dirname } from 'node:path';
import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { acquireLock } from '../../system/lock/lock.js';
import type {
  EpisodeCount,
  EpisodeFilter,
  EpisodePage,
  ListedEpisode,
} from '../rules/episodes/episode-list.js';
import type { EpisodeStory } from '../rules/episodes/episode-story.js';
import type { Evidence, EvidenceFilter, Window } from '../rules/evidence.js';
import { recurringFailures } from '../rules/fixes/count/recurring.js';
import { activityByDay, type DayActivity } from './activity.js';
import { type AskedPrompt, askedPrompts } from './asked-prompts.js';
import { readCursor, readCursors, type SourceCursor, writeCursor } from './cursors.js';
import { Connection, prepareFile } from './database.js';
import { Dictionary, type Mention, type Resolution, readMentions, resolveMentions } from './dictionary.js';
import { countEpisodes, episodesBeside, episodesFrom, listEpisodes } from './episode-list.js';
import { correctionsIn, episodesByModel, failuresOf, outcomesByDay } from './episode-queries.js';
import { readEpisodes } from './episode-row.js';
import { type Batch, type Ingested, ingest } from './ingest.js';
import { migrate } from './migrations.js';
import { clearNotes, type EvidenceNote, notesFrom, putNotes, readNotes } from './notes.js';
import type { PurgeSelection } from './purge.js';
import {
  dropBefore,
  isPurged,
  knownEvents,
  type PurgeCounts,
  type Purged,
  previewPurge,
  purge,
  purgesAny,
} from './purge.js';
import { clusters, days, evidenceFor, items, recent, skills, summary, tools } from './queries.js';
import { readStory, refreshEpisodes } from './refresh-episodes.js';
import { type UsageByAgent, usageCounters } from './usage-counters.js';

interface EvidenceStoreOptions {
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  /** How long to wait for another process that is writing. */
  readonly busyTimeoutMs?: number;
}

export class EvidenceStore implements Evidence {
  /** Where the previous file was moved, if it was not a database. */
  readonly setAside: string | undefined;
  readonly #connection: Connection;
  readonly #clock: Clock;
  #hasChanged = false;

  /** Opens the store, and creates it if it is missing. */
  static async open({
    path,
    files,
    clock,
    busyTimeoutMs = 10_000,
  }: EvidenceStoreOptions): Promise<EvidenceStore> {
    files.makeFolder(dirname(path));
    // Without a lock, two processes could create the database at once, or move away what the other has just created.
    const lock = await acquireLock(files, `${path}.lock`, { timeoutMs: busyTimeoutMs });
    try {
      const setAside = prepareFile(files, path, clock);
      const connection = await Connection.open(path, busyTimeoutMs);
      try {
        connection.script(pragmas);
        migrate(connection);
      } catch (error) {
        connection.close();
        throw error;
      }
      return new EvidenceStore(connection, clock, setAside);
    } finally {
      lock.release();
    }
  }

  /** For readers: returns undefined, and creates nothing, if there is no evidence yet. */
  static async openIfExists(options: EvidenceStoreOptions): Promise<EvidenceStore | undefined> {
    return options.files.stat(options.path) === undefined ? undefined : EvidenceStore.open(options);
  }

  private constructor(connection: Connection, clock: Clock, setAside: string | undefined) {
    this.#connection = connection;
    this.#clock = clock;
    this.setAside = setAside;
  }

  close(): void {
    this.#connection.close();
  }

  /** Whether this process stored or removed events, or changed what skills they are about. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  ingest(batch: Batch): Ingested {
    return this.ingestAll([batch]);
  }

  /** Stores all batches in one transaction. */
  ingestAll(batches: Iterable<Batch>): Ingested {
    this.#hasChanged = true;
    return ingest(this.#connection, batches);
  }

  cursor(source: string): SourceCursor | undefined {
    return readCursor(this.#connection, source);
  }

  /** Cursors by source, of one agent or all. */
  cursors(agent?: string): ReadonlyMap<string, SourceCursor> {
    return readCursors(this.#connection, agent);
  }

  setCursor(source: string, cursor: SourceCursor): void {
    this.#connection.transaction(() =>
      writeCursor(this.#connection, new Dictionary(this.#connection).source(source), cursor),
    );
  }

  mentions(): readonly Mention[] {
    return readMentions(this.#connection);
  }

  /** Changes the skill of all events with these mentions. */
  resolve(resolutions: readonly Resolution[]): void {
    this.#hasChanged = true;
    resolveMentions(this.#connection, resolutions);
  }

  /** What users asked for when skills were loaded, newest first. */
  askedPrompts(): readonly AskedPrompt[] {
    return askedPrompts(this.#connection);
  }

  usageCounters(ids?: readonly string[]): readonly UsageByAgent[] {
    return usageCounters(this.#connection, this.#clock.now(), ids);
  }

  /** The time of the latest event, if any. */
  lastActivityAt(): number | undefined {
    return this.#connection.get<{ at: number | null }>('SELECT max(at) AS at FROM events')?.at ?? undefined;
  }

  /** Which of these events exist; with a selection, which would remain after its purge. */
  known(ids: readonly string[], without?: PurgeSelection): ReadonlySet<string> {
    return knownEvents(this.#connection, ids, without);
  }

  previewPurge(selection: PurgeSelection): PurgeCounts {
    return previewPurge(this.#connection, selection);
  }

  purge(selection: PurgeSelection): Purged {
    this.#hasChanged = true;
    return purge(this.#connection, selection, this.#clock.now());
  }

  dropBefore(time: number): number {
    this.#hasChanged = true;
    return dropBefore(this.#connection, time, this.#clock.now());
  }

  putNotes(notes: readonly EvidenceNote[]): void {
    putNotes(this.#connection, notes);
  }

  notes(skill?: string): readonly EvidenceNote[] {
    return readNotes(this.#connection, skill);
  }

  /** Notes that were made from any of these events. */
  notesFrom(eventIds: readonly string[]): readonly EvidenceNote[] {
    return notesFrom(this.#connection, eventIds);
  }

  clearNotes(): void {
    clearNotes(this.#connection);
  }

  summary(window: Window, skill?: string): ReturnType<Evidence['summary']> {
    return summary(this.#connection, window, skill);
  }

  skills(window: Window, skill?: string): ReturnType<Evidence['skills']> {
    refreshEpisodes(this.#connection);
    return skills(this.#connection, window, skill);
  }

  tools(window: Window, skill?: string): ReturnType<Evidence['tools']> {
    return tools(this.#connection, window, skill);
  }

  items(window: Window): ReturnType<Evidence['items']> {
    return items(this.#connection, window);
  }

  days(window: Window, skill?: string): ReturnType<Evidence['days']> {
    return days(this.#connection, window, skill);
  }

  clusters(window: Window, options?: EvidenceFilter): ReturnType<Evidence['clusters']> {
    return clusters(this.#connection, window, options);
  }

  recent(window: Window, options?: EvidenceFilter): ReturnType<Evidence['recent']> {
    return recent(this.#connection, window, options);
  }

  evidenceFor(skill: string, window: Window, limit?: number): ReturnType<Evidence['evidenceFor']> {
    return evidenceFor(this.#connection, skill, window, limit);
  }

  episodes(window: Window, options?: EvidenceFilter): ReturnType<Evidence['episodes']> {
    refreshEpisodes(this.#connection);
    return readEpisodes(this.#connection, window, options);
  }

  /** A page of the episodes, newest first. */
  listEpisodes(page: EpisodePage): readonly ListedEpisode[] {
    refreshEpisodes(this.#connection);
    return listEpisodes(this.#connection, page);
  }

  countEpisodes(window: Window, filter: Pick<EpisodeFilter, 'skill' | 'find'>): readonly EpisodeCount[] {
    refreshEpisodes(this.#connection);
    return countEpisodes(this.#connection, window, filter);
  }

  /** The ids that start with this, at most two of them. */
  episodesFrom(beginning: string): readonly string[] {
    refreshEpisodes(this.#connection);
    return episodesFrom(this.#connection, beginning);
  }

  /** One episode with its steps, and the episodes of its session, newest first; undefined where there is none. */
  story(
    id: string,
    limit: number,
  ): (EpisodeStory & { readonly beside: readonly ListedEpisode[] }) | undefined {
    refreshEpisodes(this.#connection);
    const story = readStory(this.#connection, id);
    return story && { ...story, beside: episodesBeside(this.#connection, id, limit) };
  }

  failures(window: Window, { skill, limit }: EvidenceFilter = {}): ReturnType<Evidence['failures']> {
    refreshEpisodes(this.#connection);
    return recurringFailures(failuresOf(this.#connection, window, skill)).slice(0, limit);
  }

  corrections(window: Window, options?: EvidenceFilter): ReturnType<Evidence['corrections']> {
    refreshEpisodes(this.#connection);
    return correctionsIn(this.#connection, window, options);
  }

  outcomes(window: Window): ReturnType<Evidence['outcomes']> {
    refreshEpisodes(this.#connection);
    return outcomesByDay(this.#connection, window);
  }

  /** One row per UTC day of the window, oldest first. */
  activity(window: Window): readonly DayActivity[] {
    refreshEpisodes(this.#connection);
    return activityByDay(this.#connection, window);
  }

  models(window: Window, skill?: string): ReturnType<Evidence['models']> {
    refreshEpisodes(this.#connection);
    return episodesByModel(this.#connection, window, skill);
  }

  purgedAny(eventIds: readonly string[]): boolean {
    return purgesAny(this.#connection) && eventIds.some((id) => isPurged(this.#connection, id));
  }
}

/** The log may grow to some 40 MB, because a large backfill changes the same index pages again and again. */
const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 10000;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -64000;
`;
