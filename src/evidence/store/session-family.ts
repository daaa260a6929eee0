/*
 * The sessions that count as one: a session, its forks, and the sessions of its subagents. The facts of a session name the
 * session that it comes from, which may not be stored.
 */

import type { RootSession } from '../rules/episodes/episode.js';
import type { Connection } from './database.js';
import { readFacts } from './session-facts.js';

export interface FamilySession {
  readonly ref: number;
  readonly id: string;
}

/** By id. Contains the session itself. */
export function familyOf(connection: Connection, session: number): readonly FamilySession[] {
  return connection.all(selectFamily, session);
}

/** The root, and what is known about it, or else about the first of the others. */
export function rootOf(connection: Connection, family: readonly FamilySession[]): RootSession {
  const facts = new Map(family.map(({ ref, id }) => [id, readFacts(connection, ref)]));
  const id = topOf(facts, family[0]?.id ?? '');
  const known = [facts.get(id), ...facts.values()];
  return {
    id,
    platform: known.find((each) => each?.platform !== undefined)?.platform,
    project: known.find((each) => each?.project !== undefined)?.project,
    headless: new Set([...facts].filter(([, { isHeadless }]) => isHeadless).map(([each]) => each)),
  };
}

/** The session that comes from no other; the first by id if they name each other in a circle. */
function topOf(facts: ReadonlyMap<string, { readonly root: string | undefined }>, start: string): string {
  const seen = new Set<string>();
  let top = start;
  for (let next: string | undefined = start; next !== undefined; next = facts.get(next)?.root) {
    if (seen.has(next)) return start;
    seen.add(next);
    top = next;
  }
  return top;
}

/** Infinity without a load. */
export function firstLoadIn(connection: Connection, session: number): number {
  const row = connection.get<{ at: number | null }>(
    `SELECT min(at) AS at FROM events WHERE session = ? AND kind = 'skill-load'`,
    session,
  );
  return row?.at ?? Number.POSITIVE_INFINITY;
}

/** `CROSS JOIN` keeps the order: without statistics, the planner would go through all sessions of the agent. */
const selectFamily = `
  WITH RECURSIVE
    given (agent, id) AS (SELECT agent, id FROM sessions WHERE ref = ?),
    family (id) AS (
      SELECT id FROM given
      UNION SELECT session_facts.value FROM family
        CROSS JOIN sessions ON sessions.id = family.id AND sessions.agent = (SELECT agent FROM given)
        CROSS JOIN session_facts ON session_facts.session = sessions.ref AND session_facts.name = 'root'
      UNION SELECT sessions.id FROM family
        CROSS JOIN session_facts ON session_facts.name = 'root' AND session_facts.value = family.id
        CROSS JOIN sessions ON sessions.ref = session_facts.session AND sessions.agent = (SELECT agent FROM given))
  SELECT sessions.ref, sessions.id FROM family
  CROSS JOIN sessions ON sessions.id = family.id AND sessions.agent = (SELECT agent FROM given)
  ORDER BY sessions.id`;
