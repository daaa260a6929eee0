/*
 * TOML that people write, or merge, or damage: read once, with refusals that name the line. The lock and the credentials
 * are read by it too. What the parser says is told without the lines it quotes, because they may hold a token.
 */

import { parse, TomlError } from 'smol-toml';
import { didYouMean } from '../../text/closest.js';
import { outlineOf } from '../../text/edit/toml-outline.js';
import { CoppiceError } from '../../text/errors.js';
import { isTable } from '../../text/shape.js';
import { splitMark } from '../../text/utf8.js';

export type TomlTable = Readonly<Record<string, unknown>>;

/** Where a value is: `['skills', 2, 'slug']`. */
export type TomlPath = readonly (string | number)[];

export interface TomlDocument {
  readonly table: TomlTable;
  /** A refusal of what is at the path, with its line. */
  fault(at: TomlPath, what: string, hint?: string): CoppiceError;
  /** What is at the path, or undefined where there is nothing. All refuse what is of another shape. */
  tableAt(at: TomlPath, keys?: readonly string[]): TomlTable | undefined;
  listAt(at: TomlPath): readonly unknown[] | undefined;
  /** On one line, and not empty. */
  textAt(at: TomlPath): string | undefined;
}

/** `name` is what messages call the file; `hint` is the advice where a fault has none of its own. */
export function readToml(text: string, name: string, hint: string): TomlDocument {
  const { content } = splitMark(text);
  const table = parseToml(content, name, hint);
  const fault = (at: TomlPath, what: string, ownHint = hint) => {
    const line = lineOf(content, at);
    const place = line === undefined ? name : `${name}, line ${line}`;
    return new CoppiceError('bad-config', `${place}: ${what}`, {
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

/** The markers that git, Mercurial and others leave in a file which two people changed. */
export function refuseConflicts(text: string, name: string, hint: string): void {
  const line = text.split('\n').findIndex((one) => /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \r]|$)/.test(one));
  if (line === -1) return;
  throw new CoppiceError('bad-config', `${name}, line ${line + 1}: there is an unresolved merge conflict`, {
    hint,
    data: { line: line + 1 },
  });
}

function parseToml(content: string, name: string, hint: string): TomlTable {
  try {
    return parse(content);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    const [reason = ''] = error.message.split('\n');
    const what = reason.replace('Invalid TOML document: ', '');
    throw new CoppiceError('bad-config', `${name}, line ${line}, column ${column}: ${what}`, {
      hint,
      data: { line, column },
    });
  }
}

function valueAt(table: TomlTable, at: TomlPath): unknown {
  return at.reduce<unknown>((value, key) => {
    if (typeof key === 'number') return Array.isArray(value) ? value[key] : undefined;
    return isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, table);
}

/** What people know it by: the place in a list says nothing to them, the line does. */
export function nameOf(at: TomlPath): string {
  return at.filter((key) => typeof key === 'string').join('.');
}

/** Of the statement that says it; else of one around it, or of the first inside it. */
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
