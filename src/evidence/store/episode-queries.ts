/*
 * Sums over episodes: by skill and by model, and the failures and corrections in them. The episodes must be up to date.
 * Names are looked up once per group, not once per episode.
 */

import { dayMs } from '../../text/time.js';
import { compareText } from '../../text/utf8.js';
import type { Correction, EpisodeResult } from '../rules/episodes/episode.js';
import {
  type CorrectionEvidence,
  type DayOutcome,
  type EvidenceFilter,
  type ModelEvidence,
  noEpisodes,
  type SkillEvidence,
  type Window,
} from '../rules/evidence.js';
import type { EpisodeFailures } from '../rules/fixes/failure.js';
import type { Connection, SqlValue } from './database.js';
import { mentionsOfSkill, skillOfMention } from './dictionary.js';

export type CountedEpisodes = Pick<SkillEvidence, 'episodes' | 'errors' | 'corrections'>;

export const noneCounted: CountedEpisodes = { episodes: noEpisodes, errors: 0, corrections: 0 };

export function episodesBySkill(
  connection: Connection,
  window: Window,
): ReadonlyMap<string, CountedEpisodes> {
  const { where, values } = began(window);
  const rows = connection.all<CountRow & { readonly id: string }>(
    `SELECT ${skillOfMention} AS id, result, count, errors, corrections
     FROM (SELECT mention, result, ${counts} FROM episodes WHERE ${where} GROUP BY 1, 2)
     JOIN mentions ON mentions.ref = mention`,
    ...values,
  );
  const found = new Map<string, CountedEpisodes>();
  for (const row of rows) found.set(row.id, withCounts(found.get(row.id) ?? noneCounted, row));
  return found;
}

export function episodesByModel(
  connection: Connection,
  window: Window,
  skill?: string,
): readonly ModelEvidence[] {
  const { where, values } = began(window, skill);
  const rows = connection.all<CountRow & { readonly model: string | null; readonly tokens: number | null }>(
    `SELECT words.word AS model, result, count, errors, corrections, tokens
     FROM (SELECT model, result, ${counts}, sum(tokens) AS tokens FROM episodes WHERE ${where} GROUP BY 1, 2)
     LEFT JOIN words ON words.ref = model`,
    ...values,
  );
  const found = new Map<string | null, ModelEvidence>();
  for (const row of rows) {
    const { model } = row;
    const before = found.get(model) ?? { model, ...noneCounted, tokens: null };
    const tokens = row.tokens === null ? before.tokens : (before.tokens ?? 0) + row.tokens;
    found.set(model, { model, ...withCounts(before, row), tokens });
  }
  return [...found.values()].sort(
    (a, b) => totalOf(b) - totalOf(a) || compareText(a.model ?? '', b.model ?? ''),
  );
}

export function outcomesByDay(connection: Connection, window: Window): readonly DayOutcome[] {
  const { where, values } = began(window);
  return connection.all<DayOutcome>(
    `SELECT ${skillOfMention} AS skill, words.word AS agent, day, sum(loads) AS loads, sum(bad) AS bad
     FROM (
       SELECT mention, agent, started_at / ${dayMs} AS day,
         count(*) AS loads, sum(result IN ('failed', 'corrected')) AS bad
       FROM episodes WHERE ${where} GROUP BY 1, 2, 3
     ) JOIN mentions ON mentions.ref = mention JOIN words ON words.ref = agent
     GROUP BY 1, 2, 3`,
    ...values,
  );
}

/** What is read of a very large window, so that a report stays fast: the newest episodes with failures. */
const maxFailing = 20_000;

/** The failures of each episode that has any, oldest first. */
export function failuresOf(
  connection: Connection,
  window: Window,
  skill?: string,
): readonly EpisodeFailures[] {
  const { where, values } = began(window, skill);
  const rows = connection.all<Omit<EpisodeFailures, 'failures'> & { readonly failures: string }>(
    `SELECT root AS session, ${skillOfMention} AS skill, failures
     FROM episodes JOIN mentions ON mentions.ref = mention
     WHERE failed > 0 AND ${where} ORDER BY started_at DESC, episodes.id DESC LIMIT ${maxFailing}`,
    ...values,
  );
  return rows.map((row) => ({ ...row, failures: JSON.parse(row.failures) })).reverse();
}

/** Those of the newest episodes first. */
export function correctionsIn(
  connection: Connection,
  window: Window,
  { skill, limit }: EvidenceFilter = {},
): readonly CorrectionEvidence[] {
  const { where, values } = began(window, skill);
  const rows = connection.all<CorrectionRow>(
    `SELECT root AS session, ${skillOfMention} AS skill, words.word AS agent, corrections
     FROM episodes JOIN mentions ON mentions.ref = mention JOIN words ON words.ref = agent
     WHERE corrected > 0 AND ${where} ORDER BY started_at DESC, episodes.id DESC LIMIT ?`,
    ...values,
    limit ?? -1,
  );
  return rows
    .flatMap(({ corrections, ...row }) => {
      const found: readonly Correction[] = JSON.parse(corrections);
      return found.map((each) => ({ ...each, ...row }));
    })
    .slice(0, limit);
}

interface CorrectionRow extends Pick<CorrectionEvidence, 'session' | 'skill' | 'agent'> {
  readonly corrections: string;
}

interface CountRow {
  readonly result: EpisodeResult;
  readonly count: number;
  readonly errors: number;
  readonly corrections: number;
}

const counts = 'count(*) AS count, sum(failed) AS errors, sum(corrected) AS corrections';

function withCounts(
  before: CountedEpisodes,
  { result, count, errors, corrections }: CountRow,
): CountedEpisodes {
  return {
    episodes: { ...before.episodes, [result]: before.episodes[result] + count },
    errors: before.errors + errors,
    corrections: before.corrections + corrections,
  };
}

function totalOf({ episodes }: Pick<ModelEvidence, 'episodes'>): number {
  return Object.values(episodes).reduce((sum, count) => sum + count, 0);
}

interface Condition {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

function began({ from, to }: Window, skill?: string): Condition {
  const where = 'started_at >= ? AND started_at < ?';
  return skill === undefined
    ? { where, values: [from, to] }
    : { where: `${where} AND mention IN ${mentionsOfSkill}`, values: [from, to, skill] };
}
