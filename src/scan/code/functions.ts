/*
 * The heads of functions and classes: names, parameters without their types, and what a class extends.
 */

import { type Syntax, syntaxes } from './syntax.js';
import type { Token } from './tokens.js';

export interface FoundFunction {
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  /** What is before the function in the same statement, such as the list whose elements it is called with. */
  readonly before: readonly Token[];
}

export interface Parameter {
  readonly name: string;
  /** Which argument it gets, from 0; an argument that is unpacked has several names. */
  readonly position: number;
}

export interface ClassHead {
  readonly name: string;
  readonly bases: readonly string[];
}

/** The class that `class Name extends Base` or `class Name(Base)` starts. */
export function classIn(tokens: readonly Token[]): ClassHead | undefined {
  const at = tokens.findIndex(({ kind, text }) => kind === 'name' && /^(?:class|module)$/.test(text));
  const name = tokens[at + 1];
  if (at === -1 || name?.kind !== 'name') return undefined;
  const bases = namesIn(tokens.slice(at + 2, at + 12)).filter(
    (each) => !/^(?:extends|implements|metaclass)$/.test(each),
  );
  return { name: name.text, bases };
}

/** `export abstract class Name<Type> extends Other`, before its brace. */
export function isClassHead(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const isEnd = last?.kind === 'name' || last?.text === '>';
  return isEnd && tokens.slice(0, 4).some(isWord('class'));
}

/** Whether the tokens end with the type of a result. */
export function hasResultType(tokens: readonly Token[]): boolean {
  return withoutResultType(tokens) !== tokens;
}

/** The tokens of `(a: string): Promise<string>` up to the bracket; the same tokens if they do not end with a type. */
function withoutResultType(tokens: readonly Token[]): readonly Token[] {
  let angles = 0;
  for (let at = tokens.length - 1; at > 0 && at >= tokens.length - maxTypeTokens; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind === 'mark' && text === ':') {
      const before = tokens[at - 1];
      if (before?.kind === 'mark' && before.text === ')' && at < tokens.length - 1 && angles === 0)
        return tokens.slice(0, at);
    } else if (kind === 'mark' && !typeMarks.has(text)) return tokens;
    if (text === '>') angles += 1;
    if (text === '<') angles -= 1;
    if (angles < 0) return tokens;
  }
  return tokens;
}

const maxTypeTokens = 60;
const typeMarks = new Set('< > [ ] { } , | & . ;'.split(' '));

function isWord(word: string): (token: Token) => boolean {
  return (token) => token.kind === 'name' && token.text === word;
}

/** The function whose body starts after these tokens; an object may contain methods without a word before them. */
export function functionIn(
  tokens: readonly Token[],
  syntax: Syntax,
  isInObject: boolean,
): (FoundFunction & { readonly owner?: string }) | undefined {
  const at = tokens.findLastIndex(({ kind, text }) => kind === 'name' && syntax.functionWords.has(text));
  const last = tokens.at(-1);
  if (last?.kind === 'mark' && last.text === '=>') {
    const head = withoutResultType(tokens.slice(0, -1));
    const start = head.at(-1)?.text === ')' ? openingOf(head, head.length - 1) : head.length - 1;
    const before = head.slice(0, Math.max(0, start));
    const parameters = untyped(head.slice(Math.max(0, start)));
    return { name: assignedName(before), parameters, before, ...ownerIn(before) };
  }
  if (at !== -1) {
    const close = tokens.findIndex(({ text, kind }, index) => index > at && kind === 'mark' && text === ')');
    const open = tokens.findIndex(({ text, kind }, index) => index > at && kind === 'mark' && text === '(');
    const receiverEnd = open === at + 1 && syntax.functionWords.has('func') ? close : at;
    const named = tokens[receiverEnd + 1];
    const start =
      receiverEnd === at
        ? open
        : tokens.findIndex(({ text, kind }, index) => index > close && kind === 'mark' && text === '(');
    const end = start === -1 ? -1 : closingOf(tokens, start);
    const before = tokens
      .slice(0, at)
      .filter(({ text }) => !/^(?:async|export|default|public|private|protected|static)$/.test(text));
    const name = named?.kind === 'name' ? named.text : assignedName(before);
    const list = start === -1 ? [] : tokens.slice(start, end);
    const receiver = receiverEnd === at ? undefined : namesIn(tokens.slice(open, close)).at(-1);
    const parameters = isJavaScript(syntax) ? untyped(list) : listed(list);
    return {
      name,
      parameters,
      before,
      ...(receiver === undefined ? ownerIn(before) : { owner: receiver }),
    };
  }
  if (!isJavaScript(syntax)) return undefined;
  const head = withoutResultType(tokens);
  if (isInObject) return methodIn(head);
  const start = head.findIndex(({ text }) => !beforeMethod.test(text));
  const [first, second] = head.slice(Math.max(0, start));
  const isMethod =
    first?.kind === 'name' && !controls.has(first.text) && second?.text === '(' && head.at(-1)?.text === ')';
  return isMethod ? { name: first.text, parameters: untyped(head.slice(start + 1)), before: [] } : undefined;
}

/** `{ name(a, b)`, as the last of the members of an object. */
function methodIn(head: readonly Token[]): (FoundFunction & { readonly owner?: string }) | undefined {
  if (head.at(-1)?.text !== ')') return undefined;
  const open = openingOf(head, head.length - 1);
  const name = head[open - 1];
  let at = open - 2;
  while (at > 0 && beforeMethod.test(head[at]?.text ?? '')) at -= 1;
  if (name?.kind !== 'name' || !/^[{,}]$/.test(head[at]?.text ?? '')) return undefined;
  const before = head.slice(0, at + 1);
  return { name: name.text, parameters: untyped(head.slice(open)), before, ...ownerIn(before) };
}

/** The variable of an object that the function is a member of. */
function ownerIn(before: readonly Token[]): { readonly owner?: string } {
  const last = before.at(-1);
  if (last?.kind !== 'mark' || !/^[:{,}]$/.test(last.text)) return {};
  const at = before.findIndex(({ kind, text }) => kind === 'mark' && text === '=');
  const name = before[at - 1];
  return at > 0 && name?.kind === 'name' ? { owner: name.text } : {};
}

const controls = new Set('if for while switch catch with'.split(' '));
const beforeMethod = /^(?:async|static|public|private|protected|override|readonly|get|set|[#*])$/;

function isJavaScript(syntax: Syntax): boolean {
  return syntax === syntaxes.javascript;
}

/** The names of a list of parameters without the types after their colons. */
function untyped(tokens: readonly Token[]): readonly Parameter[] {
  const found: Parameter[] = [];
  let depth = 0;
  let angles = 0;
  let position = 0;
  let isType = false;
  for (const { kind, text } of tokens) {
    if (kind === 'mark') {
      if ('([{'.includes(text)) depth += 1;
      if (')]}'.includes(text)) depth -= 1;
      if (isType && text === '<') angles += 1;
      if (isType && text === '>') angles -= 1;
      if (depth > 1 || angles > 0) continue;
      if (text === ':') isType = true;
      if (text === ',' || text === '=') isType = false;
      if (text === ',') position += 1;
    } else if (kind === 'name' && !isType) found.push({ name: text, position });
  }
  return found;
}

/** All names of a list of parameters. */
function listed(tokens: readonly Token[]): readonly Parameter[] {
  const found: Parameter[] = [];
  let position = 0;
  for (const { kind, text } of tokens) {
    if (kind === 'mark' && text === ',') position += 1;
    if (kind === 'name') found.push({ name: text, position });
  }
  return found;
}

/** A function that is marked by indentation, and where its header ends. */
export function headerIn(
  tokens: readonly Token[],
  syntax: Syntax,
): { found: FoundFunction; end: number } | undefined {
  const at = tokens[0]?.text === 'async' ? 1 : 0;
  const word = tokens[at];
  const named = tokens[at + 1];
  if (word?.kind !== 'name' || !syntax.functionWords.has(word.text) || named?.kind !== 'name')
    return undefined;
  const open = tokens[at + 2]?.text === '(' ? at + 2 : -1;
  const close = open === -1 ? at + 1 : closingOf(tokens, open);
  const colon = tokens.findIndex(
    ({ kind, text }, index) => index >= close && kind === 'mark' && text === ':',
  );
  const parameters = open === -1 ? listed(tokens.slice(at + 2)) : parametersIn(tokens.slice(open, close));
  const name = named.text.replace(/^self\./, '');
  return { found: { name, parameters, before: [] }, end: colon === -1 ? tokens.length : colon + 1 };
}

/** The first name after each comma, without types and defaults. */
function parametersIn(tokens: readonly Token[]): readonly Parameter[] {
  const found: Parameter[] = [];
  let isStart = true;
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind === 'mark' && '([{'.includes(text)) depth += 1;
    if (kind === 'mark' && ')]}'.includes(text)) depth -= 1;
    if (kind === 'mark' && text === ',' && depth === 1) isStart = true;
    if (kind !== 'name' || !isStart) continue;
    isStart = false;
    if (text !== 'self' && text !== 'cls') found.push({ name: text, position: found.length });
  }
  return found;
}

function namesIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
}

function assignedName(tokens: readonly Token[]): string | undefined {
  const at = tokens.findLastIndex(
    ({ kind, text }) => kind === 'mark' && (text === '=' || text === ':' || text === ':='),
  );
  const name = at > 0 ? tokens[at - 1] : undefined;
  return name?.kind === 'name' ? name.text : undefined;
}

function openingOf(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind !== 'mark') continue;
    if (text === ')') depth += 1;
    if (text === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind !== 'mark') continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}
