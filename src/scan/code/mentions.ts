/*
 * Which statements of some programs mention a name, as the first or the last part of a path or inside a string. Rows of
 * numbers for all programs together, because every name of every statement is in it.
 */

import { nameKind, type TokenTable } from './lexer.js';
import type { Program } from './program.js';

export class Mentions {
  /** Where the statements of each name start. */
  readonly #starts: Int32Array;
  readonly #statements: Int32Array;
  /** Where the statements of each program start, in the numbers of all statements. */
  readonly #offsets: number[] = [];

  /** All programs have the same table of names. */
  constructor(programs: readonly Program[]) {
    // Pairs of a name and a statement.
    const pairs: number[] = [];
    let offset = 0;
    for (const program of programs) {
      this.#offsets.push(offset);
      addPairs(program, offset, pairs);
      offset += program.statements.length;
    }
    const starts = new Int32Array((programs[0]?.table.names.size ?? 0) + 2);
    for (let at = 0; at < pairs.length; at += 2) {
      const slot = (pairs[at] ?? 0) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    for (let name = 1; name < starts.length; name += 1)
      starts[name] = (starts[name] ?? 0) + (starts[name - 1] ?? 0);
    const next = starts.slice();
    const found = new Int32Array(pairs.length / 2);
    for (let at = 0; at < pairs.length; at += 2) {
      const name = pairs[at] ?? 0;
      const slot = next[name] ?? 0;
      found[slot] = pairs[at + 1] ?? 0;
      next[name] = slot + 1;
    }
    this.#starts = starts;
    this.#statements = found;
  }

  /** Visits the statements that mention a name; a statement that mentions it twice may come twice. */
  visit(name: number, visitor: (unit: number, index: number) => void): void {
    const end = this.#starts[name + 1] ?? 0;
    let unit = 0;
    for (let at = this.#starts[name] ?? 0; at < end; at += 1) {
      const statement = this.#statements[at] ?? 0;
      unit = this.#unitOf(statement, unit);
      visitor(unit, statement - (this.#offsets[unit] ?? 0));
    }
  }

  #unitOf(statement: number, known: number): number {
    const isStill = (this.#offsets[known] ?? 0) <= statement;
    if (isStill && statement < (this.#offsets[known + 1] ?? Number.POSITIVE_INFINITY)) return known;
    let low = isStill ? known : 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#offsets[middle] ?? 0) <= statement) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function addPairs({ table, statements }: Program, offset: number, pairs: number[]): void {
  const { kinds, codes, lasts, inside, count } = table;
  const statementOf = new Int32Array(count).fill(-1);
  for (const [index, { start, end, rest }] of statements.entries()) {
    statementOf.fill(offset + index, start, end);
    for (let at = 0; at < rest.length; at += 2) statementOf.fill(offset + index, rest[at], rest[at + 1]);
  }
  const objects = new Set(['self', 'this', '$this'].map((name) => table.names.idOf(name)));
  for (let at = 0; at < count; at += 1) {
    if (kinds[at] !== nameKind) continue;
    const statement = statementOf[at] ?? -1;
    if (statement === -1) continue;
    const [first, last] = [codes[at] ?? 0, lasts[at] ?? 0];
    pairs.push(first, statement);
    if (last === first) continue;
    pairs.push(last, statement);
    if (!objects.has(first)) continue;
    const field = fieldOf(table, at);
    if (field !== last) pairs.push(field, statement);
  }
  for (let at = 0; at < inside.length; at += 2) {
    const statement = statementOf[inside[at] ?? 0] ?? -1;
    if (statement !== -1) pairs.push(inside[at + 1] ?? 0, statement);
  }
}

/** The second part of a path. */
function fieldOf({ text, starts, ends, names }: TokenTable, at: number): number {
  const path = text.slice(starts[at], ends[at]);
  return names.idOf(/^\$?\w+(?:\??\.|->|::)([$@\w]*)/.exec(path)?.[1] ?? path);
}
