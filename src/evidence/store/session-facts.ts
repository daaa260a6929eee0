/*
 * Facts about sessions: platform, project, root session, and whether a person sat at it. Each fact counts once, and the
 * choice between two reports of it does not depend on which is read first.
 */

import type { ObservedFacts } from '../rules/event.js';
import type { Origin } from '../rules/merge-event.js';
import type { Connection } from './database.js';

/** Returns whether anything changed. */
export function putFacts(
  connection: Connection,
  session: number,
  facts: ObservedFacts,
  origin: Origin,
): boolean {
  const rank = rankOf(facts, origin);
  const { platform, project, root, isHeadless } = facts;
  const values = {
    platform,
    project,
    root,
    headless: isHeadless === undefined ? undefined : String(isHeadless),
  };
  let changes = 0;
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) changes += connection.run(putFact, session, name, value, rank);
  return changes > 0;
}

export interface StoredFacts {
  readonly platform: string | undefined;
  readonly project: string | undefined;
  readonly root: string | undefined;
  readonly isHeadless: boolean;
}

export function readFacts(connection: Connection, session: number): StoredFacts {
  const rows = connection.all<{ name: string; value: string }>(
    'SELECT name, value FROM session_facts WHERE session = ?',
    session,
  );
  const facts = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    platform: facts.get('platform'),
    project: facts.get('project'),
    root: facts.get('root'),
    isHeadless: facts.get('headless') === 'true',
  };
}

/** A transcript before a hook, the main conversation before a subagent, and then the earliest. */
function rankOf({ isMain, at }: ObservedFacts, origin: Origin): string {
  const time = Math.max(0, Math.floor(at));
  return `${origin === 'live' ? 1 : 0}${isMain ? 0 : 1}${String(time).padStart(16, '0')}`;
}

const putFact = `
  INSERT INTO session_facts (session, name, value, rank) VALUES (?, ?, ?, ?)
  ON CONFLICT (session, name) DO UPDATE SET value = excluded.value, rank = excluded.rank
  WHERE excluded.rank || excluded.value < rank || value`;
