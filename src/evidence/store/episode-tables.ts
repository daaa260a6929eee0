/*
 * The second migration: what version 0.2.0 stores more of an event and a session, and the episodes that are derived from
 * them. Every session starts as stale, so that its episodes are derived when they are first needed.
 */

/**
 * `session_facts` has one row per fact; the report with the lowest `rank` counts, whatever the order of reading.
 * `session_models` shows which words are names of models. `episode_rules` has the version of the rules that derived the
 * episodes. Errors no longer make loads fail, so the index of events by load goes.
 */
export const episodeTables = `
  ALTER TABLE events ADD COLUMN model INTEGER;
  ALTER TABLE events ADD COLUMN tokens INTEGER;
  ALTER TABLE events ADD COLUMN ended TEXT;
  ALTER TABLE events ADD COLUMN follows TEXT;
  DROP INDEX events_by_load;
  CREATE INDEX loads_by_session ON events (session) WHERE kind = 'skill-load';

  ALTER TABLE sessions ADD COLUMN is_stale INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX stale_sessions ON sessions (is_stale) WHERE is_stale = 1;
  CREATE TABLE session_facts (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    rank TEXT NOT NULL,
    PRIMARY KEY (session, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_root ON session_facts (value) WHERE name = 'root';
  CREATE TABLE session_models (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    model INTEGER NOT NULL,
    PRIMARY KEY (session, model)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE episodes (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    root TEXT NOT NULL,
    thread TEXT NOT NULL,
    agent INTEGER NOT NULL,
    mention INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    result TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    harness INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    interrupted INTEGER NOT NULL,
    corrected INTEGER NOT NULL,
    model INTEGER,
    platform TEXT,
    project TEXT,
    tokens INTEGER,
    failures TEXT NOT NULL CHECK (json_valid(failures)),
    corrections TEXT NOT NULL CHECK (json_valid(corrections))
  ) STRICT;
  CREATE INDEX episodes_by_session ON episodes (session);
  CREATE INDEX episodes_by_time ON episodes (started_at, mention, result, failed, corrected, model, tokens);
  CREATE INDEX episodes_by_mention ON episodes (mention, started_at);
  CREATE INDEX failed_episodes ON episodes (started_at) WHERE failed > 0;
  CREATE TABLE episode_rules (version INTEGER NOT NULL) STRICT;
`;
