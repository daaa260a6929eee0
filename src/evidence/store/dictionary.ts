/*
 * The numbers of words, sources, sessions and mentions, made when they are first needed. It lives as long as one
 * transaction: after that another process may have removed what nothing refers to.
 */

import type { SkillMention } from '../../agents/sessions/observation.js';
import type { Connection, SqlValue } from './database.js';

export class Dictionary {
  readonly #connection: Connection;
  readonly #words: Refs = new Map();
  readonly #sources: Refs = new Map();
  // By agent and by name: a key put together from two strings would cost more than the rest.
  readonly #sessions = new Map<string, Refs>();
  readonly #mentions = new Map<string, Refs>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  word(word: string): number {
    return this.#words.get(word) ?? this.#look('words', this.#words, word, [word]);
  }

  source(path: string): number {
    return this.#sources.get(path) ?? this.#look('sources', this.#sources, path, [path]);
  }

  session(agent: string, id: string): number {
    const refs = refsUnder(this.#sessions, agent);
    return refs.get(id) ?? this.#look('sessions', refs, id, [this.word(agent), id]);
  }

  mention({ name, folder = '' }: SkillMention): number {
    const refs = refsUnder(this.#mentions, name);
    return refs.get(folder) ?? this.#look('mentions', refs, folder, [name, folder]);
  }

  #look(place: Table, refs: Refs, key: string, values: readonly SqlValue[]): number {
    const { find, add } = statements[place];
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

/*
 * The names by which transcripts call skills, and which skill each means. Events refer to the mention, so a skill that
 * is installed or renamed later changes what all of them mean at once.
 */

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
