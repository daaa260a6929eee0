/*
 * Errors of the same cause. The counts tell which causes are the most frequent; only these are looked at more closely.
 */

import type { ErrorCluster, EvidenceFilter, Window } from '../evidence.js';
import type { Connection, SqlValue } from './connection.js';
import { type Counts, countsIn } from './counts.js';
import { mentionsOfSkill, skillOfMention } from './mentions.js';

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

/** The errors of one cluster, in the index that has their skills and tools. */
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
