/*
 * Parses shell text into pipelines of commands: words without their quotes, redirections, here-documents, and the
 * commands inside `$(...)`, backticks and `<(...)`. The parser makes one pass and never fails: what it does not
 * understand is a word. It expands nothing and runs nothing.
 */

import { type CharacterSet, charactersLike } from '../../package/lines.js';

export interface ShellPipeline {
  readonly commands: readonly ShellCommand[];
}

export interface ShellCommand {
  readonly words: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** The commands inside substitutions in the words and redirections. */
  readonly inner: readonly InnerPipeline[];
  /** The line within the text, from 0. */
  readonly line: number;
}

export interface ShellRedirect {
  readonly kind: 'write' | 'append' | 'read' | 'text';
  /** A file, or the text of a here-document. */
  readonly target: string;
}

interface InnerPipeline extends ShellPipeline {
  /** Whether it is `<(...)`, which stands for a file; the others stand for their output. */
  readonly asFile: boolean;
}

/** Deeper substitutions are plain words, so that recursion is bounded. */
const maxDepth = 12;
const maxInner = 200;

/** A pattern, and its possible first characters: a lookup of the first is faster than a failed match. */
interface Token {
  readonly pattern: RegExp;
  readonly first: CharacterSet;
}

const blank = token(/(?:[ \t\r]|\\\r?\n)+/y, /[ \t\r\\]/);
const comment = token(/#[^\n]*/y, /#/);
const operator = token(/&&|\|\||;;|\|&|&(?![>&])|[;|\n(){}]/y, /[&|;\n(){}]/);
const descriptor = token(/\d*[<>]&[\d-]+/y, /[\d<>]/);
const redirection = token(/\d*>>|&>>|\d*>\||&>|\d*>&|<<<|<<-?|\d*<(?!\()|\d*>(?!\()/y, /[\d<>&]/);
const plain = token(/[^\s'"\\`$;&|<>(){}]+/y, /[^\s'"\\`$;&|<>(){}]/);
const singleQuoted = token(/'([^']*)'/y, /'/);
const apostrophe = token(/'(?![^'\n]*')/y, /'/);
const maxBraced = 202;
const braced = token(/\$\{[^}\n]{0,200}\}|\{[^\s{}]{0,200}\}/y, /[${]/);
const insideDouble = token(/[^"\\`$]+/y, /[^"\\`$]/);
const opening = token(/\$\((?!\()|[<>]\(/y, /[$<>]/);

const none: readonly never[] = [];

/** A name of a program, a variable or a file has one of these; `.` and `:` are programs too. */
const nameable = /[\p{L}\d_.:~*?@!%+-]/u;

function token(pattern: RegExp, first: RegExp): Token {
  return { pattern, first: charactersLike(first) };
}

export function parseShell(source: string): readonly ShellPipeline[] {
  const found: ShellPipeline[] = [];
  readShell(source, (pipeline) => found.push(pipeline));
  return found;
}

/** Visits each pipeline as soon as it is read, so that a long script needs little memory. */
export function readShell(source: string, visit: (pipeline: ShellPipeline) => void): void {
  const text = source.replace(/\$\{IFS\}|\$IFS\b/g, ' ');
  let position = 0;
  let line = 0;
  let newline = text.indexOf('\n');
  let waiting: { readonly end: string; readonly redirects: ShellRedirect[] }[] = [];

  const take = (token: Token): string | undefined => {
    const start = position;
    return pass(token) ? text.slice(start, position) : undefined;
  };
  const pass = ({ pattern, first }: Token): boolean => {
    if (first[text.charCodeAt(position)] === false) return false;
    pattern.lastIndex = position;
    if (!pattern.test(text)) return false;
    advance(pattern.lastIndex - position);
    return true;
  };
  // Where the next closing brace is: without one, every opening brace would be searched for its end.
  let closing = text.indexOf('}');
  const takeBraced = (): string | undefined => {
    if (closing !== -1 && closing < position) closing = text.indexOf('}', position);
    return closing === -1 || closing > position + maxBraced ? undefined : take(braced);
  };
  const advance = (length: number) => {
    position += length;
    for (; newline !== -1 && newline < position; newline = text.indexOf('\n', newline + 1)) line += 1;
  };

  function pipelines(depth: number, found: (pipeline: ShellPipeline) => void): void {
    let commands: ShellCommand[] = [];
    let words: string[] = [];
    let redirects: ShellRedirect[] = [];
    let inner: InnerPipeline[] = [];
    let startLine = line;
    let parentheses = 0;
    let isAfterPipe = false;
    let awaitsText = false;
    // A list that stayed empty is used again: a text may contain a command for every few characters.
    const endCommand = () => {
      // Signs alone are no command, and texts full of them are many.
      const isCommand = redirects.length > 0 || inner.length > 0 || words.some((word) => nameable.test(word));
      if (isCommand || awaitsText) {
        commands.push({
          words,
          redirects: redirects.length > 0 || awaitsText ? redirects : none,
          inner: inner.length > 0 ? inner : none,
          line: startLine,
        });
      }
      if (words.length > 0) words = [];
      if (redirects.length > 0 || awaitsText) redirects = [];
      if (inner.length > 0) inner = [];
      awaitsText = false;
    };
    const endPipeline = () => {
      endCommand();
      if (commands.length > 0) found({ commands });
      commands = [];
    };
    while (position < text.length) {
      if (pass(blank) || pass(comment) || pass(descriptor)) continue;
      if (words.length === 0 && redirects.length === 0) startLine = line;
      const redirect = take(redirection);
      if (redirect !== undefined) {
        pass(blank);
        const target = word(depth, inner);
        if (redirect === '<<' || redirect === '<<-') {
          waiting.push({ end: target, redirects });
          awaitsText = true;
        } else redirects.push({ kind: redirectKind(redirect), target });
        continue;
      }
      const placeholder = takeBraced();
      if (placeholder !== undefined) {
        words.push(placeholder + word(depth, inner));
        continue;
      }
      const symbol = take(operator);
      if (symbol === undefined) {
        const start = position;
        words.push(word(depth, inner));
        // A character that starts nothing, such as a bracket too deep, is skipped, so that there is always progress.
        if (position === start) advance(1);
        continue;
      }
      if (symbol === '(') parentheses += 1;
      if (symbol === ')') {
        if (depth > 0 && parentheses === 0) break;
        parentheses -= 1;
      }
      // A closing bracket may be followed by a pipe, so the commands inside stay in the same pipeline.
      // So does what follows on the next line when a pipe ends this one.
      const isPipe = symbol === '|' || symbol === '|&';
      const goesOn: boolean = symbol === '\n' && isAfterPipe && words.length === 0 && redirects.length === 0;
      if (isPipe || symbol === ')' || symbol === '}') endCommand();
      else if (!goesOn) endPipeline();
      isAfterPipe = isPipe || goesOn;
      if (symbol === '\n') hereDocuments();
    }
    endPipeline();
  }

  function word(depth: number, inner: InnerPipeline[]): string {
    let result = '';
    while (position < text.length) {
      const part = take(plain) ?? takeBraced() ?? substitution(depth, inner) ?? quoted(depth, inner);
      if (part === undefined) break;
      result += part;
    }
    return result;
  }

  function quoted(depth: number, inner: InnerPipeline[]): string | undefined {
    const first = text.charAt(position);
    if (first === "'") {
      if (pass(apostrophe)) return restOfOpenQuote();
      return take(singleQuoted)?.slice(1, -1);
    }
    if (first === '\\') {
      const escaped = text.charAt(position + 1);
      advance(2);
      return escaped;
    }
    if (first === '$') {
      advance(1);
      return '$';
    }
    return first === '"' ? doubleQuoted(depth, inner) : undefined;
  }

  /** A quote that does not end on its line spans several lines after `=` or a blank, else it is an apostrophe. */
  function restOfOpenQuote(): string {
    if (/[\w.!?]/.test(text.charAt(position - 2))) return "'";
    const end = text.indexOf("'", position);
    if (end === -1) return "'";
    const rest = text.slice(position, end);
    advance(rest.length + 1);
    return rest;
  }

  function doubleQuoted(depth: number, inner: InnerPipeline[]): string {
    let result = '';
    advance(1);
    while (position < text.length) {
      const inside = take(insideDouble) ?? substitution(depth, inner);
      if (inside !== undefined) {
        result += inside;
        continue;
      }
      const character = text.charAt(position);
      if (character === '\\') {
        const escaped = text.charAt(position + 1);
        result += /[$`"\\]/.test(escaped) ? escaped : escaped === '\n' ? '' : `\\${escaped}`;
        advance(2);
        continue;
      }
      advance(1);
      if (character === '"') break;
      result += character;
    }
    return result;
  }

  function substitution(depth: number, inner: InnerPipeline[]): string | undefined {
    if (depth >= maxDepth) return undefined;
    const start = take(opening);
    if (start !== undefined) {
      pipelines(depth + 1, ({ commands }) => {
        // More than anybody writes: they are read on their own, so that none is missed and none is kept.
        if (inner.length < maxInner) inner.push({ commands, asFile: start !== '$(' });
        else visit({ commands });
      });
      return '$()';
    }
    if (text.charAt(position) !== '`') return undefined;
    const end = text.indexOf('`', position + 1);
    const content = text.slice(position + 1, end === -1 ? text.length : end);
    advance(content.length + 2);
    for (const { commands } of parseShell(content)) {
      inner.push({ commands: commands.map((command) => ({ ...command, line })), asFile: false });
    }
    return '$()';
  }

  function hereDocuments(): void {
    for (const { end, redirects } of waiting) {
      const start = position;
      let bodyEnd = text.length;
      while (position < text.length) {
        const lineEnd = newline === -1 ? text.length : newline;
        const isEnd = text.slice(position, lineEnd).trim() === end;
        if (isEnd) bodyEnd = position;
        advance(lineEnd + 1 - position);
        if (isEnd) break;
      }
      redirects.push({ kind: 'text', target: text.slice(start, bodyEnd) });
    }
    waiting = [];
  }

  // The text of a here-document follows its pipeline, so the pipeline waits for it.
  let unfinished: ShellPipeline[] = [];
  const finish = () => {
    for (const pipeline of unfinished) visit(pipeline);
    unfinished = [];
  };
  pipelines(0, (pipeline) => {
    if (waiting.length === 0) finish();
    unfinished.push(pipeline);
  });
  finish();
}

function redirectKind(symbol: string): ShellRedirect['kind'] {
  if (symbol === '<<<') return 'text';
  if (symbol.includes('>>')) return 'append';
  return symbol.includes('>') ? 'write' : 'read';
}
