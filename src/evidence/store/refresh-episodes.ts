/*
 * The episodes of stale sessions, derived again from their events when they are asked for. A session is stale when its
 * events or facts changed, and all of them are when the rules changed. A session, its forks and its subagents are derived
 * together. Another process waits, and then finds nothing to do.
 */

import { deriveEpisodes, deriveStory } from '../rules/episodes/derive-episodes.js';
import { episodeRules } from '../rules/episodes/episode.js';
import type { EpisodeStory } from '../rules/episodes/episode-story.js';
import type { EvidenceEvent } from '../rules/event.js';
import type { Connection } from './database.js';
import { Dictionary } from './dictionary.js';
import { episodeInserter, type StoredEpisode } from './episode-row.js';
import { idBytes, readEventsOf } from './event-row.js';
import { type FamilySession, familyOf, firstLoadIn, rootOf } from './session-family.js';

/** Sessions that are derived in one transaction: a long one would make other processes wait. */
const sessionsAtOnce = 100;

export function refreshEpisodes(connection: Connection): void {
  if (connection.get(isCurrent, episodeRules) === undefined) {
    connection.transaction(() => startAgain(connection));
  }
  while (connection.get(anyStale) !== undefined) {
    connection.transaction(() => deriveStale(connection, sessionsAtOnce));
  }
}

/** Removes the episodes of these sessions and of those that belong to them, with all that they quote. */
export function removeEpisodes(connection: Connection, sessions: readonly number[]): void {
  const families = new Set(sessions.flatMap((session) => familyOf(connection, session)));
  for (const { ref: session } of families) {
    connection.run('DELETE FROM episodes WHERE session = ?', session);
    connection.run('UPDATE sessions SET is_stale = 1 WHERE ref = ?', session);
  }
}

/** The steps of one episode, from its events; undefined where there is none with this id. */
export function readStory(connection: Connection, id: string): EpisodeStory | undefined {
  const row = connection.get<{ session: number }>('SELECT session FROM episodes WHERE id = ?', idBytes(id));
  if (row === undefined) return undefined;
  const family = familyOf(connection, row.session);
  return deriveStory(
    eventsOf(connection, family).map(({ event }) => event),
    rootOf(connection, family),
    id,
  );
}

const isCurrent = 'SELECT 1 FROM episode_rules WHERE version = ?';
const anyStale = 'SELECT 1 FROM sessions WHERE is_stale = 1 LIMIT 1';

/** The version is compared again, because another process may have been faster. */
function startAgain(connection: Connection): void {
  if (connection.get(isCurrent, episodeRules) !== undefined) return;
  connection.script('DELETE FROM episodes; UPDATE sessions SET is_stale = 1; DELETE FROM episode_rules;');
  connection.run('INSERT INTO episode_rules (version) VALUES (?)', episodeRules);
}

function deriveStale(connection: Connection, limit: number): void {
  const stale = connection.all<{ ref: number }>('SELECT ref FROM sessions WHERE is_stale = 1 LIMIT ?', limit);
  const done = new Set<number>();
  const insert = episodeInserter(connection, new Dictionary(connection));
  for (const { ref } of stale) {
    if (done.has(ref)) continue;
    const family = familyOf(connection, ref);
    for (const { ref: session } of family) {
      done.add(session);
      connection.run('DELETE FROM episodes WHERE session = ?', session);
      connection.run('UPDATE sessions SET is_stale = 0 WHERE ref = ?', session);
    }
    for (const episode of episodesOf(connection, family)) insert(episode);
  }
}

function episodesOf(connection: Connection, family: readonly FamilySession[]): readonly StoredEpisode[] {
  const found = eventsOf(connection, family);
  const sessionOf = new Map(found.map(({ event, session }) => [event.id, session]));
  const events = found.map(({ event }) => event);
  const episodes = deriveEpisodes(events, rootOf(connection, family));
  return episodes.map((episode) => ({ episode, session: sessionOf.get(episode.id) ?? 0 }));
}

interface SessionEvent {
  readonly event: EvidenceEvent;
  /** The row of its session. */
  readonly session: number;
}

/** From the first load on, with the earlier messages of the user; nothing without a load. */
function eventsOf(connection: Connection, family: readonly FamilySession[]): readonly SessionEvent[] {
  const firstLoad = Math.min(...family.map(({ ref }) => firstLoadIn(connection, ref)));
  if (firstLoad === Number.POSITIVE_INFINITY) return [];
  return family.flatMap(({ ref }) =>
    readEventsOf(connection, ref, firstLoad).map((event) => ({ event, session: ref })),
  );
}
