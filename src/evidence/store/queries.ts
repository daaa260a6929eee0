/*
 * The queries of reports and of the evolver: sums by tool, day and skill, errors by cause, and single events. A skill that
 * is mentioned under several names is one skill.
 */

import { dayMs, utcDay } from '../../text/time.js';
import { compareText } from '../../text/utf8.js';
import type {
  DayEvidence,
  ErrorCluster,
  EvidenceFilter,
  EvidenceRow,
  EvidenceSummary,
  ItemEvidence,
  SkillEvidence,
  ToolEvidence,
  Window,
} from '../rules/evidence.js';
import { byUses } from '../rules/evidence.js';
import { type Counts, countSessions, countsIn } from './counts.js';
import type { Connection, SqlValue } from './database.js';
import { mentionsOfSkill, skillOfMention } from './dictionary.js';
import { episodesBySkill, noneCounted } from './episode-queries.js';

export function summary(connection: Connection, window: Window, skill?: string): EvidenceSummary {
  const { sql, values } = countsOf(window, skill);
  const row = connection.get<Omit<EvidenceSummary, 'sessions'>>(
    `SELECT coalesce(sum(tools), 0) AS toolEvents, coalesce(sum(skill_events), 0) AS skillEvents,
       coalesce(sum(errors), 0) AS errorEvents, coalesce(sum(turns), 0) AS turns
     FROM ${sql}`,
    ...values,
  );
  const sessions =
    skill === undefined ? countSessions(connection, window) : countSessionsOfSkill(connection, window, skill);
  return { toolEvents: 0, skillEvents: 0, errorEvents: 0, turns: 0, ...row, sessions };
}

export function tools(connection: Connection, window: Window, skill?: string): readonly ToolEvidence[] {
  const { sql, values } = skill === undefined ? countsIn('tool', window) : toolsOfSkill(window, skill);
  return connection.all(
    `SELECT word AS tool, sum(tools) AS events, sum(errors) AS errors
     FROM ${sql} JOIN words ON words.ref = tool
     GROUP BY tool ORDER BY events DESC, errors DESC, word`,
    ...values,
  );
}

/** A call that failed, or that the user refused, started nothing. */
export function items(connection: Connection, { from, to }: Window): readonly ItemEvidence[] {
  const rows = connection.all<ItemEvidence>(
    `SELECT CASE events.kind WHEN 'command' THEN 'command' ELSE 'agent' END AS kind, items.word AS name,
       agents.word AS agent, count(*) AS uses, max(events.at) AS lastUsedAt
     FROM events
     JOIN words AS items ON items.ref = events.item
     JOIN words AS agents ON agents.ref = events.agent
     WHERE events.item IS NOT NULL AND events.at >= ? AND events.at < ?
       AND events.is_error IS NOT 1 AND events.ended IS NOT 'refused'
     GROUP BY 1, 2, 3`,
    from,
    to,
  );
  return rows.toSorted(byUses);
}

export function days(connection: Connection, window: Window, skill?: string): readonly DayEvidence[] {
  const { sql, values } = countsOf(window, skill);
  const rows = connection.all<Omit<DayEvidence, 'day'> & { readonly start: number }>(
    `SELECT start - start % ${dayMs} AS start, sum(loads) AS loads, sum(tools) AS tools, sum(errors) AS errors
     FROM ${sql} GROUP BY 1`,
    ...values,
  );
  const found = new Map(rows.map(({ start, ...day }) => [start, day]));
  const all: DayEvidence[] = [];
  for (let start = Math.floor(window.from / dayMs) * dayMs; start < window.to; start += dayMs) {
    const day = utcDay(start);
    all.push({ day, ...(found.get(start) ?? { loads: 0, tools: 0, errors: 0 }) });
  }
  return all;
}

function countsOf(window: Window, skill: string | undefined): Counts {
  if (skill === undefined) return countsIn('tool', window);
  const { sql, values } = countsIn('skill', window);
  return { sql: `(SELECT * FROM ${sql} WHERE mention IN ${mentionsOfSkill})`, values: [...values, skill] };
}

/** Not summed by hour, because that would be a row for nearly every event. */
function toolsOfSkill({ from, to }: Window, skill: string): Counts {
  return {
    sql: `(SELECT tool, 1 AS tools, is_error IS 1 AS errors FROM events
       WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ?)`,
    values: [skill, from, to],
  };
}

function countSessionsOfSkill(connection: Connection, { from, to }: Window, skill: string): number {
  const row = connection.get<{ sessions: number }>(
    `SELECT count(DISTINCT session) AS sessions FROM events
     WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ?`,
    skill,
    from,
    to,
  );
  return row?.sessions ?? 0;
}

export function skills(connection: Connection, window: Window, skill?: string): readonly SkillEvidence[] {
  const { sql, values } = countsIn('skill', window);
  const rows = connection.all<SkillRow>(
    `SELECT ${skillOfMention} AS id, max(mentions.skill IS NOT NULL) AS isResolved, sum(evidence) AS events,
       sum(loads) AS loads, coalesce(nullif(max(last_used_at), 0), max(last_at)) AS lastUsedAt,
       json_group_array(DISTINCT words.word) FILTER (WHERE evidence > 0) AS agents
     FROM (
       SELECT mention, agent, sum(evidence) AS evidence, sum(loads) AS loads, max(last_at) AS last_at,
         max(last_used_at) AS last_used_at
       FROM ${sql} GROUP BY mention, agent)
     JOIN mentions ON mentions.ref = mention
     JOIN words ON words.ref = agent
     GROUP BY id HAVING events > 0 AND (id = ? OR ? IS NULL)`,
    ...values,
    skill ?? null,
    skill ?? null,
  );
  const episodes = episodesBySkill(connection, window);
  return rows
    .map((row) => ({
      ...row,
      ...(episodes.get(row.id) ?? noneCounted),
      isResolved: row.isResolved === 1,
      agents: namesIn(row.agents),
    }))
    .sort((a, b) => b.events - a.events || b.errors - a.errors || compareText(a.id, b.id));
}

interface SkillRow extends Pick<SkillEvidence, 'id' | 'events' | 'loads' | 'lastUsedAt'> {
  readonly isResolved: number;
  readonly agents: string;
}

function namesIn(json: string): readonly string[] {
  const names: readonly string[] = JSON.parse(json);
  return names.toSorted();
}

/** Errors by cause. The counts show which causes are most frequent; only these are read in detail. */
export function clusters(
  connection: Connection,
  window: Window,
  { skill, limit = -1 }: EvidenceFilter = {},
): readonly ErrorCluster[] {
  const { sql, values } = skill === undefined ? countsIn('cluster', window) : errorsOfSkill(window, skill);
  const rows = connection.all<FoundCluster>(
    `SELECT cluster, word AS message, sum(errors) AS count, max(last_at) AS lastAt
     FROM ${sql} JOIN words ON words.ref = cluster
     GROUP BY cluster ORDER BY count DESC, lastAt DESC, word LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(({ cluster, ...found }) => {
    const errors = new ErrorsOf(connection, cluster, window, skill);
    return { ...found, skills: errors.skills(), tools: errors.tools(), example: errors.latest() };
  });
}

interface FoundCluster extends Pick<ErrorCluster, 'message' | 'count' | 'lastAt'> {
  readonly cluster: number;
}

function errorsOfSkill({ from, to }: Window, skill: string): Counts {
  return {
    sql: `(SELECT cluster, 1 AS errors, at AS last_at FROM events
       WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ? AND is_error = 1)`,
    values: [skill, from, to],
  };
}

/** The errors of one cluster, from the index with their skills and tools. */
class ErrorsOf {
  readonly #connection: Connection;
  readonly #where: string;
  readonly #values: readonly SqlValue[];

  constructor(connection: Connection, cluster: number, { from, to }: Window, skill: string | undefined) {
    this.#connection = connection;
    const ofSkill = skill === undefined ? '' : ` AND mention IN ${mentionsOfSkill}`;
    this.#where = `FROM events WHERE is_error = 1 AND cluster = ? AND at >= ? AND at < ?${ofSkill}`;
    this.#values = [cluster, from, to, ...(skill === undefined ? [] : [skill])];
  }

  skills(): readonly string[] {
    return this.#names(`SELECT DISTINCT ${skillOfMention} AS name FROM mentions
      WHERE ref IN (SELECT mention ${this.#where}) ORDER BY name`);
  }

  tools(): readonly string[] {
    return this.#names(
      `SELECT word AS name FROM words WHERE ref IN (SELECT tool ${this.#where}) ORDER BY name`,
    );
  }

  latest(): string {
    const row = this.#connection.get<{ result: string }>(
      `SELECT result ${this.#where} ORDER BY at DESC, id DESC LIMIT 1`,
      ...this.#values,
    );
    return row?.result ?? '';
  }

  #names(sql: string): readonly string[] {
    return this.#connection.all<{ name: string }>(sql, ...this.#values).map(({ name }) => name);
  }
}

export function recent(
  connection: Connection,
  window: Window,
  { skill, limit = -1 }: EvidenceFilter = {},
): readonly EvidenceRow[] {
  return skill === undefined
    ? rows(connection, window, 'true', [], limit)
    : rows(connection, window, `mention IN ${mentionsOfSkill}`, [skill], limit);
}

export function evidenceFor(
  connection: Connection,
  skill: string,
  window: Window,
  limit = -1,
): readonly EvidenceRow[] {
  return rows(connection, window, `mention IN ${mentionsOfSkill} AND is_evidence = 1`, [skill], limit);
}

function rows(
  connection: Connection,
  { from, to }: Window,
  where: string,
  values: readonly SqlValue[],
  limit: number,
): readonly EvidenceRow[] {
  // The newest events are found in an index before their rows are read.
  const found = connection.all<FoundRow>(
    `WITH newest AS MATERIALIZED (
       SELECT ref FROM events WHERE ${where} AND at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ?)
     SELECT lower(hex(events.id)) AS id, events.at, agents.word AS agent, sessions.id AS session, events.kind,
       tools.word AS tool, ${skillOfMention} AS skill, events.reason, coalesce(events.weight, 0) AS weight,
       events.is_error IS 1 AS isError, events.is_correction AS isCorrection, events.args, events.result,
       coalesce(clusters.word, '') AS cluster
     FROM newest
     JOIN events USING (ref)
     JOIN words AS agents ON agents.ref = events.agent
     JOIN sessions ON sessions.ref = events.session
     LEFT JOIN words AS tools ON tools.ref = events.tool
     LEFT JOIN mentions ON mentions.ref = events.mention
     LEFT JOIN words AS clusters ON clusters.ref = events.cluster
     ORDER BY events.at DESC, events.id DESC`,
    ...values,
    from,
    to,
    limit,
  );
  return found.map((row) => ({ ...row, isError: row.isError === 1, isCorrection: row.isCorrection === 1 }));
}

interface FoundRow extends Omit<EvidenceRow, 'isError' | 'isCorrection'> {
  readonly isError: number;
  readonly isCorrection: number;
}
