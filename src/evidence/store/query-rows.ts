/*
 * Events as they are shown: one row each, newest first.
 */

import type { EvidenceFilter, EvidenceRow, Window } from '../evidence.js';
import type { Connection, SqlValue } from './connection.js';
import { mentionsOfSkill, skillOfMention } from './mentions.js';

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
  // The newest are found first, in an index, before anything is read of them.
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
