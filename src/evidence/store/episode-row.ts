/*
 * Converts episodes to rows of the database and back. Failures and corrections are stored as JSON, because they are read
 * only with their episode.
 */

import type { Correction, Episode, EpisodeResult } from '../rules/episodes/episode.js';
import type { EvidenceFilter, Window } from '../rules/evidence.js';
import type { Failure } from '../rules/fixes/failure.js';
import type { Connection, SqlValue } from './database.js';
import { type Dictionary, mentionsOfSkill, skillOfMention } from './dictionary.js';
import { idBytes } from './event-row.js';

export interface StoredEpisode {
  readonly episode: Episode;
  /** The row of the session of its load. */
  readonly session: number;
}

export function episodeInserter(connection: Connection, refs: Dictionary): (stored: StoredEpisode) => void {
  const insert = connection.runner(
    `INSERT OR REPLACE INTO episodes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (stored) => {
    insert(valuesOf(stored, refs));
  };
}

const columns = [
  'id',
  'session',
  'root',
  'thread',
  'agent',
  'mention',
  'started_at',
  'ended_at',
  'result',
  'attempts',
  'failed',
  'expected',
  'harness',
  'refused',
  'interrupted',
  'corrected',
  'model',
  'platform',
  'project',
  'tokens',
  'failures',
  'corrections',
];

/** In the order of the columns. */
function valuesOf({ episode, session }: StoredEpisode, refs: Dictionary): readonly SqlValue[] {
  const { counts, corrections, model } = episode;
  return [
    idBytes(episode.id),
    session,
    episode.session,
    episode.thread,
    refs.word(episode.agent),
    refs.mention(episode.skill),
    episode.startedAt,
    episode.endedAt,
    episode.result,
    counts.attempts,
    counts.failed,
    counts.expected,
    counts.harness,
    counts.refused,
    counts.interrupted,
    corrections.length,
    model === undefined ? null : refs.word(model),
    episode.platform ?? null,
    episode.project ?? null,
    episode.tokens ?? null,
    JSON.stringify(episode.failures),
    JSON.stringify(corrections),
  ];
}

/** Newest first, each with the id of its skill, or the name if it is not installed. */
export function readEpisodes(
  connection: Connection,
  { from, to }: Window,
  { skill, limit = -1 }: EvidenceFilter = {},
): readonly Episode[] {
  const rows = connection.all<EpisodeRow>(
    `${selectEpisodes}
     WHERE started_at >= ? AND started_at < ? ${skill === undefined ? '' : `AND mention IN ${mentionsOfSkill}`}
     ORDER BY started_at DESC, episodes.id DESC LIMIT ?`,
    from,
    to,
    ...(skill === undefined ? [] : [skill]),
    limit,
  );
  return rows.map(episodeOf);
}

interface EpisodeRow {
  readonly id: string;
  readonly root: string;
  readonly thread: string;
  readonly agent: string;
  readonly name: string;
  readonly folder: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly result: EpisodeResult;
  readonly attempts: number;
  readonly failed: number;
  readonly expected: number;
  readonly harness: number;
  readonly refused: number;
  readonly interrupted: number;
  readonly model: string | null;
  readonly platform: string | null;
  readonly project: string | null;
  readonly tokens: number | null;
  readonly failures: string;
  readonly corrections: string;
}

const selectEpisodes = `
  SELECT lower(hex(episodes.id)) AS id, root, thread, agents.word AS agent, ${skillOfMention} AS name,
    mentions.folder, started_at, ended_at, result, attempts, failed, expected, harness, refused, interrupted,
    models.word AS model, platform, project, tokens, failures, corrections
  FROM episodes
  JOIN words AS agents ON agents.ref = episodes.agent
  JOIN mentions ON mentions.ref = episodes.mention
  LEFT JOIN words AS models ON models.ref = episodes.model`;

function episodeOf(row: EpisodeRow): Episode {
  const { name, folder, attempts, failed, expected, harness, refused, interrupted } = row;
  const failures: readonly Failure[] = JSON.parse(row.failures);
  const corrections: readonly Correction[] = JSON.parse(row.corrections);
  return {
    id: row.id,
    skill: folder === '' ? { name } : { name, folder },
    agent: row.agent,
    session: row.root,
    thread: row.thread,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    result: row.result,
    failures,
    corrections,
    counts: { attempts, failed, expected, harness, refused, interrupted },
    model: row.model ?? undefined,
    platform: row.platform ?? undefined,
    project: row.project ?? undefined,
    tokens: row.tokens ?? undefined,
  };
}
