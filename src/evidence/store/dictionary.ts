/*
 * The row ids of words, sources, sessions and mentions, created on first use. A dictionary lives for one transaction:
 * afterwards another process may remove unreferenced rows. A mention is a skill name in a transcript; events refer to the
 * mention, so installing or renaming a skill changes the meaning of all its events at once.
 */

import type { SkillMention } from '../../agents/sessions/observation.js';
import type { Connection, SqlValue } from './database.js';

export class Dictionary {
  readonly #connection: Connection;
  readonly #words: Refs = new Map();
  readonly #sources: Refs = new Map();
  // Nested by agent and name, because joining two strings into a key would cost more than the rest.
  readonly #sessions = new Map<string, Refs>();
  readonly #mentions = new Map<string, Refs>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  word(word: string): number {
    return this.#words.get(word) ?? this.#find('words', this.#words, word, [word]);
  }

  source(path: string): number {
    return this.#sources.get(path) ?? this.#find('sources', this.#sources, path, [path]);
  }

  session(agent: string, id: string): number {
    const refs = refsUnder(this.#sessions, agent);
    return refs.get(id) ?? this.#find('sessions', refs, id, [this.word(agent), id]);
  }

  /** Undefined, and nothing is created, if there is no such session with events. */
  sessionWithEvents(agent: string, id: string): number | undefined {
    const sql = `${statements.sessions.find} AND EXISTS (SELECT 1 FROM events WHERE session = sessions.ref)`;
    return this.#connection.get<{ ref: number }>(sql, this.word(agent), id)?.ref;
  }

  mention({ name, folder = '' }: SkillMention): number {
    const refs = refsUnder(this.#mentions, name);
    return refs.get(folder) ?? this.#find('mentions', refs, folder, [name, folder]);
  }

  #find(table: Table, refs: Refs, key: string, values: readonly SqlValue[]): number {
    const { find, add } = statements[table];
    const row = this.#connection.get<{ ref: number }>(find, ...values);
    const ref = row?.ref ?? this.#connection.insert(add, ...values);
    refs.set(key, ref);
    return ref;
  }
}

type Refs = Map<string, number>;

function refsUnder(all: Map<string, Refs>, key: string): Refs {
  const known = all.get(key);
  if (known !== undefined) return known;
  const refs: Refs = new Map();
  all.set(key, refs);
  return refs;
}

type Table = 'words' | 'sources' | 'sessions' | 'mentions';

const statements: Readonly<Record<Table, { readonly find: string; readonly add: string }>> = {
  words: {
    find: 'SELECT ref FROM words WHERE word = ?',
    add: 'INSERT INTO words (word) VALUES (?)',
  },
  sources: {
    find: 'SELECT ref FROM sources WHERE path = ?',
    add: 'INSERT INTO sources (path) VALUES (?)',
  },
  sessions: {
    find: 'SELECT ref FROM sessions WHERE agent = ? AND id = ?',
    add: 'INSERT INTO sessions (agent, id) VALUES (?, ?)',
  },
  mentions: {
    find: 'SELECT ref FROM mentions WHERE name = ? AND folder = ?',
    add: 'INSERT INTO mentions (name, folder) VALUES (?, ?)',
  },
};

export interface Mention {
  readonly ref: number;
  readonly name: string;
  /** The folder of the package as written; empty if unknown. */
  readonly folder: string;
  /** The id; null until the skill was installed. */
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

/** The name of a mention in every result: the id of the skill, or else the name. */
export const skillOfMention = 'coalesce(mentions.skill, mentions.name)';

/** Matches a column that refers to a mention; the parameter is an id or a name. */
export const mentionsOfSkill = `(SELECT ref FROM mentions WHERE ${skillOfMention} = ?)`;
