/*
 * The names by which transcripts call skills, and which skill each means. Events refer to the mention, so a skill that
 * is installed or renamed later changes what all of them mean at once.
 */

import type { Connection } from './connection.js';

export interface Mention {
  readonly ref: number;
  readonly name: string;
  /** Of the package, as it was written; empty where it was not. */
  readonly folder: string;
  /** The id; null as long as no root held it. */
  readonly skill: string | null;
}

export interface Resolution {
  readonly ref: number;
  readonly skill: string;
}

export function readMentions(connection: Connection): readonly Mention[] {
  return connection.all('SELECT ref, name, folder, skill FROM mentions ORDER BY ref');
}

export function resolveMentions(connection: Connection, resolutions: readonly Resolution[]): void {
  connection.transaction(() => {
    for (const { ref, skill } of resolutions) {
      connection.run('UPDATE mentions SET skill = ? WHERE ref = ?', skill, ref);
    }
  });
}

/** What a mention is called in every answer: the id of the skill, or the name where there is none. */
export const skillOfMention = 'coalesce(mentions.skill, mentions.name)';

/** For a column that refers to a mention; takes the id or name as its value. */
export const mentionsOfSkill = `(SELECT ref FROM mentions WHERE ${skillOfMention} = ?)`;
