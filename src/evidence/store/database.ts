/*
 * A connection to the evidence database. Expected SQLite errors become errors of the program here: a busy database, a full
 * disk, a refused or damaged file. Others are bugs, and stay as they are. Also prepares the file before SQLite opens it:
 * it is readable only by its owner, and a file that is not a database is moved aside, so that nothing is lost.
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

  /** The caller must know the columns of its SQL. */
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#explained(() => this.#statement(sql).all(...values));
  }

  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#explained(() => this.#statement(sql).get(...values));
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#explained(() => this.#statement(sql).run(...values).changes);
  }

  /** Like `run`, for repeated use without looking up the statement every time. */
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

  /** Returns the row id of the new row. */
  insert(sql: string, ...values: readonly SqlValue[]): number {
    return this.#explained(() => Number(this.#statement(sql).run(...values).lastInsertRowid));
  }

  /** Runs any number of statements without values. */
  script(sql: string): void {
    this.#explained(() => this.#database.exec(sql));
  }

  /** Runs atomically, and blocks other writers. */
  transaction<Result>(work: () => Result): Result {
    this.script('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back after a full disk.
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

/** Errors by the primary result code of SQLite. */
const codes: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  3: ['no-permission', 'access to the evidence database was refused'],
  5: ['lock-busy', 'another process is writing evidence and did not finish in time'],
  6: ['lock-busy', 'another process is writing evidence and did not finish in time'],
  8: ['no-permission', 'the evidence database cannot be written'],
  10: ['file-failed', 'the evidence database could not be read or written'],
  11: ['evidence-damaged', 'the evidence database is damaged'],
  13: ['disk-full', 'no space is left on the disk for evidence'],
  14: ['no-permission', 'the evidence database cannot be opened'],
  26: ['evidence-damaged', 'the evidence database is damaged'],
};

function explained(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const known = codes[error.errcode & 0xff];
  if (known === undefined) return error;
  const [code, sentence] = known;
  return new CoppiceError(code, `${sentence}: ${path}`, {
    cause: error,
    ...(code === 'evidence-damaged' && {
      hint: 'move the file away; the next backfill creates a new one from the transcripts',
    }),
  });
}

/** Creates the file, and returns where the previous file was moved, if it was not a database. The caller must hold the lock. */
export function prepareFile(files: Files, path: string, clock: Clock): string | undefined {
  const asideAs = isForeign(files, path) ? setAside(files, path, clock.now()) : undefined;
  // SQLite treats an empty file as a new database. Its log and index files get the same mode.
  files.create(path, new Uint8Array(), { mode: 0o600 });
  return asideAs;
}

/** The names of all files that were moved aside; they may contain anything that a database contained. */
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

/** Also moves the log and index files, which must not be applied to the new database. */
function setAside(files: Files, path: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const suffixes = ['', '-wal', '-shm', '-journal'];
  const isFree = (name: string) =>
    suffixes.every((suffix) => files.stat(name + suffix, { follow: false }) === undefined);
  const name = asideName(path) + time;
  let free = name;
  for (let number = 2; !isFree(free); number += 1) free = `${name}-${number}`;
  // The main file last: until then, every process still finds that it is not a database.
  for (const suffix of suffixes.toReversed()) {
    if (files.stat(path + suffix, { follow: false })) files.rename(path + suffix, free + suffix);
  }
  return free;
}
