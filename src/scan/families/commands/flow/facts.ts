/*
 * What each statement of a program says about values: which names get which value, which functions are called with what,
 * and what is sent. Order and conditions are left out: whatever can happen is taken to happen.
 */

import { type Part, partsOf } from '../../../code/expression.js';
import {
  type Program,
  type ProgramFunction,
  type ProgramStatement,
  statementTokens,
} from '../../../code/program.js';
import { syntaxes } from '../../../code/syntax.js';
import type { Token } from '../../../code/tokens.js';
import type { Argument } from './arguments.js';
import type { Imports } from './imports.js';
import { iterates, iterationsIn } from './iterations.js';
import type { Channel, Sink } from './sinks.js';
import { secretOrigin, wholeEnvironment } from './sources.js';
import { traitsOf } from './traits.js';
import { type Aliases, readValue, type Value, withAlias } from './value.js';

export interface Assignment {
  readonly scope: number;
  readonly line: number;
  readonly targets: readonly string[];
  readonly value: Value;
  readonly isLogin: boolean;
  /** The value is put into what the name holds already. */
  readonly isAddition: boolean;
  /** The value is in the fields of an object, each of which has an assignment of its own. */
  readonly isFields?: boolean;
}

export interface CallFact {
  readonly scope: number;
  readonly line: number;
  readonly callee: string;
  readonly args: readonly Argument[];
}

export interface SinkFact {
  readonly scope: number;
  readonly line: number;
  readonly channel: Channel;
  readonly needsAddress: Sink['needsAddress'];
  /** The object of the method, which may know the address, or must be a connection. */
  readonly receiver: string | undefined;
  readonly needsConnection: boolean;
  readonly value: Value;
}

/** Text that a program passes to a shell. */
export interface ShellFact {
  readonly scope: number;
  readonly line: number;
  readonly text: string;
  readonly value: Value;
}

/** What one statement says. */
export interface StatementFacts {
  readonly assignments: Assignment[];
  readonly calls: CallFact[];
  readonly sinks: SinkFact[];
  readonly shells: ShellFact[];
  /** Values that are turned into text, where several secrets together are a collection. */
  readonly serialized: { readonly scope: number; readonly line: number; readonly value: Value }[];
}

/** The name that stands for the result of a function. */
export const resultName = 'return';

export function factsOf(
  statement: ProgramStatement,
  program: Program,
  { aliases }: Pick<Imports, 'aliases'>,
  isFunction: (callee: string) => boolean,
): StatementFacts {
  const { scope, line } = statement;
  const { syntax } = program;
  const tokens = statementTokens(program, statement);
  const facts: StatementFacts = { assignments: [], calls: [], sinks: [], shells: [], serialized: [] };
  const isTyped = syntax === syntaxes.javascript;
  if (isTyped && declaresType(tokens)) return facts;
  const parts = partsOf(tokens);
  for (const found of assignmentsIn(parts, 0, isTyped)) {
    const targets = found.targets.filter((name) => !keywords.has(name)).slice(0, 12);
    if (targets.length > 0) addAssignment(facts, { ...found, targets }, { isFunction, scope, line, aliases });
  }
  for (const { targets, from } of iterationsIn(parts))
    facts.assignments.push({
      scope,
      line,
      targets: unpackedNames(targets).slice(0, 12),
      value: readValue(from, aliases),
      isLogin: false,
      isAddition: false,
    });
  const [first] = parts;
  const isReturn = first?.kind === 'name' && /^(?:return|yield)$/.test(first.text);
  if (isReturn || (syntax.returnsLast && scope > 0)) {
    const value = readValue(isReturn ? parts.slice(1) : parts, aliases);
    facts.assignments.push({ scope, line, targets: [resultName], value, isLogin: false, isAddition: false });
  }
  visitCalls(parts, 0, (of, part, before) =>
    addCall(facts, of, part, before, { isFunction, scope, line: part.line, aliases }),
  );
  if (syntax.lineComments.includes('--')) addAppleScript(facts, parts, { isFunction, scope, line, aliases });
  const hasCommands = tokens.some(({ isCommand }) => isCommand);
  for (const { text, line: own } of hasCommands ? commandsIn(parts, 0) : [])
    facts.shells.push({ scope, line: own, text, value: readValue(parts, aliases, true) });
  return facts;
}

/** `export interface Name` and `type Name = ...` hold no values. */
function declaresType(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ text }) => text !== 'export' && text !== 'declare');
  const [word, name] = [tokens[at], tokens[at + 1]];
  return word?.kind === 'name' && name?.kind === 'name' && /^(?:interface|type)$/.test(word.text);
}

/** The parameters of a function that is called with each element of what is before it. */
export function iterationFacts(
  { before, parameters, scope }: ProgramFunction,
  { aliases }: Imports,
): Assignment | undefined {
  const [first] = before;
  if (first === undefined || parameters.length === 0 || !isIteration(before)) return undefined;
  return {
    scope,
    line: first.line,
    targets: parameters.map(({ name }) => name),
    value: readValue(partsOf(before), aliases),
    isLogin: false,
    isAddition: false,
  };
}

interface Where {
  /** Whether the package defines a function of this name. */
  readonly isFunction: (callee: string) => boolean;
  readonly scope: number;
  readonly line: number;
  readonly aliases: Aliases;
}

function addAssignment(facts: StatementFacts, found: FoundAssignment, { scope, line, aliases }: Where): void {
  const unpacked = environmentNames(found);
  for (const [target, name] of unpacked) {
    const isProcess = /^(?:process|Bun)$/.test(found.from[0]?.text ?? '');
    const origin = !isProcess ? secretOrigin(name) : name === 'env' ? wholeEnvironment : undefined;
    const value = readValue([], aliases);
    if (origin !== undefined) value.origins.push(origin);
    facts.assignments.push({ scope, line, targets: [target], value, isLogin: false, isAddition: false });
  }
  if (unpacked.length > 0) return;
  const { targets, isLogin } = found;
  const fields = fieldsOf(found);
  for (const { key, from } of fields)
    facts.assignments.push({
      scope,
      line,
      targets: targets.map((target) => (key === undefined ? target : `${target}.${key}`)),
      value: readValue(from, aliases),
      isLogin,
      isAddition: false,
    });
  const value = readValue(found.from, aliases);
  facts.assignments.push({
    scope,
    line,
    targets,
    value,
    isLogin,
    isAddition: false,
    ...(fields.length > 0 && { isFields: true }),
  });
  // An image is fetched as soon as its address is set.
  if (found.isImage)
    facts.sinks.push({
      scope,
      line,
      channel: 'http',
      needsAddress: 'reached',
      receiver: undefined,
      needsConnection: false,
      value,
    });
}

function addCall(
  facts: StatementFacts,
  of: string,
  part: Part,
  before: Part | undefined,
  where: Where,
): void {
  const { scope, line, aliases } = where;
  const args = part.group?.parts ?? [];
  const path = withAlias(of, aliases);
  const receiver = receiverOf(of) ?? before?.text;
  const traits = traitsOf(path);
  const written = path === of ? traits : traitsOf(of);
  const sink = traits.sink ?? (traits.opensConnection ? connection : undefined);
  let value: Value | undefined;
  const own = () => {
    value ??= readValue(args, aliases);
    return value;
  };
  if (sink !== undefined)
    facts.sinks.push({ scope, line, ...sink, receiver, needsConnection: false, value: own() });
  if (written.sendsOver && receiver !== undefined)
    facts.sinks.push({
      scope,
      line,
      channel: 'socket',
      needsAddress: 'no',
      receiver,
      needsConnection: true,
      value: readValue(args, aliases, true),
    });
  const added = written.addsTo;
  if (added !== undefined) {
    const isLogin = /header/i.test(of) || args.some(isLoginName);
    facts.assignments.push({ scope, line, targets: [added], value: own(), isLogin, isAddition: true });
  }
  if (traits.startsShell)
    facts.shells.push({ scope, line, text: commandText(args), value: readValue(args, aliases, true) });
  if (traits.serializes) facts.serialized.push({ scope, line, value: readValue(args, aliases, true) });
  if (args.length > 0 && where.isFunction(of))
    facts.calls.push({
      scope,
      line,
      callee: of,
      args: splitArguments(args).map((each) => argumentOf(each, aliases)),
    });
}

const connection: Sink = { channel: 'socket', needsAddress: 'reached' };

function isLoginName({ kind, text }: Part): boolean {
  return kind === 'string' && /^(?:authorization|x-[\w-]+|cookie)$/i.test(text);
}

function addAppleScript(
  facts: StatementFacts,
  parts: readonly Part[],
  { scope, line, aliases }: Where,
): void {
  const at = parts.findIndex(({ text }, index) => text === 'do' && parts[index + 1]?.text === 'shell');
  if (at === -1) return;
  const rest = parts.slice(at + 3);
  facts.shells.push({ scope, line, text: commandText(rest), value: readValue(rest, aliases, true) });
}

/** Strings that the language runs: `curl ...` in backquotes. */
function commandsIn(
  parts: readonly Part[],
  depth: number,
): readonly { readonly text: string; readonly line: number }[] {
  if (depth > maxNesting) return [];
  return parts.flatMap(({ text, line, group, isCommand }) => {
    if (isCommand) return [{ text, line }];
    return group === undefined ? [] : commandsIn(group.parts, depth + 1);
  });
}

/** Whether the function is called with the elements of what is before it. */
function isIteration(before: readonly Token[]): boolean {
  const call =
    before.at(-1)?.text === '(' ? before.at(-2) : before.at(-1)?.text === 'async' ? before.at(-3) : undefined;
  return call !== undefined && iterates.test(call.text);
}

export const keywords: ReadonlySet<string> = new Set(
  'const let var my our local final static public private export global nonlocal set if elif else while for in of and or not await async new return type string int bool auto use from import func function def the to'.split(
    ' ',
  ),
);

interface FoundAssignment {
  readonly targets: readonly string[];
  readonly from: readonly Part[];
  readonly isLogin: boolean;
  /** The address of an image is set. */
  readonly isImage?: boolean;
  /** The braces of `const { A, B: b } = ...`. */
  readonly pattern?: Part;
}

const maxNesting = 12;

/** Assignments, loops, `with` and block parameters in the parts and in the brackets within them. */
function assignmentsIn(parts: readonly Part[], depth: number, isTyped: boolean): readonly FoundAssignment[] {
  if (depth > maxNesting) return [];
  const found: FoundAssignment[] = [];
  const isTop = depth === 0;
  const assigned = parts.findIndex(
    ({ kind, text }) => kind === 'mark' && (assigns.test(text) || (isTop && text === '<<')),
  );
  if (assigned > 0 && (isTop || parts[assigned]?.text === ':=')) {
    const left = parts.slice(0, assigned);
    const pattern = left.find(
      ({ kind, group }) => kind === 'group' && group?.of === undefined && group?.open === '{',
    );
    found.push({
      targets: targetsIn(left),
      from: parts.slice(assigned + 1),
      isLogin: /header|authorization|x-api/i.test(left.map(labelOf).join(' ')),
      isImage:
        /(?:^|\.|->)src$/.test(left.at(-1)?.text ?? '') && left.length + (left.at(-1)?.text.length ?? 0) > 4,
      ...(pattern !== undefined && { pattern }),
    });
  }
  for (const [at, { kind, text }] of parts.entries()) {
    if (kind === 'name' && /^(?:in|of|range)$/.test(text)) {
      const start = parts
        .slice(0, at)
        .findLastIndex(({ kind: own, text: word }) => own === 'name' && /^(?:for|foreach)$/.test(word));
      const from = start === -1 ? 0 : start + 1;
      if (start !== -1 || (depth > 0 && at > 0))
        found.push({
          targets: targetsIn(parts.slice(from, at)),
          from: untilCondition(parts.slice(at + 1)),
          isLogin: false,
        });
    }
    // `with open(path) as file`; in TypeScript, a type follows.
    if (!isTyped && kind === 'name' && text === 'as' && at > 0)
      found.push({
        targets: targetsIn(parts.slice(at + 1, at + 5)),
        from: parts.slice(Math.max(0, at - 12), at),
        isLogin: false,
      });
    if (kind === 'mark' && text === '|' && isBlockStart(parts, at)) {
      const end = parts.findIndex((part, index) => index > at && part.kind === 'mark' && part.text === '|');
      if (end !== -1 && end - at < 12)
        found.push({
          targets: targetsIn(parts.slice(at + 1, end)),
          from: parts.slice(0, at),
          isLogin: false,
        });
    }
  }
  for (const { group } of parts)
    if (group !== undefined) found.push(...assignmentsIn(group.parts, depth + 1, isTyped));
  return found;
}

const assigns = /^(?:=|:=|\+=|\.=|\|\|=|\?\?=)$/;

function labelOf({ kind, text, group }: Part): string {
  return kind === 'group' ? (group?.parts[0]?.text ?? '') : text;
}

function isBlockStart(parts: readonly Part[], at: number): boolean {
  const before = parts[at - 1];
  return before === undefined || (before.kind === 'name' && before.text === 'do');
}

function untilCondition(parts: readonly Part[]): readonly Part[] {
  const end = parts.findIndex(({ kind, text }) => kind === 'name' && /^(?:if|for)$/.test(text));
  return end === -1 ? parts : parts.slice(0, end);
}

interface Field {
  /** Undefined for another object whose fields are taken over. */
  readonly key: string | undefined;
  readonly from: readonly Part[];
}

/** The fields of an object that is written out: `x = { a: 1, ...b }`. */
function fieldsOf({ from, targets }: FoundAssignment): readonly Field[] {
  return targets.length === 1 ? membersOf(from) : [];
}

function membersOf(from: readonly Part[]): readonly Field[] {
  const [only] = from;
  if (from.length !== 1 || only?.group?.open !== '{' || only.group.of !== undefined) return [];
  const members = splitArguments(only.group.parts, maxFields);
  if (members.length >= maxFields) return [];
  return members.flatMap((parts): readonly Field[] => {
    const [key, mark] = parts;
    if (key === undefined) return [];
    if (key.kind === 'mark') return [{ key: undefined, from: parts.slice(1) }];
    if (key.kind !== 'name' && key.kind !== 'string') return [{ key: undefined, from: parts }];
    const isPair = mark?.kind === 'mark' && /^(?::|=>)$/.test(mark.text);
    return [{ key: key.text, from: isPair ? parts.slice(2) : parts }];
  });
}

const maxFields = 60;

/** Names, also in brackets that unpack a value, but not indexes and types. */
export function targetsIn(parts: readonly Part[]): readonly string[] {
  const targets: string[] = [];
  for (const [at, { kind, text, group }] of parts.entries()) {
    const before = parts[at - 1];
    if (kind === 'mark' && text === ':') break;
    const index = parts[at + 1]?.group;
    const [key, more] = index?.open === '[' && index.of !== undefined ? index.parts : [];
    if (kind === 'name')
      targets.push(key?.kind === 'string' && more === undefined ? `${text}.${key.text.slice(0, 80)}` : text);
    const isIndex = before?.kind === 'name' && !keywords.has(before.text);
    if (kind === 'group' && group?.of === undefined && !isIndex)
      targets.push(...unpackedNames(group?.parts ?? []));
  }
  return targets;
}

export function unpackedNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ kind, text, group }, at) => {
    if (kind === 'group') return group === undefined ? [] : unpackedNames(group.parts);
    return kind === 'name' && parts[at + 1]?.text !== ':' ? [text] : [];
  });
}

/** For `const { A, B: b } = process.env`, the target and the variable of each. */
function environmentNames({ pattern, from }: FoundAssignment): readonly (readonly [string, string])[] {
  const [source] = from;
  if (pattern?.group === undefined || from.length > 1 || source?.kind !== 'name') return [];
  const { parts } = pattern.group;
  if (!/^(?:process|Bun|process\.env|Bun\.env|import\.meta\.env)$/.test(source.text)) return [];
  return parts.flatMap(({ kind, text, key }, at) => {
    if (kind !== 'name' || parts[at + 1]?.text === ':') return [];
    return [[text, key ?? text] as const];
  });
}

function visitCalls(
  parts: readonly Part[],
  depth: number,
  visit: (of: string, part: Part, before: Part | undefined) => void,
): void {
  if (depth > 40) return;
  for (const part of parts) {
    const { group } = part;
    if (part.inside !== undefined) visitCalls(part.inside, depth + 1, visit);
    if (group === undefined) continue;
    if (group.of !== undefined && group.open === '(')
      visit(group.of, part, group.of.startsWith('.') ? parts.find(({ kind }) => kind === 'name') : undefined);
    visitCalls(group.parts, depth + 1, visit);
  }
}

function argumentOf(parts: readonly Part[], aliases: Aliases): Argument {
  const isNamed = parts[0]?.kind === 'name' && parts[1]?.kind === 'mark' && /^(?:=|:)$/.test(parts[1].text);
  if (isNamed) return { key: parts[0]?.text, value: readValue(parts.slice(2), aliases), fields: [] };
  const fields = membersOf(parts).map(({ key, from }) => ({ key, value: readValue(from, aliases) }));
  return { key: undefined, value: readValue(parts, aliases), fields };
}

function receiverOf(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('->'));
  return end > 0 ? path.slice(0, end) : undefined;
}

function splitArguments(parts: readonly Part[], limit = 12): readonly (readonly Part[])[] {
  const found: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'mark' && part.text === ',') {
      if (found.length >= limit) break;
      found.push([]);
    } else found.at(-1)?.push(part);
  }
  return found;
}

/** The strings as one command, with `${name}` for the values of names. */
function commandText(parts: readonly Part[]): string {
  let text = '';
  for (const { kind, text: own, group, key } of parts) {
    if (key !== undefined && /^(?:cwd|env|shell|stdio|encoding|check|timeout|text)$/.test(key)) continue;
    if (kind === 'string') text += own;
    else if (kind === 'name' && !/^(?:True|False|None|true|false|nil)$/.test(own))
      text += `\${${own.replace(/\W/g, '_').replace(/^_+/, '')}}`;
    else if (kind === 'mark' && own === ',') text += ' ';
    else if (group !== undefined && (group.of === undefined || group.open !== '('))
      text += commandText(group.parts);
    if (text.length > 4_000) break;
  }
  return text.slice(0, 4_000);
}
