/*
 * Splits the tokens of a program into statements, each with the function it is in. Blocks are found by braces or by
 * indentation, as the language has them. A function that is written inside an expression interrupts its statement.
 */

import {
  type ClassHead,
  classIn,
  type FoundFunction,
  functionIn,
  hasResultType,
  headerIn,
  isClassHead,
} from './functions.js';
import { lex, lineEndKind, markCode, markKind, nameKind, type TokenTable } from './lexer.js';
import type { Names } from './names.js';
import { type ProgramLanguage, type Syntax, syntaxes } from './syntax.js';
import { type Token, tokensBetween } from './tokens.js';

export interface ProgramStatement {
  /** The range of its tokens, up to the first function inside it. */
  readonly start: number;
  readonly end: number;
  /** The ranges after functions inside it, as pairs. */
  readonly rest: readonly number[];
  /** From 0. */
  readonly line: number;
  readonly lastLine: number;
  /** The function it is in; 0 outside of all functions. */
  readonly scope: number;
}

export interface ProgramFunction extends FoundFunction {
  readonly scope: number;
  readonly parent: number;
  /** The class or object that it is a method of. */
  readonly owner: string | undefined;
}

export interface Program {
  readonly table: TokenTable;
  readonly syntax: Syntax;
  readonly statements: readonly ProgramStatement[];
  readonly functions: readonly ProgramFunction[];
  readonly classes: readonly ClassHead[];
}

const maxStatementTokens = 1_000;
const maxBlocks = 200;

export function programOf(text: string, language: ProgramLanguage, names?: Names): Program {
  const syntax = syntaxes[language];
  const table = lex(text, syntax, names);
  return syntax.blocks === 'braces' ? inBraces(table, language) : byIndent(table);
}

/** The tokens of a statement, without the functions inside it. */
export function statementTokens({ table }: Pick<Program, 'table'>, range: TokenRange): readonly Token[] {
  const tokens = tokensBetween(table, range.start, range.end);
  for (let at = 0; at < range.rest.length; at += 2)
    tokens.push(...tokensBetween(table, range.rest[at] ?? 0, range.rest[at + 1] ?? 0));
  return tokens;
}

type TokenRange = Pick<ProgramStatement, 'start' | 'end' | 'rest'>;

/** A statement that is being read. */
class Current {
  /** Closed ranges, as pairs. */
  ranges: number[] = [];
  start = -1;
  /** The last token. */
  last = -1;
  size = 0;

  add(token: number): void {
    if (this.start === -1) this.start = token;
    this.last = token;
    this.size += 1;
  }

  /** Ends the range, because a function follows. */
  interrupt(): void {
    if (this.start !== -1) this.ranges.push(this.start, this.last + 1);
    this.start = -1;
  }

  get first(): number {
    return this.ranges[0] ?? this.start;
  }

  range(): TokenRange {
    const all = this.start === -1 ? this.ranges : [...this.ranges, this.start, this.last + 1];
    return all.length === 2
      ? { start: all[0] ?? 0, end: all[1] ?? 0, rest: none }
      : { start: all[0] ?? 0, end: all[1] ?? 0, rest: all.slice(2) };
  }
}

const none: readonly number[] = [];

interface OpenBlock {
  readonly isBlock: boolean;
  readonly outer: Current;
  readonly depth: number;
  readonly scope: number;
  readonly owner: string | undefined;
}

function inBraces(table: TokenTable, language: ProgramLanguage): Program {
  const { kinds, codes, syntax, count } = table;
  const statements: ProgramStatement[] = [];
  const functions: ProgramFunction[] = [];
  const classes: ClassHead[] = [];
  const blocks: OpenBlock[] = [];
  const heads = new BlockHeads(table, language);
  let current = new Current();
  let depth = 0;
  let scope = 0;
  const end = () => {
    if (current.size === 0) return;
    pushStatement(statements, table, current, scope);
    current = new Current();
  };
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index];
    if (kind === lineEndKind) {
      if (syntax.endsAtLine && depth === 0 && current.size > 0 && !goesOn(table, current.last, index + 1))
        end();
      continue;
    }
    const mark = kind === markKind ? (codes[index] ?? 0) : 0;
    if (mark === semicolon && depth === 0) {
      end();
      continue;
    }
    if (mark === openParen || mark === openBracket) depth += 1;
    if (mark === closeParen || mark === closeBracket) depth = Math.max(0, depth - 1);
    if (mark === openBrace && blocks.length < maxBlocks) {
      const isBlock = heads.opensBlock(current, index);
      if (!isBlock) {
        blocks.push({ isBlock, outer: current, depth, scope, owner: undefined });
        current.add(index);
        depth += 1;
        continue;
      }
      const made = heads.functionBefore(current, blocks.at(-1)?.isBlock === false);
      if (made !== undefined) {
        const own = functions.length + 1;
        const around = blocks.at(-1)?.owner;
        const owner = made.owner ?? (made.before.length === 0 ? around : undefined);
        functions.push({ ...made, scope: own, parent: scope, owner });
        // A declaration is no statement; an expression goes on after the function.
        if (made.before.length > 0) current.interrupt();
        const outer = made.before.length > 0 ? current : new Current();
        blocks.push({ isBlock, outer, depth, scope, owner: undefined });
        scope = own;
      } else {
        const head = heads.classBefore(current);
        if (head !== undefined) classes.push(head);
        if (current.size > 0) pushStatement(statements, table, current, scope);
        blocks.push({ isBlock, outer: new Current(), depth, scope, owner: head?.name });
      }
      current = new Current();
      depth = 0;
      continue;
    }
    if (mark === closeBrace) {
      const block = blocks.pop();
      if (block?.isBlock === false) {
        depth = block.depth;
        current.add(index);
      } else if (block !== undefined) {
        end();
        ({ outer: current, depth, scope } = block);
      }
      continue;
    }
    current.add(index);
    if (current.size > maxStatementTokens) end();
  }
  end();
  for (const { outer, scope: own } of blocks)
    if (outer !== current && outer.size > 0) pushStatement(statements, table, outer, own);
  return { table, syntax, statements, functions, classes };
}

const semicolon = markCode(';');
const openParen = markCode('(');
const closeParen = markCode(')');
const openBracket = markCode('[');
const closeBracket = markCode(']');
const openBrace = markCode('{');
const closeBrace = markCode('}');
const arrow = markCode('=>');

function byIndent(table: TokenTable): Program {
  const { kinds, codes, starts, ends, names, syntax, count } = table;
  const statements: ProgramStatement[] = [];
  const functions: ProgramFunction[] = [];
  const classes: ClassHead[] = [];
  const open: { readonly indent: number; readonly scope: number; readonly owner: string | undefined }[] = [];
  const functionWords = new Set([...syntax.functionWords, 'async'].map((word) => names.idOf(word)));
  const classWords = new Set(['class', 'module'].map((word) => names.idOf(word)));
  let current = new Current();
  let depth = 0;
  let indent = 0;
  let nextIndent = 0;
  const scope = () => open.at(-1)?.scope ?? 0;
  const startsWith = (words: ReadonlySet<number>) =>
    kinds[current.first] === nameKind && words.has(codes[current.first] ?? -1);
  const end = () => {
    if (current.size === 0) return;
    const made = startsWith(functionWords)
      ? headerIn(statementTokens({ table }, current.range()), syntax)
      : undefined;
    if (made !== undefined && open.length < maxBlocks) {
      const own = functions.length + 1;
      functions.push({ ...made.found, scope: own, parent: scope(), owner: open.at(-1)?.owner });
      if (made.end < current.size) {
        const body = new Current();
        let seen = 0;
        for (let at = current.start; at <= current.last; at += 1) {
          if (kinds[at] === lineEndKind) continue;
          if (seen >= made.end) body.add(at);
          seen += 1;
        }
        if (body.size > 0) pushStatement(statements, table, body, own);
      }
      open.push({ indent, scope: own, owner: undefined });
    } else if (made === undefined) {
      const head = startsWith(classWords) ? classIn(statementTokens({ table }, current.range())) : undefined;
      if (head !== undefined && open.length < maxBlocks) {
        classes.push(head);
        open.push({ indent, scope: scope(), owner: head.name });
      }
      pushStatement(statements, table, current, scope());
    }
    current = new Current();
  };
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index];
    if (kind === lineEndKind) {
      nextIndent = (ends[index] ?? 0) - (starts[index] ?? 0);
      if (depth === 0 && current.size > 0 && !goesOn(table, current.last, index + 1)) end();
      continue;
    }
    const mark = kind === markKind ? (codes[index] ?? 0) : 0;
    if (mark === semicolon && depth === 0) {
      end();
      continue;
    }
    if (current.size === 0) {
      indent = nextIndent;
      while (open.length > 0 && indent <= (open.at(-1)?.indent ?? 0)) open.pop();
    }
    // A block with parameters contains statements of its own: `each { |key, value| ... }`.
    const isRubyBlock = mark === openBrace && kinds[index + 1] === markKind && codes[index + 1] === bar;
    if ((mark === openParen || mark === openBracket || mark === openBrace) && !isRubyBlock) depth += 1;
    if (mark === closeParen || mark === closeBracket || mark === closeBrace) depth = Math.max(0, depth - 1);
    current.add(index);
    if (current.size > maxStatementTokens) end();
  }
  end();
  return { table, syntax, statements, functions, classes };
}

const bar = markCode('|');

function pushStatement(
  statements: ProgramStatement[],
  { lines }: TokenTable,
  current: Current,
  scope: number,
): void {
  const { start, end, rest } = current.range();
  statements.push({ start, end, rest, line: lines[start] ?? 0, lastLine: lines[current.last] ?? 0, scope });
}

/** Whether a statement goes on after the end of the line. */
function goesOn({ kinds, codes, syntax }: TokenTable, last: number, next: number): boolean {
  if (kinds[last] === markKind) {
    const mark = codes[last] ?? 0;
    // `do |name|` ends the line in Ruby.
    if (opensMore.has(mark)) return mark !== bar || syntax.blocks === 'braces';
    if (mark === colon || mark === openBrace) return false;
  }
  return kinds[next] === markKind && goesOnWith.has(codes[next] ?? 0);
}

const colon = markCode(':');
const opensMore = new Set('= + , . ( [ & | ? => := += && || ->'.split(' ').map(markCode));
const goesOnWith = new Set('. ? -> + || &&'.split(' ').map(markCode));

/** What an opening brace is, by the statement before it. Tokens become objects only where numbers do not decide. */
class BlockHeads {
  readonly #table: TokenTable;
  readonly #language: ProgramLanguage;
  readonly #functionWords: ReadonlySet<number>;
  readonly #controls: ReadonlySet<number>;
  readonly #classWord: number;

  constructor(table: TokenTable, language: ProgramLanguage) {
    this.#table = table;
    this.#language = language;
    this.#functionWords = new Set([...table.syntax.functionWords].map((word) => table.names.idOf(word)));
    this.#controls = new Set(controlWords.map((word) => table.names.idOf(word)));
    this.#classWord = table.names.idOf('class');
  }

  opensBlock(current: Current, brace: number): boolean {
    if (current.size === 0) return true;
    const { kinds, codes, text, starts } = this.#table;
    // `$ENV{HOME}` is an element.
    if (this.#language === 'perl' && text.charCodeAt((starts[brace] ?? 0) - 1) > 32) return false;
    const kind = kinds[current.last];
    const code = codes[current.last] ?? 0;
    if (this.#language === 'go' && kinds[current.first] === nameKind)
      return this.#startsWith(current, goBlocks) || this.#has(current, this.#functionWords);
    if (kind === markKind) {
      if (endsHead.has(code)) return true;
      return (
        this.#language === 'javascript' &&
        (code === angle || code === closeBracket) &&
        this.#hasTypedHead(current)
      );
    }
    if (kind !== nameKind) return this.#language === 'javascript' && this.#hasTypedHead(current);
    if (this.#controls.has(code) || this.#controls.has(codes[current.first] ?? -1)) return true;
    if (this.#language === 'javascript') return this.#hasTypedHead(current);
    return this.#language === 'perl' || this.#has(current, this.#functionWords) || this.#isClass(current);
  }

  /** The function whose body the brace opens. */
  functionBefore(current: Current, isInObject: boolean): (FoundFunction & { owner?: string }) | undefined {
    if (current.size === 0) return undefined;
    const { kinds, codes, syntax } = this.#table;
    const isArrow = kinds[current.last] === markKind && codes[current.last] === arrow;
    const hasWord = this.#has(current, this.#functionWords);
    if (!isArrow && !hasWord) {
      if (this.#language !== 'javascript') return undefined;
      if (!isInObject && this.#controls.has(codes[current.first] ?? -1)) return undefined;
    }
    return functionIn(this.#tokens(current), syntax, isInObject);
  }

  classBefore(current: Current): ClassHead | undefined {
    return current.size > 0 && this.#isClass(current) ? classIn(this.#tokens(current)) : undefined;
  }

  #hasTypedHead(current: Current): boolean {
    if (this.#isClass(current)) return isClassHead(this.#tokens(current));
    return this.#hasColon(current) && hasResultType(this.#tokens(current));
  }

  /** The last tokens before the brace; a head is not longer. */
  #tokens(current: Current): readonly Token[] {
    if (current.ranges.length === 0)
      return tokensBetween(this.#table, Math.max(current.start, current.last - maxHead), current.last + 1);
    return statementTokens({ table: this.#table }, current.range()).slice(-maxHead);
  }

  #startsWith({ first }: Current, words: ReadonlySet<string>): boolean {
    const { text, starts, ends } = this.#table;
    return words.has(text.slice(starts[first], ends[first]));
  }

  #isClass({ first, last }: Current): boolean {
    const { kinds, codes } = this.#table;
    for (let at = first; at < first + 4 && at <= last; at += 1)
      if (kinds[at] === nameKind && codes[at] === this.#classWord) return true;
    return false;
  }

  #hasColon(current: Current): boolean {
    const { kinds, codes } = this.#table;
    for (let at = current.last; at >= current.first && at > current.last - 80; at -= 1)
      if (kinds[at] === markKind && codes[at] === colon) return true;
    return false;
  }

  #has(current: Current, words: ReadonlySet<number>): boolean {
    const { kinds, codes } = this.#table;
    const within = (from: number, to: number) => {
      for (let at = to; at >= from; at -= 1)
        if (kinds[at] === nameKind && words.has(codes[at] ?? -1)) return true;
      return false;
    };
    if (current.start !== -1 && within(current.start, current.last)) return true;
    for (let at = 0; at < current.ranges.length; at += 2)
      if (within(current.ranges[at] ?? 0, (current.ranges[at + 1] ?? 0) - 1)) return true;
    return false;
  }
}

const maxHead = 200;
const angle = markCode('>');
const endsHead = new Set(') => } ;'.split(' ').map(markCode));
const goBlocks = new Set('if for func switch else type select go defer'.split(' '));
const controlWords =
  'if for while switch catch else elseif elsif foreach unless until with do try finally class interface'.split(
    ' ',
  );
