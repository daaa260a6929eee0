/*
 * What is known of skills: one line for each, and its loads one by one. The same skill by several names is one skill.
 */

import type { SkillEvidence, SkillLoad, Window } from '../evidence.js';
import type { Connection } from './connection.js';
import { countsIn } from './counts.js';
import { mentionsOfSkill, skillOfMention } from './mentions.js';

export function skills(connection: Connection, window: Window, skill?: string): readonly SkillEvidence[] {
  const { sql, values } = countsIn('skill', window);
  const rows = connection.all<SkillRow>(
    `SELECT ${skillOfMention} AS id, max(mentions.skill IS NOT NULL) AS isResolved, sum(evidence) AS events,
       sum(loads) AS loads, sum(errors) AS errors, sum(failed_loads) AS failedLoads,
       sum(corrections) AS corrections, coalesce(nullif(max(last_used_at), 0), max(last_at)) AS lastUsedAt,
       json_group_array(DISTINCT words.word) FILTER (WHERE evidence > 0) AS agents
     FROM (
       SELECT mention, agent, sum(evidence) AS evidence, sum(loads) AS loads, sum(errors) AS errors,
         sum(failed_loads) AS failed_loads, sum(corrections) AS corrections, max(last_at) AS last_at,
         max(last_used_at) AS last_used_at
       FROM ${sql} GROUP BY mention, agent)
     JOIN mentions ON mentions.ref = mention
     JOIN words ON words.ref = agent
     GROUP BY id HAVING events > 0 AND (id = ? OR ? IS NULL)
     ORDER BY events DESC, errors DESC, id`,
    ...values,
    skill ?? null,
    skill ?? null,
  );
  return rows.map((row) => ({ ...row, isResolved: row.isResolved === 1, agents: namesIn(row.agents) }));
}

export function loads(connection: Connection, skill: string, { from, to }: Window): readonly SkillLoad[] {
  const rows = connection.all<Omit<SkillLoad, 'corrected'> & { readonly corrected: number }>(
    `SELECT lower(hex(events.id)) AS id, at, words.word AS agent,
       (SELECT count(*) FROM events AS failure WHERE failure.load = events.id AND failure.is_error = 1) AS errors,
       EXISTS (SELECT 1 FROM events AS turn WHERE turn.load = events.id AND turn.is_correction = 1) AS corrected
     FROM events JOIN words ON words.ref = events.agent
     WHERE mention IN ${mentionsOfSkill} AND at >= ? AND at < ? AND kind = 'skill-load' AND is_error IS NOT 1
     ORDER BY at, events.id`,
    skill,
    from,
    to,
  );
  return rows.map((row) => ({ ...row, corrected: row.corrected === 1 }));
}

interface SkillRow extends Omit<SkillEvidence, 'isResolved' | 'agents'> {
  readonly isResolved: number;
  readonly agents: string;
}

function namesIn(json: string): readonly string[] {
  const names: readonly string[] = JSON.parse(json);
  return names.toSorted();
}
