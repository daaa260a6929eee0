/*
 * Reads TOML that people write, merge or damage, with errors that name the line. Used for the manifest, the lock and the
 * credentials. Messages leave out the lines that the parser quotes, because they may contain a token.
 */

import { didYouMean } from '../../text/closest.js';
import { outlineOf } from '../../text/edit/toml-outline.js';
import { CoppiceError } from '../../text/errors.js';
import { isTable } from '../../text/shape.js';
import { parseToml } from '../../text/toml.js';
import { splitMark } from '../../text/utf8.js';

export type TomlTable = Readonly<Record<string, unknown>>;

/** Where a value is: `['skills', 2, 'slug']`. */
export type TomlPath = readonly (string | number)[];

export interface TomlDocument {
  readonly table: TomlTable;
  /** An error about the value at the path, with its line. */
  fault(at: TomlPath, what: string, hint?: string): CoppiceError;
  /** The value at the path, or undefined. All of these refuse a value of another shape. */
  tableAt(at: TomlPath, keys?: readonly string[]): TomlTable | undefined;
  listAt(at: TomlPath): readonly unknown[] | undefined;
  /** Text on one line, not empty. */
  textAt(at: TomlPath): string | undefined;
}

/** `name` is the file name for messages; `hint` is used if a fault has no hint of its own. */
export function readToml(text: string, name: string, hint: string): TomlDocument {
  const { content } = splitMark(text);
  const table = parsed(content, name, hint);
  const fault = (at: TomlPath, what: string, ownHint = hint) => {
    const line = lineOf(content, at);
    const location = line === undefined ? name : `${name}, line ${line}`;
    return new CoppiceError('bad-config', `${location}: ${what}`, {
      hint: ownHint,
      data: line === undefined ? {} : { line },
    });
  };
  return {
    table,
    fault,
    tableAt: (at, keys) => {
      const found = valueAt(table, at);
      if (found === undefined) return undefined;
      if (!isTable(found)) throw fault(at, `${nameOf(at)} must be a table`);
      for (const key of Object.keys(found)) {
        if (keys?.includes(key) ?? true) continue;
        const advice = didYouMean(key, keys ?? [], 1) ?? `the keys are ${keys?.join(', ')}`;
        throw fault([...at, key], `unknown key ${nameOf([...at, key])}`, advice);
      }
      return found;
    },
    listAt: (at) => {
      const found = valueAt(table, at);
      if (found === undefined || Array.isArray(found)) return found;
      throw fault(at, `${nameOf(at)} must be a list`);
    },
    textAt: (at) => {
      const found = valueAt(table, at);
      if (found === undefined) return undefined;
      if (typeof found !== 'string') throw fault(at, `${nameOf(at)} must be text, in quotes`);
      if (found === '' || /\p{Cc}/u.test(found)) throw fault(at, `${nameOf(at)} must be text on one line`);
      return found;
    },
  };
}

/** Refuses the conflict markers that git, Mercurial and others leave in a file. */
export function refuseConflicts(text: string, name: string, hint: string): void {
  const line = text.split('\n').findIndex((one) => /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \r]|$)/.test(one));
  if (line === -1) return;
  throw new CoppiceError('bad-config', `${name}, line ${line + 1}: unresolved merge conflict`, {
    hint,
    data: { line: line + 1 },
  });
}

function parsed(content: string, name: string, hint: string): TomlTable {
  const read = parseToml(content);
  if (read.ok) return read.value;
  const { line, column, reason } = read.fault;
  throw new CoppiceError('bad-config', `${name}, line ${line}, column ${column}: ${reason}`, {
    hint,
    data: { line, column },
  });
}

function valueAt(table: TomlTable, at: TomlPath): unknown {
  return at.reduce<unknown>((value, key) => {
    if (typeof key === 'number') return Array.isArray(value) ? value[key] : undefined;
    return isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, table);
}

/** The name without list indexes, which mean nothing to people; the message has the line. */
export function nameOf(at: TomlPath): string {
  return at.filter((key) => typeof key === 'string').join('.');
}

/** The line of the statement; else of one around it, or of the first inside it. */
function lineOf(content: string, at: TomlPath): number | undefined {
  const counts = new Map<string, number>();
  const statements = outlineOf(content).map(({ path, table, repeats, value, lines }) => {
    const [list = ''] = table;
    if (repeats && value === undefined) counts.set(list, (counts.get(list) ?? -1) + 1);
    const count = counts.get(list);
    const own: TomlPath = count === undefined ? path : [list, count, ...path.slice(1)];
    return { own, start: lines.start };
  });
  const around = statements
    .filter(({ own }) => startsWith(at, own))
    .reduce<(typeof statements)[number] | undefined>(
      (best, one) => (best === undefined || one.own.length > best.own.length ? one : best),
      undefined,
    );
  const found = around ?? statements.find(({ own }) => startsWith(own, at));
  return found && content.slice(0, found.start).split('\n').length;
}

function startsWith(path: TomlPath, start: TomlPath): boolean {
  return start.every((key, at) => path[at] === key);
}
