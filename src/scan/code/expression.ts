/*
 * A statement as a tree of brackets: calls with their arguments, lists, objects. A part under a key (`json=`, `body:`,
 * `'Authorization' =>`) knows the key, because what is sent under a header is something else than what is sent as content.
 */

import type { Token } from './tokens.js';

export interface Part {
  readonly kind: 'name' | 'string' | 'number' | 'mark' | 'group';
  readonly text: string;
  readonly line: number;
  /** The keyword or key under which the part is, within its brackets. */
  readonly key: string | undefined;
  readonly group: Group | undefined;
  /** The parts of the expressions inside a string. */
  readonly inside: readonly Part[] | undefined;
  /** A string that is run as a command. */
  readonly isCommand: boolean;
}

export interface Group {
  readonly open: '(' | '[' | '{';
  /** The name that is called or indexed; of a method of an expression, with a dot before it. */
  readonly of: string | undefined;
  readonly parts: readonly Part[];
}

const maxDepth = 16;

export function partsOf(tokens: readonly Token[]): readonly Part[] {
  const top: Part[] = [];
  const stack: { readonly parts: Part[]; readonly close: string; key: string | undefined }[] = [
    { parts: top, close: '', key: undefined },
  ];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const level = stack.at(-1);
    if (token === undefined || level === undefined) continue;
    const { kind, text, line } = token;
    const isMark = kind === 'mark';
    if (isMark && closings[text] !== undefined && stack.length < maxDepth) {
      const before = level.parts.at(-1);
      const of = calleeOf(level.parts, before, token);
      const parts: Part[] = [];
      const group: Group = { open: text as Group['open'], of, parts };
      level.parts.push({
        kind: 'group',
        text,
        line,
        key: level.key,
        group,
        inside: undefined,
        isCommand: false,
      });
      stack.push({ parts, close: closings[text] ?? '', key: undefined });
      continue;
    }
    if (isMark && stack.length > 1 && text === level.close) {
      stack.pop();
      continue;
    }
    if (isMark && text === ',') level.key = undefined;
    if (isMark && isKeyMark(text, stack.length)) {
      const before = level.parts.at(-1);
      if (before?.kind === 'name' || before?.kind === 'string') level.key = before.text;
    }
    level.parts.push({
      kind: isMark ? 'mark' : kind,
      text,
      line,
      key: level.key,
      group: undefined,
      inside: token.inside === undefined ? undefined : partsOf(token.inside),
      isCommand: token.isCommand,
    });
  }
  return top;
}

const closings: Readonly<Record<string, string | undefined>> = { '(': ')', '[': ']', '{': '}' };

/** Outside of brackets, `=` is an assignment and `:` a type. */
function isKeyMark(mark: string, depth: number): boolean {
  return depth > 1 && (mark === ':' || mark === '=' || mark === '=>');
}

function calleeOf(
  parts: readonly Part[],
  before: Part | undefined,
  { text, isApart }: Token,
): string | undefined {
  if (before?.kind !== 'name') return undefined;
  if (text === '{' || (text === '[' && isApart === true)) return undefined;
  const dot = parts.at(-2);
  return dot?.kind === 'mark' && /^(?:\??\.|->|&\.)$/.test(dot.text) ? `.${before.text}` : before.text;
}
