/*
 * Which events a purge means. The numbers of those found are put into a temporary table, since they may be millions.
 */

import type { Connection, SqlValue } from './connection.js';

/** Events that fit all that is given. */
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

/** Fills `victims (ref)`. */
export function selectVictims(connection: Connection, selection: PurgeSelection): void {
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
      `(args ${like} OR result ${like} OR cluster IN (SELECT ref FROM words WHERE word ${like}))`,
      pattern,
      pattern,
      pattern,
    );
  }
  if (before !== undefined) add('at < ?', before);
  return conditions;
}
