/*
 * The schema of the database as migrations. A released migration never changes; every change is a new one. The version is
 * the number of applied migrations.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Connection } from './database.js';
import { episodeTables } from './episode-tables.js';

/** Identifies a database of Coppice: "copp". */
const applicationId = 0x63_6f_70_70;

/**
 * Words, sources, sessions and mentions are stored once and referenced by number (`ref`). Events do not declare these as
 * foreign keys: each would need an index, or a scan of all events for every removed word.
 *
 * The counts are sums of events by hour and by day (counts.ts), `tallies` are the counts of purged events, and `purged`
 * contains the ids of events that must not return.
 */
export const firstTables = `
  CREATE TABLE words (ref INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE sources (ref INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE cursors (
    source INTEGER PRIMARY KEY REFERENCES sources,
    agent TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    device REAL NOT NULL,
    inode REAL NOT NULL,
    offset INTEGER NOT NULL,
    head_hash TEXT NOT NULL,
    tail_hash TEXT NOT NULL,
    covered_from REAL NOT NULL,
    memory TEXT
  ) STRICT;
  CREATE TABLE sessions (
    ref INTEGER PRIMARY KEY,
    agent INTEGER NOT NULL,
    id TEXT NOT NULL,
    started_at INTEGER,
    last_at INTEGER,
    UNIQUE (agent, id)
  ) STRICT;
  CREATE TABLE mentions (
    ref INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folder TEXT NOT NULL,
    skill TEXT,
    UNIQUE (name, folder)
  ) STRICT;

  CREATE TABLE events (
    ref INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    at INTEGER NOT NULL CHECK (at >= 0),
    source INTEGER NOT NULL,
    is_live INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    session INTEGER NOT NULL,
    thread TEXT NOT NULL,
    turn INTEGER NOT NULL,
    kind TEXT NOT NULL,
    activity TEXT,
    tool INTEGER,
    mention INTEGER,
    reason TEXT,
    weight REAL,
    load BLOB,
    is_evidence INTEGER NOT NULL,
    is_correction INTEGER NOT NULL,
    is_error INTEGER,
    is_outcome_live INTEGER NOT NULL,
    duration_ms REAL,
    cluster INTEGER,
    args TEXT NOT NULL,
    result TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_time ON events (at);
  CREATE INDEX events_by_session ON events (session, at);
  CREATE INDEX events_by_mention ON events (mention, at, session) WHERE mention IS NOT NULL;
  CREATE INDEX events_by_load ON events (load) WHERE is_error = 1 OR is_correction = 1;
  CREATE INDEX events_by_cluster ON events (cluster, at, mention, tool) WHERE is_error = 1;
  CREATE TABLE other_sources (
    event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
    source INTEGER NOT NULL,
    PRIMARY KEY (event, source)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tool_counts (
    unit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    tool INTEGER NOT NULL,
    tools INTEGER NOT NULL,
    skill_events INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    loads INTEGER NOT NULL,
    PRIMARY KEY (unit, start, tool)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE skill_counts (
    unit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    mention INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    tools INTEGER NOT NULL,
    skill_events INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    loads INTEGER NOT NULL,
    failed_loads INTEGER NOT NULL,
    corrections INTEGER NOT NULL,
    evidence INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    views INTEGER NOT NULL,
    patches INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    last_viewed_at INTEGER NOT NULL,
    last_patched_at INTEGER NOT NULL,
    PRIMARY KEY (unit, start, mention, agent)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX skill_counts_by_mention ON skill_counts (mention, unit, start);
  CREATE TABLE cluster_counts (
    unit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    cluster INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (unit, start, cluster)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE purged (id BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE forgotten (before INTEGER NOT NULL) STRICT;
  CREATE TABLE tallies (
    start INTEGER NOT NULL,
    mention INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    views INTEGER NOT NULL,
    patches INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    last_viewed_at INTEGER NOT NULL,
    last_patched_at INTEGER NOT NULL,
    PRIMARY KEY (start, mention, agent)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    skill TEXT NOT NULL,
    entry TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    evidence TEXT NOT NULL CHECK (json_valid(evidence)),
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
`;

/** The subagents that calls started, and the commands that users gave. Few events have one, so the index is small. */
const itemColumn = `
  ALTER TABLE events ADD COLUMN item INTEGER;
  CREATE INDEX events_by_item ON events (at, item) WHERE item IS NOT NULL;
`;

/** A list of episodes is counted by agent too, from the index alone. */
const episodeAgents = `
  DROP INDEX episodes_by_time;
  CREATE INDEX episodes_by_time ON episodes (started_at, mention, result, failed, corrected, model, tokens, agent);
`;

const migrations: readonly string[] = [firstTables, episodeTables, itemColumn, episodeAgents];

/** Each migration is one transaction; another process waits for it and then finds it applied. */
export function migrate(connection: Connection): void {
  if (!isOurs(connection)) {
    throw new CoppiceError(
      'evidence-damaged',
      `the database belongs to another program: ${connection.path}`,
      {
        hint: 'move the file away; nothing in it was changed',
      },
    );
  }
  for (;;) {
    const version = numberOf(connection, 'user_version');
    if (version > migrations.length) {
      throw new CoppiceError('newer-format', `a newer version of Coppice wrote ${connection.path}`);
    }
    if (version === migrations.length) return;
    connection.transaction(() => {
      const next = numberOf(connection, 'user_version');
      const migration = migrations[next];
      if (migration === undefined) return;
      connection.script(`${migration}
        PRAGMA application_id = ${applicationId};
        PRAGMA user_version = ${next + 1};`);
    });
  }
}

function isOurs(connection: Connection): boolean {
  if (numberOf(connection, 'application_id') === applicationId) return true;
  return connection.get('SELECT 1 FROM sqlite_schema') === undefined;
}

function numberOf(connection: Connection, pragma: 'user_version' | 'application_id'): number {
  return connection.get<Record<string, number>>(`PRAGMA ${pragma}`)?.[pragma] ?? 0;
}
