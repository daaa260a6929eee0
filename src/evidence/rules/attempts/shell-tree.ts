/*
 * The structure of shell text: lists of pipelines of commands, with groups, loops and branches. It decides which exit code
 * a command contributes to. Any text has a structure: a missing end is the end of the text, an unexpected word is skipped.
 */

import { type Redirection, type ShellToken, shellTokens } from './shell-tokens.js';
import type { ShellWord } from './shell-word.js';

/** Pipelines in order. */
export type ShellList = readonly ShellPipeline[];

export interface ShellPipeline {
  /** How it is joined to the one before; a line end is `;`. */
  readonly join: '' | '&&' | '||' | ';' | '&';
  /** Whether `&` follows it. */
  readonly isBackground: boolean;
  readonly commands: readonly ShellNode[];
}

export type ShellNode = SimpleNode | CompoundNode;

export interface SimpleNode {
  readonly kind: 'simple';
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
}

export interface CompoundNode {
  readonly kind: 'subshell' | 'group' | 'loop' | 'branch' | 'function';
  /** What is run to decide; its exit code is used up. */
  readonly condition: ShellList;
  /** Shell texts that are run for the words of a loop. */
  readonly substitutions: readonly string[];
  readonly body: ShellList;
}

/** Deeper groups are read as words. */
const maxDepth = 12;

export function shellTree(text: string): ShellList {
  return new Reader(shellTokens(text)).list(0, noEnds);
}

const noEnds: ReadonlySet<string> = new Set();
const closers: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}']);

class Reader {
  readonly #tokens: readonly ShellToken[];
  #at = 0;

  constructor(tokens: readonly ShellToken[]) {
    this.#tokens = tokens;
  }

  /** Reads up to one of the ends, which is not consumed, or to the end of the text. */
  list(depth: number, ends: ReadonlySet<string>): ShellList {
    const pipelines: ShellPipeline[] = [];
    let join: ShellPipeline['join'] = '';
    while (this.#at < this.#tokens.length) {
      const end = this.#reserved();
      if (end !== undefined && ends.has(end)) break;
      const operator = this.#operator();
      if (operator === undefined && end !== undefined && closers.has(end)) this.#at += 1;
      else if (operator === undefined || operator === '(') {
        const commands = this.#pipeline(depth);
        if (commands.length > 0) pipelines.push({ join, isBackground: this.#operator() === '&', commands });
        join = ';';
      } else {
        if (operator === '&&' || operator === '||' || operator === '&') join = operator;
        // A line end after `&&` continues the list.
        else if (join !== '&&' && join !== '||') join = join === '&' ? '&' : ';';
        this.#at += 1;
      }
    }
    const first = pipelines[0];
    return first === undefined ? [] : [{ ...first, join: '' }, ...pipelines.slice(1)];
  }

  /** A reserved word or closing operator at the present position. */
  #reserved(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind === 'word') return token.isQuoted ? undefined : token.text;
    return token?.kind === 'operator' ? token.text : undefined;
  }

  #operator(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === 'operator' ? token.text : undefined;
  }

  #pipeline(depth: number): readonly ShellNode[] {
    const commands: ShellNode[] = [];
    while (this.#at < this.#tokens.length) {
      const node = this.#command(depth);
      if (node !== undefined) commands.push(node);
      if (this.#operator() !== '|') break;
      this.#at += 1;
      while (this.#operator() === ';') this.#at += 1;
    }
    return commands;
  }

  #command(depth: number): ShellNode | undefined {
    while (this.#reserved() === '!' || this.#reserved() === 'coproc') this.#at += 1;
    if (depth >= maxDepth) return this.#simple();
    const start = this.#at;
    switch (this.#reserved()) {
      case '(':
        return this.#isArithmetic() ? this.#arithmetic() : this.#enclosed('subshell', depth, ')');
      case '{':
        return this.#enclosed('group', depth, '}');
      case 'if':
        return this.#branch(depth);
      case 'while':
      case 'until':
        this.#at += 1;
        return this.#loop(depth, { condition: this.list(depth + 1, new Set(['do'])), substitutions: [] });
      case 'for':
      case 'select':
        this.#skipTo('do');
        return this.#loop(depth, {
          condition: [],
          substitutions: substitutionsIn(this.#tokens.slice(start, this.#at)),
        });
      case 'case':
        return this.#cases(depth);
      case 'function':
        this.#skipTo('{', '(');
        return this.#functionBody(depth);
    }
    const [name, open, close] = this.#tokens.slice(start, start + 3);
    if (name?.kind === 'word' && isOperator(open, '(') && isOperator(close, ')')) {
      this.#at += 3;
      return this.#functionBody(depth);
    }
    return this.#simple();
  }

  #enclosed(kind: 'subshell' | 'group' | 'function', depth: number, end: string): CompoundNode {
    this.#at += 1;
    const body = this.list(depth + 1, new Set([end]));
    this.#at += 1;
    this.#skipRedirections();
    return { kind, condition: [], substitutions: [], body };
  }

  #functionBody(depth: number): CompoundNode | undefined {
    while (this.#operator() === ';' || this.#operator() === ')') this.#at += 1;
    if (this.#reserved() === '{') return this.#enclosed('function', depth, '}');
    return this.#reserved() === '(' ? this.#enclosed('function', depth, ')') : undefined;
  }

  #loop(depth: number, head: Pick<CompoundNode, 'condition' | 'substitutions'>): CompoundNode {
    if (this.#reserved() === 'do') this.#at += 1;
    const body = this.list(depth + 1, new Set(['done']));
    this.#at += 1;
    this.#skipRedirections();
    return { kind: 'loop', ...head, body };
  }

  /** All branches in one body, because it is unknown which one ran. */
  #branch(depth: number): CompoundNode {
    const condition: ShellPipeline[] = [];
    const body: ShellPipeline[] = [];
    while (this.#at < this.#tokens.length && this.#reserved() !== 'fi') {
      const isBody = this.#reserved() === 'then' || this.#reserved() === 'else';
      this.#at += 1;
      const part = this.list(depth + 1, new Set(['then', 'elif', 'else', 'fi']));
      (isBody ? body : condition).push(...part);
    }
    this.#at += 1;
    this.#skipRedirections();
    return { kind: 'branch', condition, substitutions: [], body };
  }

  #cases(depth: number): CompoundNode {
    this.#skipTo('in');
    this.#at += 1;
    const body: ShellPipeline[] = [];
    while (this.#at < this.#tokens.length && this.#reserved() !== 'esac') {
      // A pattern ends with a parenthesis.
      this.#skipTo(')', 'esac');
      if (this.#operator() === ')') this.#at += 1;
      body.push(...this.list(depth + 1, new Set([';;', 'esac'])));
      if (this.#operator() === ';;') this.#at += 1;
      while (this.#operator() === ';') this.#at += 1;
    }
    this.#at += 1;
    return { kind: 'branch', condition: [], substitutions: [], body };
  }

  #simple(): SimpleNode | undefined {
    const words: ShellWord[] = [];
    const redirections: Redirection[] = [];
    const isTest = this.#reserved() === '[[';
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (token === undefined || (token.kind === 'operator' && !(isTest && !token.isLineEnd))) break;
      this.#at += 1;
      if (token.kind === 'redirection') redirections.push(token);
      else if (token.kind === 'word') words.push(token);
      else words.push({ kind: 'word', text: token.text, raw: token.text, isQuoted: false, inner: [] });
      if (isTest && token.kind === 'word' && token.text === ']]') break;
    }
    // An operator that cannot be here is skipped, so that there is always progress.
    if (words.length === 0 && redirections.length === 0) {
      this.#at += 1;
      return undefined;
    }
    return { kind: 'simple', words, redirections };
  }

  #isArithmetic(): boolean {
    return isOperator(this.#tokens[this.#at + 1], '(');
  }

  #arithmetic(): undefined {
    while (this.#at < this.#tokens.length) {
      const closes = isOperator(this.#tokens[this.#at], ')') && isOperator(this.#tokens[this.#at + 1], ')');
      this.#at += closes ? 2 : 1;
      if (closes) break;
    }
    return undefined;
  }

  #skipTo(...ends: readonly string[]): void {
    while (this.#at < this.#tokens.length && !ends.includes(this.#reserved() ?? '')) this.#at += 1;
  }

  #skipRedirections(): void {
    while (this.#tokens[this.#at]?.kind === 'redirection') this.#at += 1;
  }
}

function isOperator(token: ShellToken | undefined, text: string): boolean {
  return token?.kind === 'operator' && token.text === text;
}

/** What the words of a loop run: `for x in $(...)`. */
function substitutionsIn(tokens: readonly ShellToken[]): readonly string[] {
  return tokens.flatMap((token) => (token.kind === 'word' ? token.inner : []));
}
