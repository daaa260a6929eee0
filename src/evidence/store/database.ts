/*
 * A connection to the evidence database. What SQLite reports becomes the program's own error here, once: a busy
 * database, a full disk, a refused or damaged file. Everything else it reports is a fault of ours, and stays as it is.
 */

import { basename, dirname } from 'node:path';
import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { type Database, openDatabase } from '../../system/sqlite.js';
import { CoppiceError, type ErrorCode } from '../../text/errors.js';

export type SqlValue = string | number | null | Uint8Array;

type Statement = ReturnType<Database['prepare']>;

export class Connection {
  readonly path: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  static async open(path: string, busyTimeoutMs: number): Promise<Connection> {
    try {
      return new Connection(path, await openDatabase(path, { timeout: busyTimeoutMs }));
    } catch (error) {
      throw explained(path, error);
    }
  }

  private constructor(path: string, database: Database) {
    this.path = path;
    this.#database = database;
  }

  /** The caller knows what columns its own SQL has. */
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#explained(() => this.#statement(sql).all(...values));
  }

  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#explained(() => this.#statement(sql).get(...values));
  }

  /** How many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#explained(() => this.#statement(sql).run(...values).changes);
  }

  /** The same again and again: what `run` does, without looking the statement up every time. */
  runner(sql: string): (values: readonly SqlValue[]) => number {
    const statement = this.#statement(sql);
    return (values) => {
      try {
        return statement.run(...values).changes;
      } catch (error) {
        throw explained(this.path, error);
      }
    };
  }

  /** The number of the new row. */
  insert(sql: string, ...values: readonly SqlValue[]): number {
    return this.#explained(() => Number(this.#statement(sql).run(...values).lastInsertRowid));
  }

  /** Any number of statements, without values. */
  script(sql: string): void {
    this.#explained(() => this.#database.exec(sql));
  }

  /** All of it or nothing, and no other process writes meanwhile. */
  transaction<Result>(work: () => Result): Result {
    this.script('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      // A full disk has rolled it back already.
      if (this.#database.isTransaction) this.script('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #explained<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explained(this.path, error);
    }
  }
}

/** By the primary result code of SQLite. */
const codes: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  3: ['no-permission', 'access to the evidence was refused'],
  5: ['lock-busy', 'another process is writing evidence, and did not finish in time'],
  6: ['lock-busy', 'another process is writing evidence, and did not finish in time'],
  8: ['no-permission', 'the evidence cannot be written'],
  10: ['file-failed', 'the evidence could not be read or written'],
  11: ['evidence-damaged', 'the database of the evidence is damaged'],
  13: ['disk-full', 'no space is left for evidence'],
  14: ['no-permission', 'the evidence cannot be opened'],
  26: ['evidence-damaged', 'the database of the evidence is damaged'],
};

function explained(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const known = codes[error.errcode & 0xff];
  if (known === undefined) return error;
  const [code, sentence] = known;
  return new CoppiceError(code, `${sentence}: ${path}`, {
    cause: error,
    ...(code === 'evidence-damaged' && {
      hint: 'move the file away; the next backfill makes a new one from the transcripts',
    }),
  });
}

/*
 * The file of the database, before SQLite opens it: made for its owner only, since its log and index files take its
 * mode; and what is no database at all is set aside as it is, so that recording goes on and nothing is lost.
 */

/** Where the former file was set aside, if it was. The caller holds the lock over the place. */
export function prepareFile(files: Files, path: string, clock: Clock): string | undefined {
  const asideAs = isForeign(files, path) ? setAside(files, path, clock.now()) : undefined;
  // SQLite takes an empty file for a new database.
  files.create(path, new Uint8Array(), { mode: 0o600 });
  return asideAs;
}

/** The names of what was ever set aside here: it may hold anything that a database held. */
export function filesSetAside(files: Files, path: string): readonly string[] {
  const names = (files.list(dirname(path)) ?? []).map(({ name }) => name);
  return names.filter((name) => name.startsWith(asideName(basename(path))));
}

function asideName(path: string): string {
  return `${path}.corrupt-`;
}

const magic = 'SQLite format 3\0';

function isForeign(files: Files, path: string): boolean {
  const head = files.read(path, { maxBytes: magic.length });
  return (
    head !== undefined && head.stat.sizeBytes > 0 && new TextDecoder('latin1').decode(head.bytes) !== magic
  );
}

/** With its log and index files, which must not be applied to the database that comes after it. */
function setAside(files: Files, path: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const endings = ['', '-wal', '-shm', '-journal'];
  const isFree = (name: string) =>
    endings.every((ending) => files.stat(name + ending, { follow: false }) === undefined);
  const name = asideName(path) + time;
  let free = name;
  for (let number = 2; !isFree(free); number += 1) free = `${name}-${number}`;
  // The database last: until then, whoever opens the place still finds that it is none.
  for (const ending of endings.toReversed()) {
    if (files.stat(path + ending, { follow: false })) files.rename(path + ending, free + ending);
  }
  return free;
}
