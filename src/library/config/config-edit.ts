/*
 * Sets one key in a TOML text. Comments, order, spelling and line endings of everything else stay as they are; where
 * that is impossible there is no edit, because a file that a person wrote by hand is theirs.
 */

import { parse, TomlError } from 'smol-toml';
import { isTable } from '../../usage/shape.js';
import { lineBreakOf, listSplices, type Splice } from './config-edit-list.js';
import { outlineOf, type Statement } from './config-edit-outline.js';

type Scalar = string | number | boolean;

/**
 * `name` is that of a key in a table: `library.trusted_projects`. The text must be valid TOML. Undefined when more
 * than that key would have to change.
 */
export function setTomlKey(
  text: string,
  name: string,
  value: Scalar | readonly Scalar[],
): string | undefined {
  const path = name.split('.');
  const wanted = withValue(parse(text), path, value);
  const edited = wanted && splice(text, splicesFor(text, path, value));
  return edited !== undefined && isSame(parsed(edited), wanted) ? edited : undefined;
}

export function printTomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printTomlValue).join(', ')}]`;
  // JSON escapes all that TOML wants escaped, but for this one control character.
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
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
      return listSplices(text, given.value, value, printTomlValue);
    }
    return [{ ...given.value, text: printTomlValue(value) }];
  }
  const lineBreak = lineBreakOf(text);
  const neighbour = statements.findLast((statement) => isNeighbour(statement, path));
  if (neighbour !== undefined) {
    const { table, lines } = neighbour;
    const indent = /^[ \t]*/.exec(text.slice(lines.start))?.[0] ?? '';
    const line = `${lineBreak}${indent}${printKey(path.slice(table.length))} = ${printTomlValue(value)}`;
    return [{ start: lines.end, end: lines.end, text: line }];
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  const header = `${gap}[${printKey(path.slice(0, -1))}]${lineBreak}`;
  const line = `${printKey(path.slice(-1))} = ${printTomlValue(value)}${lineBreak}`;
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

function printKey(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : printTomlValue(part))).join('.');
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
