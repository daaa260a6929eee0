/*
 * Where things are in a JSON text, for edits that leave every other byte alone. Comments and commas at the end of a
 * list are let through, as editors of settings files do; anything else that is not JSON is a fault with its place.
 */

import { byteOrderMark } from '../utf8.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

export type JsonNode = JsonContainer | JsonScalar;

export interface JsonContainer extends Span {
  readonly kind: 'object' | 'array';
  readonly items: readonly JsonItem[];
  /** Something between its brackets is neither an item nor blank. */
  readonly hasComments: boolean;
}

export interface JsonScalar extends Span {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** An item of a list, or a member of an object from its key to the end of its value. */
export interface JsonItem extends Span {
  readonly key: string | undefined;
  readonly value: JsonNode;
  /** Where the blanks before it begin: behind the bracket, the comma or the comment that it follows. */
  readonly gapStart: number;
  /** Of the comma behind it; undefined when there is none. */
  readonly comma: number | undefined;
}

/** Where a text stops being JSON; lines and columns count from 1. */
export interface JsonFault {
  readonly kind: 'fault';
  readonly line: number;
  readonly column: number;
  /** A clause: "a value was expected". */
  readonly reason: string;
}

export function parseJsonText(text: string): JsonNode | JsonFault {
  try {
    return new Parser(text).document();
  } catch (error) {
    if (error instanceof NotJson) return error.fault;
    throw error;
  }
}

class NotJson extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

const maxDepth = 200;

const tokens = {
  blanks: /[ \t\r\n]*/y,
  comment: /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y,
  string: /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y,
  scalar: /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y,
} as const;

class Parser {
  readonly #text: string;
  #at = 0;
  #comments = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    if (this.#text.startsWith(byteOrderMark)) this.#at = 1;
    this.#skip();
    const node = this.#node(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#refusal('the end of the file was expected');
    return node;
  }

  #node(depth: number): JsonNode {
    if (depth > maxDepth) throw this.#refusal('it is nested too deeply');
    const start = this.#at;
    if (this.#take('{')) return this.#container('object', start, depth);
    if (this.#take('[')) return this.#container('array', start, depth);
    const spelled = this.#match(tokens.string) || this.#match(tokens.scalar);
    if (spelled === '') throw this.#refusal('a value was expected');
    return { kind: 'scalar', value: JSON.parse(spelled), start, end: this.#at };
  }

  #container(kind: JsonContainer['kind'], start: number, depth: number): JsonContainer {
    const close = kind === 'object' ? '}' : ']';
    const items: JsonItem[] = [];
    let hasComments = false;
    const skip = () => {
      const before = this.#comments;
      const gapStart = this.#skip();
      hasComments ||= this.#comments > before;
      return gapStart;
    };
    for (;;) {
      const gapStart = skip();
      if (this.#take(close)) return { kind, items, hasComments, start, end: this.#at };
      const itemStart = this.#at;
      let key: string | undefined;
      if (kind === 'object') {
        key = this.#key();
        skip();
        if (!this.#take(':')) throw this.#refusal('a colon was expected');
        skip();
      }
      const value = this.#node(depth + 1);
      skip();
      const comma = this.#take(',') ? this.#at - 1 : undefined;
      items.push({ key, value, gapStart, start: itemStart, end: value.end, comma });
      if (comma !== undefined) continue;
      if (!this.#take(close)) throw this.#refusal(`a comma or ${close} was expected`);
      return { kind, items, hasComments, start, end: this.#at };
    }
  }

  #key(): string {
    const spelled = this.#match(tokens.string);
    if (spelled === '') throw this.#refusal('a key in double quotes was expected');
    return JSON.parse(spelled);
  }

  /** Passes over blanks and comments; where the last blanks of them begin. */
  #skip(): number {
    for (;;) {
      const gapStart = this.#at;
      this.#match(tokens.blanks);
      if (this.#match(tokens.comment) === '') return gapStart;
      this.#comments += 1;
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #refusal(reason: string): NotJson {
    const before = this.#text.slice(0, this.#at).split(/\r\n|[\r\n]/);
    return new NotJson({
      kind: 'fault',
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      reason,
    });
  }
}
