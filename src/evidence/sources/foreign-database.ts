/*
 * Reads the SQLite database of another program without changing it. Values of any type and size become short texts,
 * numbers or null. A database that cannot be read is an outcome with a reason, not an error, because its program may be
 * writing or half installed.
 */

import { pathToFileURL } from 'node:url';
import type { Observation } from '../../agents/sessions/observation.js';
import type { Files } from '../../system/files.js';
import { type Database, openDatabase } from '../../system/sqlite.js';
import { CoppiceError } from '../../text/errors.js';

/** A format that is a database of another program; the caller opens it read-only. */
export interface DatabaseFormat {
  /** Reads the sessions that changed since the last reading, each completely. */
  read(database: Database, memory?: unknown): DatabaseReading;
}

export interface DatabaseReading {
  readonly sessions: Iterable<readonly Observation[]>;
  /** Valid after all sessions were read. */
  memory(): unknown;
  /** The number of unreadable rows. */
  unreadable(): number;
}

export type ForeignOutcome<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

export type UnreadableReason =
  | 'missing'
  | 'no-permission'
  | 'locked'
  | 'not-a-database'
  | 'damaged'
  | 'unknown-schema'
  | 'failed';

/**
 * Passes the database to `use`, which must read it with `foreignRows` only, and closes it. In WAL mode with an active
 * writer, SQLite touches or creates the `-shm` file, because readers take part in its locking. No other file is created
 * or changed.
 */
export async function withForeignDatabase<Value>(
  path: string,
  files: Files,
  use: (database: Database) => Value,
  options: { readonly busyTimeoutMs?: number } = {},
): Promise<ForeignOutcome<Value>> {
  try {
    const database = await open(path, files, options.busyTimeoutMs ?? 2_000);
    try {
      return { kind: 'read', value: use(database) };
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: 'unreadable', reason: error.reason };
  }
}

export type ForeignRow = Readonly<Record<string, string | number | null>>;

/** The rows of a SELECT whose columns are written by `selection` and `column`. */
export function* foreignRows(
  database: Database,
  sql: string,
  ...parameters: readonly (string | number)[]
): Generator<ForeignRow> {
  const rows = translatingErrors(() => database.prepare(sql).iterate(...parameters));
  try {
    for (
      let next = translatingErrors(() => rows.next());
      next.done !== true;
      next = translatingErrors(() => rows.next())
    ) {
      yield plainRow(next.value);
    }
  } finally {
    // An unfinished statement keeps its lock.
    rows.return?.();
  }
}

/** The names of the columns; empty if there is no such table. */
export function foreignColumns(database: Database, table: string): ReadonlySet<string> {
  const rows = foreignRows(
    database,
    `SELECT ${column('name', 'text', 'name')} FROM pragma_table_info(?)`,
    table,
  );
  return new Set([...rows].map(({ name }) => String(name)));
}

/** The column list of a SELECT. Columns that this version of the table lacks are null. */
export function selection(
  database: Database,
  table: string,
  wanted: Readonly<Record<string, ColumnKind>>,
): string {
  const present = foreignColumns(database, table);
  return Object.entries(wanted)
    .map(([name, kind]) => (present.has(name) ? column(`${table}.${name}`, kind, name) : `NULL AS ${name}`))
    .join(', ');
}

/** A time is a number or a short text. */
export type ColumnKind = 'text' | 'json' | 'number' | 'time';

/** A column of a SELECT. Values that are too long are cut: a text is shortened, JSON becomes unreadable. */
export function column(expression: string, kind: ColumnKind, name: string): string {
  return `${safeExpression(expression, kind)} AS ${name}`;
}

function safeExpression(expression: string, kind: ColumnKind): string {
  switch (kind) {
    // As bytes, because SQLite's texts end at a NUL.
    case 'text':
      return `substr(CAST(${expression} AS BLOB), 1, 1048576)`;
    case 'json':
      return `substr(CAST(${expression} AS BLOB), 1, 8388608)`;
    // As REAL, because an integer may exceed the range of a number.
    case 'number':
      return `CASE WHEN typeof(${expression}) IN ('integer', 'real') THEN CAST(${expression} AS REAL) END`;
    case 'time':
      return `CASE WHEN typeof(${expression}) = 'text' THEN substr(${expression}, 1, 64) ELSE ${safeExpression(expression, 'number')} END`;
  }
}

class Unreadable extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, cause?: unknown) {
    super(`the database cannot be read: ${reason}`, { cause });
    this.reason = reason;
  }
}

async function open(path: string, files: Files, timeout: number): Promise<Database> {
  const { realPath, isQuiet } = inspectFile(path, files);
  const url = pathToFileURL(realPath);
  // A database in WAL mode needs files beside it, unless it is declared immutable.
  url.search = isQuiet ? 'mode=ro&immutable=1' : 'mode=ro';
  try {
    return await openDatabase(url.href, { readOnly: true, timeout });
  } catch (error) {
    throw unreadable(error);
  }
}

/** SQLite creates its files beside the real file, not beside a link. */
function inspectFile(path: string, files: Files): { readonly realPath: string; readonly isQuiet: boolean } {
  try {
    const realPath = files.realPath(path);
    const header =
      realPath === undefined ? undefined : files.read(realPath, { maxBytes: headerBytes })?.bytes;
    if (realPath === undefined || header === undefined) throw new Unreadable('missing');
    const isWal = header[writeVersionAt] === walVersion;
    return { realPath, isQuiet: isWal && files.stat(`${realPath}-wal`) === undefined };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    throw new Unreadable(fileReasons.get(error.code) ?? 'failed', error);
  }
}

/** Constants of the SQLite file format. */
const headerBytes = 100;
const writeVersionAt = 18;
const walVersion = 2;

const fileReasons: ReadonlyMap<string, UnreadableReason> = new Map([
  ['no-permission', 'no-permission'],
  ['not-found', 'missing'],
  ['not-a-file', 'not-a-database'],
]);

function translatingErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw unreadable(error);
  }
}

/** By the messages of SQLite, because not every error of the driver has a result code. */
const reasons: readonly (readonly [words: RegExp, reason: UnreadableReason])[] = [
  [/database (?:table )?is locked|locking protocol/, 'locked'],
  [/file is not a database/, 'not-a-database'],
  [/malformed|file is encrypted/, 'damaged'],
  [/no such (?:table|column|function|module)/, 'unknown-schema'],
  [/unable to open|authorization|readonly|permission/, 'no-permission'],
];

function unreadable(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return error;
  const known = reasons.find(([words]) => words.test(error.message));
  return new Unreadable(known?.[1] ?? 'failed', error);
}

/** A loop without lists in between, because it runs for every row. */
function plainRow(values: Readonly<Record<string, unknown>>): ForeignRow {
  const row: Record<string, string | number | null> = {};
  for (const name of Object.keys(values)) row[name] = plain(values[name]);
  return row;
}

const decoder = new TextDecoder();

function plain(value: unknown): string | number | null {
  if (value instanceof Uint8Array) return decoder.decode(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
