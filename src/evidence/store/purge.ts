/*
 * Removes events permanently, down to the bytes in the file, and prevents that reading their transcript restores them:
 * their ids are stored, and the time before which everything was dropped. Their usage counts are kept, and the notes that
 * were made from them are reported, because these are in skills.
 */

import { CoppiceError } from '../../text/errors.js';
import { dayMs, hourMs } from '../../text/time.js';
import { recount, refreshSession } from './counts.js';
import type { Connection, SqlValue } from './database.js';
import { idBytes } from './event-row.js';
import { type EvidenceNote, notesWhere } from './notes.js';
import { removeEpisodes } from './refresh-episodes.js';

export interface PurgeCounts {
  readonly events: number;
  /** The number of sessions with purged events. */
  readonly sessions: number;
  /** The ids of the latest purged events. */
  readonly ids: readonly string[];
  /** Notes that were made from any of the events. */
  readonly notes: readonly EvidenceNote[];
}

export interface Purged extends PurgeCounts {
  /** False if another process was reading; the next write then overwrites the bytes. */
  readonly isErased: boolean;
}

const shownIds = 1_000;

/** What a purge would remove. */
export function previewPurge(connection: Connection, selection: PurgeSelection): PurgeCounts {
  selectEvents(connection, required(selection));
  return victimCounts(connection);
}

export function purge(connection: Connection, selection: PurgeSelection, now: number): Purged {
  const counts = connection.transaction(() => {
    selectEvents(connection, required(selection));
    const found = victimCounts(connection);
    const { before, ...others } = selection;
    if (before !== undefined && Object.values(others).every((value) => value === undefined)) {
      forgetBefore(connection, Math.min(before, now));
    } else {
      connection.script(buryVictims);
    }
    removeVictims(connection);
    return found;
  });
  return { ...counts, isErased: emptyLog(connection) };
}

/** Applies the retention period, and returns the number of removed events. */
export function dropBefore(connection: Connection, time: number, now: number): number {
  return connection.transaction(() => {
    selectEvents(connection, { before: time });
    forgetBefore(connection, Math.min(time, now));
    const { events } = victimCounts(connection);
    if (events > 0) removeVictims(connection);
    return events;
  });
}

export function knownEvents(
  connection: Connection,
  ids: readonly string[],
  without?: PurgeSelection,
): ReadonlySet<string> {
  if (without !== undefined) selectEvents(connection, required(without));
  const rows = connection.all<{ id: string }>(
    `SELECT value AS id FROM json_each(?) JOIN events ON events.id = unhex(value)
     ${without === undefined ? '' : 'WHERE ref NOT IN (SELECT ref FROM victims)'}`,
    JSON.stringify(ids),
  );
  return new Set(rows.map(({ id }) => id));
}

function required(selection: PurgeSelection): PurgeSelection {
  if (Object.values(selection).some((value) => value !== undefined)) return selection;
  throw new CoppiceError('bad-value', 'a purge needs at least one filter');
}

function victimCounts(connection: Connection): PurgeCounts {
  const counts = connection.get<{ events: number; sessions: number }>(
    'SELECT count(*) AS events, count(DISTINCT session) AS sessions FROM victims JOIN events USING (ref)',
  );
  const ids = connection.all<{ id: string }>(
    'SELECT lower(hex(id)) AS id FROM victims JOIN events USING (ref) ORDER BY at DESC, id LIMIT ?',
    shownIds,
  );
  const notes = notesWhere(
    connection,
    `EXISTS (SELECT 1 FROM json_each(evidence) JOIN events ON events.id = unhex(value) JOIN victims USING (ref))`,
  );
  return { events: 0, sessions: 0, ...counts, ids: ids.map(({ id }) => id), notes };
}

/** Their sources are read from the start next time, because the memory of a reader may contain the same text. */
const buryVictims = `
  INSERT OR IGNORE INTO purged SELECT id FROM victims JOIN events USING (ref);
  DELETE FROM cursors WHERE source IN (
    SELECT source FROM victims JOIN events USING (ref)
    UNION SELECT source FROM victims JOIN other_sources ON event = ref);`;

function removeVictims(connection: Connection): void {
  const numbers = (sql: string) => connection.all<{ value: number }>(sql).map(({ value }) => value);
  const hours = numbers(touchedHours);
  const sessions = numbers('SELECT DISTINCT session AS value FROM victims JOIN events USING (ref)');
  connection.script(
    `${forgetWords}; ${keepTallies}; DELETE FROM events WHERE ref IN (SELECT ref FROM victims)`,
  );
  recount(connection, new Set(hours));
  // Before the sessions go, because an episode may quote the events of a fork.
  removeEpisodes(connection, sessions);
  for (const session of sessions) refreshSession(connection, session, { keepsFacts: false });
  connection.script(sweep);
}

const touchedHours = `SELECT DISTINCT at - at % ${hourMs} AS value FROM victims JOIN events USING (ref)`;

/** Notes that were made from the events keep only their ids. */
const forgetWords = `
  UPDATE notes SET text = '' WHERE EXISTS (
    SELECT 1 FROM json_each(evidence) JOIN events ON events.id = unhex(value) JOIN victims USING (ref))`;

const keepTallies = `
  INSERT INTO tallies
  SELECT at - at % ${dayMs}, mention, agent,
    sum(activity = 'use'), sum(activity = 'view'), sum(activity = 'patch'),
    max(at * (activity = 'use')), max(at * (activity = 'view')), max(at * (activity = 'patch'))
  FROM victims JOIN events USING (ref)
  WHERE activity IS NOT NULL AND mention IS NOT NULL
  GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET
    uses = uses + excluded.uses,
    views = views + excluded.views,
    patches = patches + excluded.patches,
    last_used_at = max(last_used_at, excluded.last_used_at),
    last_viewed_at = max(last_viewed_at, excluded.last_viewed_at),
    last_patched_at = max(last_patched_at, excluded.last_patched_at)`;

/** Removes unresolved mentions and words without references; the counts show which words are in use. */
const sweep = `
  DELETE FROM mentions
  WHERE skill IS NULL AND NOT EXISTS (SELECT 1 FROM events WHERE mention = mentions.ref)
    AND ref NOT IN (SELECT mention FROM tallies);
  DELETE FROM words WHERE ref NOT IN (
    SELECT tool FROM tool_counts WHERE unit = ${dayMs}
    UNION SELECT cluster FROM cluster_counts WHERE unit = ${dayMs}
    UNION SELECT model FROM session_models
    UNION SELECT item FROM events WHERE item IS NOT NULL
    UNION SELECT agent FROM sessions
    UNION SELECT agent FROM tallies);`;

/** Deleted rows are overwritten in the file, but stay in the log until it is truncated. */
function emptyLog(connection: Connection): boolean {
  return connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0;
}

/** Selects the events that match all given filters. */
export interface PurgeSelection {
  readonly session?: string;
  /** The path of a transcript. */
  readonly source?: string;
  /** An id, or a name as it was written. */
  readonly skill?: string;
  /** Part of a preview, in upper or lower case. */
  readonly matching?: string;
  readonly before?: number;
}

/** Fills the temporary table `victims (ref)`, because there may be millions of events. */
function selectEvents(connection: Connection, selection: PurgeSelection): void {
  const conditions = conditionsOf(selection);
  connection.script(
    'CREATE TEMP TABLE IF NOT EXISTS victims (ref INTEGER PRIMARY KEY); DELETE FROM victims;',
  );
  connection.run(
    `INSERT INTO victims SELECT ref FROM events WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    ...conditions.flatMap(({ values }) => values),
  );
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function conditionsOf({ session, source, skill, matching, before }: PurgeSelection): readonly Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: SqlValue[]) => conditions.push({ sql, values });
  if (session !== undefined) add('session IN (SELECT ref FROM sessions WHERE id = ?)', session);
  if (source !== undefined) {
    const thatSource = '(SELECT ref FROM sources WHERE path = ?)';
    add(
      `(source = ${thatSource} OR ref IN (SELECT event FROM other_sources WHERE source = ${thatSource}))`,
      source,
      source,
    );
  }
  if (skill !== undefined) {
    add('mention IN (SELECT ref FROM mentions WHERE skill = ? OR name = ?)', skill, skill);
  }
  if (matching !== undefined) {
    const like = `LIKE ? ESCAPE '\\'`;
    const pattern = `%${matching.replace(/[\\%_]/g, '\\$&')}%`;
    add(
      `(args ${like} OR result ${like} OR cluster IN (SELECT ref FROM words WHERE word ${like})
        OR item IN (SELECT ref FROM words WHERE word ${like}))`,
      pattern,
      pattern,
      pattern,
      pattern,
    );
  }
  if (before !== undefined) add('at < ?', before);
  return conditions;
}

export function forgottenBefore(connection: Connection): number {
  return connection.get<{ before: number }>('SELECT before FROM forgotten')?.before ?? 0;
}

/** The time only moves forward. */
function forgetBefore(connection: Connection, time: number): void {
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
