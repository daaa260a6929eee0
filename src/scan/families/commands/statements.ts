/*
 * The statements of a program as text, each with the statements that set the names it uses, so that a rule sees
 * `requests.post(url, data=key)` together with where the key was read. The value of a name is what was last assigned
 * to it.
 */

import { endOf, markCode, markKind, nameKind, startOf } from '../../code/lexer.js';
import type { Program, ProgramStatement } from '../../code/program.js';
import type { Statement } from './step.js';

interface LocatedStatement extends Statement {
  /** The line within the text, from 0. */
  readonly line: number;
  readonly lastLine: number;
}

const maxStatementLength = 4_000;
const maxValuesLength = 2_400;
const maxValueLength = 600;
const maxWords = 300;
const maxChain = 12;

/** Yields the statements of the lines that are worth reading. Values are searched only on demand. */
export function* statementsOf(
  program: Program,
  language: Statement['language'],
  isWorthReading: (line: number, lastLine: number) => boolean,
): Generator<LocatedStatement> {
  const values = new Values(program);
  for (const statement of program.statements)
    for (const { text, line, lastLine } of textsOf(program, statement)) {
      if (!isWorthReading(line, lastLine)) continue;
      let known: string | undefined;
      const resolved = () => {
        known ??= values.following(text, statement.start, text.length + maxValuesLength, 0);
        return known;
      };
      yield { language, text, line, lastLine, resolved, paths: () => withHome(resolved()) };
    }
}

interface StatementText {
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
}

/** The text of a statement without the functions inside it; a long one in pieces. */
function textsOf({ table }: Program, { start, end, rest }: ProgramStatement): readonly StatementText[] {
  const { text, lines } = table;
  const found: StatementText[] = [];
  for (let at = -2; at < rest.length; at += 2) {
    const first = at < 0 ? start : (rest[at] ?? 0);
    const last = (at < 0 ? end : (rest[at + 1] ?? 0)) - 1;
    if (last < first) continue;
    const own = text.slice(startOf(table, first), endOf(table, last));
    const line = lines[first] ?? 0;
    if (own.length <= maxStatementLength) {
      found.push({ text: own, line, lastLine: line + breaksIn(own) });
      continue;
    }
    let pieceLine = line;
    for (let piece = 0; piece < own.length; piece += maxStatementLength) {
      const part = own.slice(piece, piece + maxStatementLength);
      const lastLine = pieceLine + breaksIn(part);
      found.push({ text: part, line: pieceLine, lastLine });
      pieceLine = lastLine;
    }
  }
  return found;
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** What the names of a program were set to. */
class Values {
  readonly #program: Program;
  /** For each name, the statements that set it, in order. */
  #setters: ReadonlyMap<string, readonly ProgramStatement[]> | undefined;
  readonly #known = new Map<ProgramStatement, string>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** The text, followed by the values that its names have before a token, up to the limit. */
  following(written: string, before: number, limit: number, depth: number): string {
    this.#setters ??= settersIn(this.#program);
    let result = written;
    const names =
      this.#setters.size === 0 ? [] : new Set(written.match(/[A-Za-z_$][\w$]*/g)?.slice(0, maxWords));
    for (const name of names) {
      if (result.length >= limit) break;
      const setter = lastBefore(this.#setters.get(name) ?? [], before);
      if (setter !== undefined) result += `\n${this.#valueOf(setter, depth)}`;
    }
    return result.slice(0, limit);
  }

  #valueOf(setter: ProgramStatement, depth: number): string {
    const known = this.#known.get(setter);
    if (known !== undefined) return known;
    const { table } = this.#program;
    const start = startOf(table, setter.start);
    const end = Math.min(endOf(table, setter.end - 1), start + maxValueLength);
    const written = table.text.slice(start, end);
    const value =
      depth > maxChain ? written : this.following(written, setter.start, maxValueLength, depth + 1);
    this.#known.set(setter, value);
    return value;
  }
}

function lastBefore(setters: readonly ProgramStatement[], token: number): ProgramStatement | undefined {
  let low = 0;
  let high = setters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((setters[middle]?.start ?? 0) < token) low = middle + 1;
    else high = middle;
  }
  return setters[low - 1];
}

/** The statements that give a name a value, loop with it, open a file as it, or add to it. */
function settersIn({ table, statements }: Program): ReadonlyMap<string, readonly ProgramStatement[]> {
  const { kinds, codes, lasts, names } = table;
  const id = (word: string) => names.idOf(word);
  const adding = new Set('append push extend update add write'.split(' ').map(id));
  const loop = id('for');
  const as = id('as');
  const requires = id('require');
  const declares = new Set('const let var'.split(' ').map(id));
  const found = new Map<string, ProgramStatement[]>();
  for (const statement of statements) {
    const { start, end } = statement;
    if (isImport(start, end)) continue;
    const set = (name: number) => {
      const text = names.textOf(name);
      const known = found.get(text);
      if (known === undefined) found.set(text, [statement]);
      else if (known.at(-1) !== statement) known.push(statement);
    };
    let isPattern = false;
    let isLoop = false;
    for (let at = start; at < end; at += 1) {
      const code = codes[at] ?? 0;
      if (kinds[at] === markKind) {
        if (code === equals) isPattern = false;
        if (code === closeBracket && kinds[at + 1] === markKind && setMarks.has(codes[at + 1] ?? 0))
          for (let back = at; back > start && back > at - 12; back -= 1)
            if (kinds[back] === markKind && codes[back] === openBracket && kinds[back - 1] === nameKind) {
              set(codes[back - 1] ?? 0);
              break;
            }
        continue;
      }
      if (kinds[at] !== nameKind) continue;
      if (declares.has(code)) {
        isPattern = true;
        continue;
      }
      if (code === loop) isLoop = true;
      else if (isLoop && code !== loop) {
        if (!declares.has(code)) set(code);
        isLoop = kinds[at + 1] === markKind;
        continue;
      }
      const isSet =
        isPattern ||
        (kinds[at + 1] === markKind && setMarks.has(codes[at + 1] ?? 0)) ||
        (at > start && kinds[at - 1] === nameKind && codes[at - 1] === as) ||
        (lasts[at] !== code && adding.has(lasts[at] ?? -1)) ||
        isTyped(at);
      if (isSet) set(code);
    }
  }
  for (const setters of found.values()) setters.sort((one, other) => one.start - other.start);
  return found;

  /** What a name is imported from is no value. */
  function isImport(start: number, end: number): boolean {
    for (let at = start; at < end && at < start + 40; at += 1)
      if (kinds[at] === nameKind && codes[at] === requires) return true;
    return false;
  }

  /** `name: type = value`. */
  function isTyped(at: number): boolean {
    if (kinds[at + 1] !== markKind || codes[at + 1] !== colon || kinds[at + 2] !== nameKind) return false;
    for (let next = at + 3; next < at + 10; next += 1)
      if (kinds[next] === markKind && codes[next] === equals) return true;
    return false;
  }
}

const equals = markCode('=');
const colon = markCode(':');
const openBracket = markCode('[');
const closeBracket = markCode(']');
const setMarks = new Set('= += := .='.split(' ').map(markCode));

/** The string literals of a statement, in order. */
export function literalsIn(text: string): readonly string[] {
  const quoted = text
    .slice(0, maxStatementLength)
    .matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gs);
  return [...quoted].map(([, double, single, back]) =>
    (double ?? single ?? back ?? '').replace(/\\(["'`])/g, '$1'),
  );
}

const homes =
  /(?:Path\.home\(\)|os\.homedir\(\)|homedir\(\)|(?:os\.)?path\.expanduser\(\s*["']~["']\s*\)|process\.env\.HOME\b|process\.env\[["']HOME["']\]|os\.environ(?:\.get\(|\[)["']HOME["'][\])]|os\.getenv\(["']HOME["']\))/g;

/** Joins paths that are built from pieces. */
function withHome(text: string): string {
  return text
    .replace(homes, '"~"')
    .replace(/\$\{"~"\}/g, '~')
    .replace(/["']\s*(?:\/|,|\+)\s*["']\/?(?=[.\w])/g, '/');
}
