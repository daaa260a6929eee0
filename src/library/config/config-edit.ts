/*
 * Sets one key of config.toml in its text. Comments, order, spelling and line endings of everything else stay as they
 * are; where that cannot be had, the edit is refused, because a file that a person wrote by hand is theirs.
 */

import { parse, TomlError } from 'smol-toml';
import { CoppiceError } from '../../system/errors.js';
import { lineBreakOf, listSplices, type Splice } from './config-edit-list.js';
import { outlineOf, type Statement } from './config-edit-outline.js';
import { isTable } from './config-value.js';

type Scalar = string | number | boolean;

/** `name` is that of a key in a table: `library.trusted_projects`. The text must be valid TOML. */
export function setConfigKey(text: string, name: string, value: Scalar | readonly Scalar[]): string {
  const path = name.split('.');
  const wanted = withValue(parse(text), path, value);
  const edited = wanted && splice(text, splicesFor(text, path, value));
  if (edited !== undefined && isSame(parsed(edited), wanted)) return edited;
  throw new CoppiceError('bad-config', `${name} cannot be set without changing more of the configuration`, {
    hint: `set it by hand: ${name} = ${printValue(value)}`,
  });
}

function splicesFor(
  text: string,
  path: readonly string[],
  value: Scalar | readonly Scalar[],
): readonly Splice[] {
  const statements = outlineOf(text);
  const given = statements.find((statement) => statement.value && isSame(statement.path, path));
  if (given?.value !== undefined) {
    if (Array.isArray(value) && text[given.value.start] === '[') {
      return listSplices(text, given.value, value, printValue);
    }
    return [{ ...given.value, text: printValue(value) }];
  }
  const lineBreak = lineBreakOf(text);
  const neighbour = statements.findLast((statement) => isNeighbour(statement, path));
  if (neighbour !== undefined) {
    const { table, lines } = neighbour;
    const indent = /^[ \t]*/.exec(text.slice(lines.start))?.[0] ?? '';
    const line = `${lineBreak}${indent}${printKey(path.slice(table.length))} = ${printValue(value)}`;
    return [{ start: lines.end, end: lines.end, text: line }];
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  const header = `${gap}[${printKey(path.slice(0, -1))}]${lineBreak}`;
  const line = `${printKey(path.slice(-1))} = ${printValue(value)}${lineBreak}`;
  return [{ start: text.length, end: text.length, text: header + line }];
}

/** Whether the key can stand behind this statement: under its header, or in the same dotted spelling. */
function isNeighbour({ path, table, repeats, value }: Statement, wanted: readonly string[]): boolean {
  const parent = wanted.slice(0, -1);
  if (repeats || !isSame(wanted.slice(0, table.length), table)) return false;
  return value === undefined
    ? isSame(table, parent)
    : isSame(path.slice(0, parent.length), parent) && path.length > parent.length;
}

function splice(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text: put }) => edited.slice(0, start) + put + edited.slice(end), text);
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  // JSON escapes all that TOML wants escaped, but for this one control character.
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

function printKey(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : printValue(part))).join('.');
}

type Table = Readonly<Record<string, unknown>>;

/** Undefined when something that is no table is in the way. */
function withValue(table: Table, [key = '', ...rest]: readonly string[], value: unknown): Table | undefined {
  if (rest.length === 0) return { ...table, [key]: value };
  const inner = Object.hasOwn(table, key) ? table[key] : {};
  const changed = isTable(inner) ? withValue(inner, rest, value) : undefined;
  return changed && { ...table, [key]: changed };
}

function parsed(text: string): Table | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isSame(item, right[at]));
  }
  if (isTable(left) && isTable(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
    );
  }
  if (left instanceof Date && right instanceof Date) return left.toString() === right.toString();
  return Object.is(left, right);
}
