/*
 * Splits the tokens of a program into statements, each with the function it is in. Blocks are found by braces or by
 * indentation, as the language has them. A function that is written inside an expression interrupts its statement.
 */

import { type ProgramLanguage, type Syntax, syntaxes } from './syntax.js';
import { type Token, tokensOf } from './tokens.js';

export interface ProgramStatement {
  readonly tokens: readonly Token[];
  /** From 0. */
  readonly line: number;
  readonly lastLine: number;
  /** The function it is in; 0 outside of all functions. */
  readonly scope: number;
}

export interface ProgramFunction {
  readonly name: string | undefined;
  readonly parameters: readonly string[];
  readonly scope: number;
  readonly parent: number;
  /** What is before the function in the same statement, such as the list whose elements it is called with. */
  readonly before: readonly Token[];
}

export interface Program {
  readonly syntax: Syntax;
  readonly statements: readonly ProgramStatement[];
  readonly functions: readonly ProgramFunction[];
}

const maxStatementTokens = 1_000;
const maxBlocks = 200;

export function programOf(text: string, language: ProgramLanguage): Program {
  const syntax = syntaxes[language];
  const tokens = tokensOf(text, syntax);
  return syntax.blocks === 'braces' ? inBraces(tokens, syntax, language) : byIndent(tokens, syntax);
}

function inBraces(tokens: readonly Token[], syntax: Syntax, language: ProgramLanguage): Program {
  const statements: ProgramStatement[] = [];
  const functions: ProgramFunction[] = [];
  const blocks: {
    readonly isBlock: boolean;
    readonly outer: Token[];
    readonly depth: number;
    readonly scope: number;
  }[] = [];
  let current: Token[] = [];
  let depth = 0;
  let scope = 0;
  const end = () => {
    pushStatement(statements, current, scope);
    current = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'line-end') {
      if (
        syntax.endsAtLine &&
        depth === 0 &&
        current.length > 0 &&
        !goesOn(current.at(-1), tokens[index + 1])
      )
        end();
      continue;
    }
    const mark = token.kind === 'mark' ? token.text : '';
    if (mark === ';' && depth === 0) {
      end();
      continue;
    }
    if (mark === '(' || mark === '[') depth += 1;
    if (mark === ')' || mark === ']') depth = Math.max(0, depth - 1);
    if (mark === '{' && blocks.length < maxBlocks) {
      const isBlock = opensBlock(current, token, language);
      const before = { isBlock, outer: current, depth, scope };
      blocks.push(before);
      if (!isBlock) {
        current.push(token);
        depth += 1;
        continue;
      }
      const made = functionIn(current, syntax);
      if (made !== undefined) {
        const own = functions.length + 1;
        functions.push({ ...made, scope: own, parent: scope });
        // A declaration is no statement; an expression goes on after the function.
        blocks[blocks.length - 1] = { ...before, outer: made.before.length > 0 ? current : [] };
        scope = own;
      } else {
        pushStatement(statements, current, scope);
        blocks[blocks.length - 1] = { ...before, outer: [] };
      }
      current = [];
      depth = 0;
      continue;
    }
    if (mark === '}') {
      const block = blocks.pop();
      if (block?.isBlock === false) {
        depth = block.depth;
        current.push(token);
      } else if (block !== undefined) {
        end();
        ({ outer: current, depth, scope } = block);
      }
      continue;
    }
    current.push(token);
    if (current.length > maxStatementTokens) end();
  }
  end();
  for (const { outer, scope: own } of blocks) if (outer !== current) pushStatement(statements, outer, own);
  return { syntax, statements, functions };
}

function byIndent(tokens: readonly Token[], syntax: Syntax): Program {
  const statements: ProgramStatement[] = [];
  const functions: ProgramFunction[] = [];
  const open: { readonly indent: number; readonly scope: number }[] = [];
  let current: Token[] = [];
  let depth = 0;
  let indent = 0;
  let nextIndent = 0;
  const scope = () => open.at(-1)?.scope ?? 0;
  const end = () => {
    const made = current.length > 0 ? headerIn(current, syntax) : undefined;
    if (made === undefined) pushStatement(statements, current, scope());
    else if (open.length < maxBlocks) {
      const own = functions.length + 1;
      functions.push({ ...made.found, scope: own, parent: scope() });
      pushStatement(statements, current.slice(made.end), own);
      open.push({ indent, scope: own });
    }
    current = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'line-end') {
      nextIndent = token.text.length;
      if (depth === 0 && current.length > 0 && !goesOn(current.at(-1), tokens[index + 1])) end();
      continue;
    }
    const mark = token.kind === 'mark' ? token.text : '';
    if (mark === ';' && depth === 0) {
      end();
      continue;
    }
    if (current.length === 0) {
      indent = nextIndent;
      while (open.length > 0 && indent <= (open.at(-1)?.indent ?? 0)) open.pop();
    }
    // A block with parameters contains statements of its own: `each { |key, value| ... }`.
    const next = tokens[index + 1];
    const isRubyBlock = mark === '{' && next?.kind === 'mark' && next.text === '|';
    if ((mark === '(' || mark === '[' || mark === '{') && !isRubyBlock) depth += 1;
    if (mark === ')' || mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    current.push(token);
    if (current.length > maxStatementTokens) end();
  }
  end();
  return { syntax, statements, functions };
}

function pushStatement(statements: ProgramStatement[], tokens: readonly Token[], scope: number): void {
  const [first] = tokens;
  if (first === undefined) return;
  statements.push({ tokens, line: first.line, lastLine: tokens.at(-1)?.line ?? first.line, scope });
}

/** Whether a statement goes on after the end of the line. */
function goesOn(last: Token | undefined, next: Token | undefined): boolean {
  if (last?.kind === 'mark' && /^(?:[=+,.([{&|?:]|=>|:=|\+=|&&|\|\||->|\?\.)$/.test(last.text))
    return last.text !== ':' && last.text !== '{';
  return next?.kind === 'mark' && /^(?:[.?]|\?\.|->|&\.|\+|\|\||&&)$/.test(next.text);
}

const controls = new Set(
  'if for while switch catch else elseif elsif foreach unless until with do try finally class interface'.split(
    ' ',
  ),
);

function opensBlock(current: readonly Token[], brace: Token, language: ProgramLanguage): boolean {
  const last = current.at(-1);
  if (last === undefined) return true;
  // `$ENV{HOME}` is an element.
  if (language === 'perl' && brace.isApart !== true) return false;
  const [first] = current;
  if (language === 'javascript' && (isClassHead(current) || withoutResultType(current) !== current))
    return true;
  if (language === 'go' && first?.kind === 'name')
    return (
      /^(?:if|for|func|switch|else|type|select|go|defer)$/.test(first.text) || current.some(isWord('func'))
    );
  if (last.kind === 'mark')
    return last.text === ')' || last.text === '=>' || last.text === '}' || last.text === ';';
  if (last.kind !== 'name') return false;
  if (controls.has(last.text) || controls.has(first?.text ?? '')) return true;
  return language === 'perl' || (language !== 'javascript' && current.some(isWord('function')));
}

/** `export abstract class Name<Type> extends Other`, before its brace. */
function isClassHead(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const isEnd = last?.kind === 'name' || last?.text === '>';
  return isEnd && tokens.slice(0, 4).some(isWord('class'));
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

type FoundFunction = Pick<ProgramFunction, 'name' | 'parameters' | 'before'>;

/** The function whose body starts after these tokens. */
function functionIn(tokens: readonly Token[], syntax: Syntax): FoundFunction | undefined {
  const at = tokens.findLastIndex(({ kind, text }) => kind === 'name' && syntax.functionWords.has(text));
  const last = tokens.at(-1);
  if (last?.kind === 'mark' && last.text === '=>') {
    const head = withoutResultType(tokens.slice(0, -1));
    const start = head.at(-1)?.text === ')' ? openingOf(head, head.length - 1) : head.length - 1;
    const before = head.slice(0, Math.max(0, start));
    return { name: assignedName(before), parameters: untyped(head.slice(Math.max(0, start))), before };
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
    return { name, parameters: isJavaScript(syntax) ? untyped(list) : namesIn(list), before };
  }
  if (!isJavaScript(syntax)) return undefined;
  const head = withoutResultType(tokens);
  const start = head.findIndex(({ text }) => !beforeMethod.test(text));
  const [first, second] = head.slice(Math.max(0, start));
  const isMethod =
    first?.kind === 'name' && !controls.has(first.text) && second?.text === '(' && head.at(-1)?.text === ')';
  return isMethod ? { name: first.text, parameters: untyped(head.slice(start + 1)), before: [] } : undefined;
}

const beforeMethod = /^(?:async|static|public|private|protected|override|readonly|get|set|[#*])$/;

function isJavaScript(syntax: Syntax): boolean {
  return syntax === syntaxes.javascript;
}

/** The names of a list of parameters without the types after their colons. */
function untyped(tokens: readonly Token[]): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let angles = 0;
  let isType = false;
  for (const { kind, text } of tokens) {
    if (kind === 'mark') {
      if ('([{'.includes(text)) depth += 1;
      if (')]}'.includes(text)) depth -= 1;
      if (isType && text === '<') angles += 1;
      if (isType && text === '>') angles -= 1;
      if (depth <= 1 && angles <= 0 && text === ':') isType = true;
      if (depth <= 1 && angles <= 0 && (text === ',' || text === '=')) isType = false;
    } else if (kind === 'name' && !isType) found.push(text);
  }
  return found;
}

/** A function that is marked by indentation, and where its header ends. */
function headerIn(
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
  const parameters = open === -1 ? namesIn(tokens.slice(at + 2)) : parametersIn(tokens.slice(open, close));
  const name = named.text.replace(/^self\./, '');
  return { found: { name, parameters, before: [] }, end: colon === -1 ? tokens.length : colon + 1 };
}

/** The first name after each comma, without types and defaults. */
function parametersIn(tokens: readonly Token[]): readonly string[] {
  const found: string[] = [];
  let isStart = true;
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind === 'mark' && '([{'.includes(text)) depth += 1;
    if (kind === 'mark' && ')]}'.includes(text)) depth -= 1;
    if (kind === 'mark' && text === ',' && depth === 1) isStart = true;
    if (kind !== 'name' || !isStart) continue;
    isStart = false;
    if (text !== 'self' && text !== 'cls') found.push(text);
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
