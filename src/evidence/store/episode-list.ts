/*
 * A page of the list of episodes, and the numbers beside it. What a page does not show is not read: a page is found in an
 * index, and of the failures and corrections of its episodes only the first are taken. The episodes must be up to date.
 */

import { dayMs } from '../../text/time.js';
import type {
  EpisodeCount,
  EpisodeFilter,
  EpisodePage,
  ListedEpisode,
} from '../rules/episodes/episode-list.js';
import type { Window } from '../rules/evidence.js';
import type { Connection, SqlValue } from './database.js';
import { mentionsOfSkill, skillOfMention } from './dictionary.js';
import { idBytes } from './event-row.js';
import { familyOf } from './session-family.js';

/** Newest first. */
export function listEpisodes(
  connection: Connection,
  { window, before, limit, ...filter }: EpisodePage,
): readonly ListedEpisode[] {
  const { where, values } = conditionsOf(window, filter);
  const older = before === undefined ? '' : 'AND (started_at, id) < (?, ?)';
  return rowsOf(
    connection,
    `SELECT rowid FROM episodes WHERE ${where} ${older} ORDER BY started_at DESC, id DESC LIMIT ?`,
    [...values, ...(before === undefined ? [] : [before.startedAt, idBytes(before.id)]), limit],
  );
}

/** The ids that start with these hexadecimal digits, at most two of them. */
export function episodesFrom(connection: Connection, beginning: string): readonly string[] {
  const rows = connection.all<{ id: string }>(
    'SELECT lower(hex(id)) AS id FROM episodes WHERE id >= ? AND id <= ? ORDER BY id LIMIT 2',
    idBytes(beginning.padEnd(32, '0')),
    idBytes(beginning.padEnd(32, 'f')),
  );
  return rows.map(({ id }) => id);
}

/** The episodes of a session, its forks and its subagents, newest first. */
export function episodesBeside(connection: Connection, id: string, limit: number): readonly ListedEpisode[] {
  const row = connection.get<{ session: number }>('SELECT session FROM episodes WHERE id = ?', idBytes(id));
  if (row === undefined) return [];
  const family = familyOf(connection, row.session).map(({ ref }) => ref);
  return rowsOf(
    connection,
    `SELECT rowid FROM episodes WHERE session IN (SELECT value FROM json_each(?))
     ORDER BY started_at DESC, id DESC LIMIT ?`,
    [JSON.stringify(family), limit],
  );
}

function rowsOf(
  connection: Connection,
  selection: string,
  values: readonly SqlValue[],
): readonly ListedEpisode[] {
  const rows = connection.all<ListedRow>(
    `WITH listed AS MATERIALIZED (${selection})
     SELECT lower(hex(episodes.id)) AS id, ${skillOfMention} AS skill, agents.word AS agent, models.word AS model,
       root AS session, started_at AS startedAt, ended_at AS endedAt, result, attempts, failed, corrected, tokens,
       json_extract(failures, '$[0].command.text') AS command, json_extract(failures, '$[0].cause.line') AS error,
       json_extract(corrections, '$[0].text') AS correction
     FROM listed
     JOIN episodes ON episodes.rowid = listed.rowid
     JOIN words AS agents ON agents.ref = episodes.agent
     JOIN mentions ON mentions.ref = episodes.mention
     LEFT JOIN words AS models ON models.ref = episodes.model
     ORDER BY started_at DESC, episodes.id DESC`,
    ...values,
  );
  return rows.map(({ command, error, ...row }) => ({
    ...row,
    failure: command === null ? null : { command, error: error ?? '' },
  }));
}

interface ListedRow extends Omit<ListedEpisode, 'failure'> {
  readonly command: string | null;
  readonly error: string | null;
}

/** Of a filter, only what it says about skills: the other numbers show what there is to choose from. */
export function countEpisodes(
  connection: Connection,
  window: Window,
  { skill, find }: Pick<EpisodeFilter, 'skill' | 'find'>,
): readonly EpisodeCount[] {
  const { where, values } = conditionsOf(window, { skill, find });
  return connection.all(
    `SELECT day, agents.word AS agent, models.word AS model, result, count
     FROM (
       SELECT started_at / ${dayMs} AS day, agent, model, result, count(*) AS count
       FROM episodes WHERE ${where} GROUP BY 1, 2, 3, 4)
     JOIN words AS agents ON agents.ref = agent
     LEFT JOIN words AS models ON models.ref = model`,
    ...values,
  );
}

interface Conditions {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

const wordRef = '(SELECT ref FROM words WHERE word = ?)';

function conditionsOf(
  { from, to }: Window,
  { skill, find, agent, model, result }: EpisodeFilter,
): Conditions {
  const conditions: readonly (readonly [string, ...SqlValue[]])[] = [
    ['started_at >= ? AND started_at < ?', from, to],
    ...(skill === undefined ? [] : [[`mention IN ${mentionsOfSkill}`, skill] as const]),
    ...(find === undefined ? [] : [[`mention IN ${mentionsLike}`, find.toLowerCase()] as const]),
    ...(agent === undefined ? [] : [[`agent = ${wordRef}`, agent] as const]),
    ...(model === undefined
      ? []
      : [model === null ? (['model IS NULL'] as const) : ([`model = ${wordRef}`, model] as const)]),
    ...(result === undefined ? [] : [['result = ?', result] as const]),
  ];
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

const mentionsLike = `(SELECT ref FROM mentions WHERE instr(lower(${skillOfMention}), ?) > 0)`;
