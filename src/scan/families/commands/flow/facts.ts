/*
 * What each statement of a program says about values: which names get which value, which functions are called with what,
 * and what is sent. Order and conditions are left out: whatever can happen is taken to happen.
 */

import { type Part, partsOf } from '../../../code/expression.js';
import type { Program, ProgramFunction, ProgramStatement } from '../../../code/program.js';
import { syntaxes } from '../../../code/syntax.js';
import type { Token } from '../../../code/tokens.js';
import type { Channel, Sink } from './sinks.js';
import { secretOrigin } from './sources.js';
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
}

export interface CallFact {
  readonly scope: number;
  readonly line: number;
  readonly callee: string;
  readonly args: readonly Argument[];
}

export interface Argument {
  readonly value: Value;
  /** The keyword, if it is given by name. */
  readonly key: string | undefined;
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

export interface Imports {
  readonly imported: ReadonlySet<string>;
  readonly aliases: Aliases;
}

/** The name that stands for the result of a function. */
export const resultName = 'return';

export function importsOf({ statements }: Program): Imports {
  const imported = new Set<string>();
  const aliases = new Map<string, string>();
  for (const { tokens } of statements)
    if (
      importing.test(tokens[0]?.text ?? '') &&
      tokens.some(({ text }) => /^(?:import|require|require_relative)$/.test(text))
    )
      readImports(partsOf(tokens), imported, aliases);
  return { imported, aliases };
}

const importing = /^(?:from|import|const|let|var|require|require_relative)$/;

export function factsOf(
  { tokens, scope, line }: ProgramStatement,
  { syntax }: Program,
  { aliases }: Imports,
  isFunction: (callee: string) => boolean,
): StatementFacts {
  const facts: StatementFacts = { assignments: [], calls: [], sinks: [], shells: [], serialized: [] };
  const isTyped = syntax === syntaxes.javascript;
  if (isTyped && declaresType(tokens)) return facts;
  const parts = partsOf(tokens);
  for (const found of assignmentsIn(parts, 0, isTyped)) {
    const targets = found.targets.filter((name) => !keywords.has(name)).slice(0, 12);
    if (targets.length > 0) addAssignment(facts, { ...found, targets }, { isFunction, scope, line, aliases });
  }
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
    targets: parameters,
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
    const origin = secretOrigin(name);
    const value = readValue([], aliases);
    if (origin !== undefined) value.origins.push(origin);
    facts.assignments.push({ scope, line, targets: [target], value, isLogin: false, isAddition: false });
  }
  if (unpacked.length > 0) return;
  const value = readValue(found.from, aliases);
  const { targets, isLogin } = found;
  facts.assignments.push({ scope, line, targets, value, isLogin, isAddition: false });
  // An image is fetched as soon as its address is set.
  if (targets.some((name) => /(?:\.|->)src$/.test(name)))
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

const iterates =
  /(?:^|\.)(?:forEach|map|filter|reduce|flatMap|then|some|every|find|sort|each|each_pair|collect|select)$/;

const keywords = new Set(
  'const let var my our local final static public private export global nonlocal set if elif else while for in of and or not await async new return type string int bool auto use from import func function def the to'.split(
    ' ',
  ),
);

interface FoundAssignment {
  readonly targets: readonly string[];
  readonly from: readonly Part[];
  readonly isLogin: boolean;
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

/** Names, also in brackets that unpack a value, but not indexes and types. */
function targetsIn(parts: readonly Part[]): readonly string[] {
  const targets: string[] = [];
  for (const [at, { kind, text, group }] of parts.entries()) {
    const before = parts[at - 1];
    if (kind === 'mark' && text === ':') break;
    if (kind === 'name') targets.push(text);
    const isIndex = before?.kind === 'name' && !keywords.has(before.text);
    if (kind === 'group' && group?.of === undefined && !isIndex)
      targets.push(...unpackedNames(group?.parts ?? []));
  }
  return targets;
}

function unpackedNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ kind, text, group }, at) => {
    if (kind === 'group') return group === undefined ? [] : unpackedNames(group.parts);
    return kind === 'name' && parts[at + 1]?.text !== ':' ? [text] : [];
  });
}

/** For `const { A, B: b } = process.env`, the target and the variable of each. */
function environmentNames({ pattern, from }: FoundAssignment): readonly (readonly [string, string])[] {
  const [source] = from;
  if (pattern?.group === undefined || from.length > 1 || source?.kind !== 'name') return [];
  if (!/^(?:process\.env|Bun\.env|import\.meta\.env)$/.test(source.text)) return [];
  const { parts } = pattern.group;
  return parts.flatMap(({ kind, text, key }, at) => {
    if (kind !== 'name' || parts[at + 1]?.text === ':') return [];
    return [[text, key ?? text] as const];
  });
}

function readImports(parts: readonly Part[], imported: Set<string>, aliases: Map<string, string>): void {
  const [first] = parts;
  if (first?.kind !== 'name') return;
  const words = parts.filter(({ kind }) => kind === 'name').map(({ text }) => text);
  if (first.text === 'from' || first.text === 'import') {
    for (const word of words) imported.add(word);
    for (const { group } of parts)
      for (const { kind, text } of group?.parts ?? []) if (kind === 'name') imported.add(text);
    const module = first.text === 'from' ? words[1] : undefined;
    const start = words.lastIndexOf('import') + 1;
    const names = [
      ...words.slice(start),
      ...parts.flatMap(({ group }) =>
        (group?.parts ?? []).filter(({ kind }) => kind === 'name').map(({ text }) => text),
      ),
    ];
    for (const [at, name] of names.entries()) {
      if (name === 'as' || names[at - 1] === 'as' || name === 'from') continue;
      const path = module === undefined ? name : `${module}.${name}`;
      const local = names[at + 1] === 'as' ? names[at + 2] : name;
      if (local !== undefined && local !== path && first.text === 'from') aliases.set(local, path);
      else if (local !== undefined && local !== path) aliases.set(local, path);
    }
  } else if (
    parts.some(({ text }) => text === 'require' || text === 'import' || text === 'require_relative')
  ) {
    for (const word of [...words, ...parts.flatMap(({ group }) => unpackedNames(group?.parts ?? []))])
      imported.add(word);
    const target = targetsIn(
      parts.slice(
        0,
        Math.max(
          0,
          parts.findIndex(({ text }) => text === '='),
        ),
      ),
    );
    const module = parts
      .find(({ group }) => group?.of === 'require')
      ?.group?.parts[0]?.text.replace(/^node:/, '');
    const known = target.find((name) => !keywords.has(name));
    if (
      module !== undefined &&
      known !== undefined &&
      parts.every(({ kind, group }) => kind !== 'group' || group?.of !== undefined)
    )
      aliases.set(known, module);
  }
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
  return isNamed
    ? { key: parts[0]?.text, value: readValue(parts.slice(2), aliases) }
    : { key: undefined, value: readValue(parts, aliases) };
}

function receiverOf(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('->'));
  return end > 0 ? path.slice(0, end) : undefined;
}

function splitArguments(parts: readonly Part[]): readonly (readonly Part[])[] {
  const found: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'mark' && part.text === ',') {
      if (found.length >= 12) break;
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
