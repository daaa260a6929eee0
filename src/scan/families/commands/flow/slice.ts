/*
 * Chooses the statements through which private data can pass, so that the rest of a program costs little: those that read
 * it, those that mention a name which may hold it, and those that say where a request goes. The names decide, whatever
 * function they are in; the graph distinguishes them afterwards.
 */

import { lineEndKind } from '../../../code/lexer.js';
import { Mentions } from '../../../code/mentions.js';
import type { Names } from '../../../code/names.js';
import type { Program, ProgramStatement } from '../../../code/program.js';
import type { ProgramLanguage } from '../../../code/syntax.js';
import { addressesIn } from '../../../package/hosts.js';
import { hidesOwner } from '../sending.js';
import type { Origin } from '../step.js';
import { valueFor } from './arguments.js';
import { type Assignment, factsOf, iterationFacts, resultName, type StatementFacts } from './facts.js';
import { FunctionsCalled, isOwnObject, lastPart, type ProgramUnit, rootOf } from './functions-called.js';
import { importsOf } from './imports.js';
import type { Value } from './value.js';

/** A program of the package, with the lines where private data may enter and where commands may start. */
export interface Source {
  readonly program: Program;
  readonly language: ProgramLanguage;
  readonly path: string;
  readonly entryLines: readonly number[];
  readonly commandLines: readonly number[];
}

/** A program with the facts of the chosen statements. */
export interface Slice extends StatementFacts {
  readonly unit: ProgramUnit;
}

export interface SlicedPackage {
  readonly slices: readonly Slice[];
  readonly functions: FunctionsCalled;
  /** Whether private data may reach anything that sends, runs or collects it. */
  readonly mayLeave: boolean;
}

/** Lines in which private data may enter a program. */
export const entryHint =
  /\benv\b[^\n]{0,40}\}\s*=\s*process\b|\benvironb?\b|process\??\.env|import\.meta\.env|\bENV\b|\$ENV|getenv|Getenv|os\.Environ|\$_(?:ENV|SERVER)|Bun\.env|Deno\.env|\.(?:ssh|aws|azure|kube|docker|netrc|pypirc|git-credentials|pgpass|npmrc|gnupg|env|claude|codex|openclaw|clawdbot|gemini|hermes|mozilla|ethereum|electrum|config)\b|id_(?:rsa|ed25519|ecdsa|dsa)|credentials|\/etc\/|\/proc\/|Login Data|logins\.json|key4|Cookie|cookie|Keychain|keychain|keyring|keytar|wallet|solana|Exodus|_history|Clipboard|clipboard|pyperclip|screenshot|ImageGrab|aHR0c|YUhSMGN|NB2HI4|68(?:\\x|, ?0x)?74|uggc|ptth|%68%74|104, ?116/;

/** Lines in which a program may start a command. */
export const commandHint =
  /\b(?:system|popen|shell_exec|passthru|proc_open|exec|spawn|qx)\b|exec\.Command|shell script|`/;

/** Languages whose commands no other rule reads. */
export const ownCommands: ReadonlySet<ProgramLanguage> = new Set([
  'ruby',
  'perl',
  'php',
  'go',
  'applescript',
]);

const maxStatements = 20_000;
const addressLevels = 5;

/** Undefined if no private data enters any of the programs, and none runs a command. */
export function sliceOf(sources: readonly Source[], names: Names): SlicedPackage | undefined {
  if (!sources.some(({ entryLines, commandLines }) => entryLines.length > 0 || commandLines.length > 0))
    return undefined;
  const slicer = new Slicer(sources, names);
  for (const [unit, source] of sources.entries()) {
    slicer.readLines(unit, source.entryLines);
    slicer.readLines(unit, source.commandLines);
  }
  // The settings of a project matter only where they can go to a host that hides its owner.
  const isOrdinaryOpen = !sources.some(
    ({ program: { table } }) => addressesIn(table.text).some(hidesOwner) || spelled.test(table.text),
  );
  if (slicer.enter(isOrdinaryOpen)) slicer.followAddresses();
  return slicer.result();
}

const spelled = /aHR0c|YUhSMGN|NB2HI4|uggc|ptth|%68%74|104, ?116/;

interface SlicedUnit extends ProgramUnit {
  readonly facts: Map<number, StatementFacts>;
  /** The parameters of functions that are called with each element of something. */
  readonly loops: readonly Assignment[];
}

/** Where a name is: in a function of a unit, or as a field of any object. */
type Place = string;

/** A path is only followed so far: programs mention many, and read few. */
type Held = 'path' | 'data';

/** Statements that mention something that holds private data, as pairs of unit and index. */
interface Waiting {
  readonly held: Held;
  readonly statements: readonly number[];
  next: number;
}

class Slicer {
  readonly #units: readonly SlicedUnit[];
  readonly #names: Names;
  readonly #sources: readonly Source[];
  #knownMentions: Mentions | undefined;
  readonly #functions: FunctionsCalled;
  /** Loops over what a name holds. */
  readonly #loops = new Map<string, (readonly [unit: number, loop: Assignment])[]>();
  /** What may hold a private path, or private data. */
  readonly #holding = new Map<Place, Held>();
  readonly #waiting: Waiting[] = [];
  #pathsLeft = 0;
  readonly #addressNames = new Set<Place>();
  #left = maxStatements;

  constructor(sources: readonly Source[], names: Names) {
    this.#names = names;
    this.#sources = sources;
    this.#units = sources.map(({ program, path, language }) => {
      const imports = importsOf(program);
      const loops = program.functions.flatMap((each) => iterationFacts(each, imports) ?? []);
      return { program, imports, path, language, facts: new Map(), loops };
    });
    this.#functions = new FunctionsCalled(this.#units, names);
    for (const [unit, { loops }] of this.#units.entries())
      for (const loop of loops)
        for (const name of rootsIn(loop.value)) {
          const known = this.#loops.get(name);
          if (known === undefined) this.#loops.set(name, [[unit, loop]]);
          else if (known.length < maxLoops) known.push([unit, loop]);
        }
  }

  /** Reads the statements of lines where private data may enter. */
  readLines(unit: number, lines: readonly number[]): void {
    if (lines.length === 0) return;
    const { program } = this.#units[unit] ?? {};
    for (const [index, statement] of program?.statements.entries() ?? [])
      if (program !== undefined && hasLine(program, statement, lines)) this.#factsAt(unit, index);
  }

  /** Follows what enters in the statements that were read; whether anything does. */
  enter(isOrdinaryOpen: boolean): boolean {
    const counts = (origin: Origin) =>
      !(isOrdinaryOpen && origin.kind === 'private' && origin.location.isOrdinary);
    const brings = ({ origins, texts }: Value) =>
      origins.some(counts) || texts.some(({ spelling }) => spelling !== undefined);
    const bringsAny = ({ assignments, sinks, shells, serialized, calls }: StatementFacts) =>
      [...assignments, ...sinks, ...shells, ...serialized].some(({ value }) => brings(value)) ||
      calls.some(({ args }) => args.some(({ value }) => brings(value)));
    let isAny = false;
    for (const [unit, { facts, loops }] of this.#units.entries()) {
      for (const loop of loops)
        if (brings(loop.value)) {
          isAny = true;
          this.#followAssignment(unit, loop);
        }
      for (const own of [...facts.values()])
        if (bringsAny(own)) {
          isAny = true;
          this.#pathsLeft += statementsPerEntry;
          this.#follow(unit, own);
        }
    }
    this.#pathsLeft += statementsAtLeast;
    while (this.#waiting.length > 0) this.#readWaiting();
    return isAny;
  }

  /** Reads what mentions data as a whole, and what mentions paths in turns, so that no path uses up the limit of others. */
  #readWaiting(): void {
    const turn = this.#waiting.splice(0);
    for (const waiting of turn) {
      const { held, statements } = waiting;
      const end =
        held === 'data'
          ? statements.length
          : Math.min(statements.length, waiting.next + 2 * statementsPerTurn);
      for (; waiting.next < end; waiting.next += 2) {
        if (held === 'path' && this.#pathsLeft <= 0) return;
        if (held === 'path') this.#pathsLeft -= 1;
        this.#read(statements[waiting.next] ?? 0, statements[waiting.next + 1] ?? 0);
      }
      if (waiting.next < statements.length) this.#waiting.push(waiting);
    }
  }

  /** Also reads what gives the names of a request their values, where its address may be. */
  followAddresses(): void {
    let sought: (readonly [unit: number, scope: number, name: string])[] = this.#units.flatMap(
      ({ facts }, unit) =>
        [...facts.values()].flatMap(({ sinks }) =>
          sinks.flatMap(({ scope, value, receiver, channel }) => {
            const held = this.#heldIn(unit, scope, value);
            if (held === undefined || (held === 'path' && channel !== 'upload')) return [];
            return [
              ...rootsIn(value),
              ...(receiver === undefined ? [] : [rootOf(receiver), lastPart(receiver)]),
            ].map((name) => [unit, scope, name] as const);
          }),
        ),
    );
    for (let level = 0; level < addressLevels && sought.length > 0; level += 1) {
      const next: (readonly [number, number, string])[] = [];
      for (const [unit, scope, name] of sought) this.#addressOf(unit, scope, name, next);
      sought = next;
    }
  }

  result(): SlicedPackage {
    const slices = this.#units.map(({ program, imports, path, language, facts, loops }): Slice => {
      const all = [...facts.values()];
      return {
        unit: { program, imports, path, language },
        assignments: [...all.flatMap(({ assignments }) => assignments), ...loops],
        calls: all.flatMap(({ calls }) => calls),
        sinks: all.flatMap(({ sinks }) => sinks),
        shells: all.flatMap(({ shells }) => shells),
        serialized: all.flatMap(({ serialized }) => serialized),
      };
    });
    return { slices, functions: this.#functions, mayLeave: this.#mayLeave() };
  }

  #mayLeave(): boolean {
    return this.#units.some(({ facts }, unit) =>
      [...facts.values()].some(
        ({ sinks, shells, serialized }) =>
          sinks.some(({ scope, value, channel }) => {
            const held = this.#heldIn(unit, scope, value);
            return held === 'data' || (held === 'path' && channel === 'upload');
          }) ||
          [...shells, ...serialized].some(
            ({ scope, value }) => this.#heldIn(unit, scope, value) !== undefined,
          ),
      ),
    );
  }

  /** Reads the statements that set a name, or call the function of which it is a parameter. */
  #addressOf(unit: number, scope: number, name: string, next: (readonly [number, number, string])[]): void {
    const id = this.#names.find(name);
    if (id === undefined) return;
    const place = this.#placeOf(unit, scope, name);
    if (this.#addressNames.has(place)) return;
    this.#addressNames.add(place);
    let left = maxAddressStatements;
    this.#mentions.visit(id, (other, index) => {
      const statement = this.#units[other]?.program.statements[index];
      if (left <= 0 || statement === undefined) return;
      if (
        other === unit
          ? this.#placeOf(other, statement.scope, name) !== place
          : !this.#functions.sees(other, unit, name)
      )
        return;
      left -= 1;
      for (const { targets, value } of this.#factsAt(other, index)?.assignments ?? [])
        if (targets.some((target) => rootOf(target) === name || lastPart(target) === name))
          for (const used of rootsIn(value)) next.push([other, statement.scope, used]);
    });
    const own = this.#functions.scopeOf(unit, scope, id);
    const called = this.#units[unit]?.program.functions[own - 1];
    if (called === undefined || !called.parameters.some((each) => each.name === name)) return;
    const names = [
      called.name,
      /^(?:__init__|constructor|initialize)$/.test(called.name ?? '') ? called.owner : undefined,
    ];
    for (const each of names) {
      const calledId = each === undefined ? undefined : this.#names.find(lastPart(each));
      if (calledId === undefined) continue;
      this.#mentions.visit(calledId, (other, index) => {
        if (left <= 0) return;
        left -= 1;
        for (const { scope: from, args } of this.#factsAt(other, index)?.calls ?? [])
          for (const { value } of args) for (const used of rootsIn(value)) next.push([other, from, used]);
      });
    }
  }

  /** Made on demand: in most packages nothing private enters. */
  get #mentions(): Mentions {
    this.#knownMentions ??= new Mentions(this.#sources.map(({ program }) => program));
    return this.#knownMentions;
  }

  #factsAt(unit: number, index: number): StatementFacts | undefined {
    const own = this.#units[unit];
    const known = own?.facts.get(index);
    if (known !== undefined) return known;
    const statement = own?.program.statements[index];
    if (own === undefined || statement === undefined || this.#left <= 0) return undefined;
    this.#left -= 1;
    const made = factsOf(statement, own.program, own.imports, this.#isFunction);
    own.facts.set(index, made);
    return made;
  }

  readonly #isFunction = (callee: string) => this.#functions.isNamed(callee);

  #follow(unit: number, { assignments, calls }: StatementFacts): void {
    for (const assignment of assignments) this.#followAssignment(unit, assignment);
    for (const { scope, callee, args } of calls) {
      if (args.every(({ value }) => this.#heldIn(unit, scope, value) === undefined)) continue;
      for (const { unit: other, function: called } of this.#functions.of(unit, scope, callee))
        for (const parameter of called.parameters)
          for (const [at, argument] of args.entries())
            for (const value of valueFor(argument, at, parameter, called.parameters)) {
              const held = this.#heldIn(unit, scope, value);
              if (held !== undefined) this.#add(other, called.scope, parameter.name, held);
            }
    }
  }

  #followAssignment(unit: number, { scope, targets, value }: Assignment): void {
    const held = this.#heldIn(unit, scope, value);
    if (held === undefined) return;
    for (const target of targets) {
      if (target === resultName) this.#addResult(unit, scope, held);
      else this.#addTarget(unit, scope, target, held);
    }
  }

  #heldIn(unit: number, scope: number, { origins, uses, results, texts }: Value): Held | undefined {
    let held: Held | undefined;
    for (const origin of origins) {
      if (origin.kind !== 'private' || origin.isPath !== true) return 'data';
      held = 'path';
    }
    if (texts.some(({ spelling }) => spelling !== undefined)) return 'data';
    for (const { name, isRead } of uses) {
      const own = this.#heldBy(unit, scope, name);
      if (own === 'data' || (own === 'path' && isRead)) return 'data';
      held = own ?? held;
    }
    for (const name of results)
      for (const { unit: other, function: called } of this.#functions.of(unit, scope, name)) {
        const own = this.#holding.get(resultPlace(other, called.scope));
        if (own === 'data') return 'data';
        held = own ?? held;
      }
    return held;
  }

  #heldBy(unit: number, scope: number, path: string): Held | undefined {
    const root = rootOf(path);
    const own = this.#holding.get(this.#placeOf(unit, scope, root));
    if (own === 'data') return own;
    const other =
      root === path
        ? this.#holding.get(`name ${path}`)
        : (this.#holding.get(`field ${isOwnObject(root) ? secondPart(path) : lastPart(path)}`) ??
          this.#holding.get(`name ${lastPart(path)}`));
    return other === 'data' ? other : (own ?? other);
  }

  #placeOf(unit: number, scope: number, root: string): Place {
    const id = this.#names.find(root);
    return `${unit} ${id === undefined ? 0 : this.#functions.scopeOf(unit, scope, id)} ${root}`;
  }

  #addTarget(unit: number, scope: number, target: string, held: Held): void {
    const root = rootOf(target);
    if (root.startsWith('@')) this.#addNamed(`field ${root}`, root, held);
    else if (isOwnObject(root)) this.#addNamed(`field ${secondPart(target)}`, secondPart(target), held);
    else this.#add(unit, scope, root, held);
  }

  /** A variable holds private data: what mentions it in its function is read. */
  #add(unit: number, scope: number, root: string, held: Held): void {
    if (!this.#isNew(this.#placeOf(unit, scope, root), held)) return;
    const id = this.#names.find(root);
    if (id === undefined) return;
    const own = this.#functions.scopeOf(unit, scope, id);
    if (own === 0) this.#isNew(`name ${root}`, held);
    const statements: number[] = [];
    this.#mentions.visit(id, (other, index) => {
      const from = this.#units[other]?.program.statements[index]?.scope ?? 0;
      const isSame =
        other === unit
          ? this.#functions.scopeOf(unit, from, id) === own
          : own === 0 &&
            (this.#functions.sees(other, unit, root) || this.#functions.importsFrom(other, unit));
      if (isSame) statements.push(other, index);
    });
    this.#waiting.push({ held, statements, next: 0 });
    for (const [other, loop] of this.#loops.get(root) ?? []) this.#followAssignment(other, loop);
  }

  #addResult(unit: number, scope: number, held: Held): void {
    const name = this.#units[unit]?.program.functions[scope - 1]?.name;
    if (name !== undefined) this.#addNamed(resultPlace(unit, scope), lastPart(name), held);
  }

  /** Something that is known by its name in all functions. */
  #addNamed(place: Place, name: string, held: Held): void {
    const id = this.#names.find(name);
    if (id === undefined || !this.#isNew(place, held)) return;
    const statements: number[] = [];
    this.#mentions.visit(id, (unit, index) => statements.push(unit, index));
    this.#waiting.push({ held, statements, next: 0 });
  }

  #isNew(place: Place, held: Held): boolean {
    const known = this.#holding.get(place);
    if (known === held || known === 'data') return false;
    this.#holding.set(place, held);
    return true;
  }

  #read(unit: number, index: number): void {
    const facts = this.#factsAt(unit, index);
    if (facts !== undefined) this.#follow(unit, facts);
  }
}

/** Whether one of the sorted lines is in a statement, but not in a function inside it. */
function hasLine(
  { table }: Program,
  { start, end, rest }: ProgramStatement,
  lines: readonly number[],
): boolean {
  const isIn = (from: number, to: number) => {
    const first = table.lines[from] ?? 0;
    // A string may go on for lines after its start, up to the next token.
    const last = Math.max(
      table.lines[to - 1] ?? 0,
      table.kinds[to] === lineEndKind ? (table.lines[to] ?? 0) : 0,
    );
    const next = lines[indexFrom(lines, first)];
    return next !== undefined && next <= last;
  };
  if (isIn(start, end)) return true;
  for (let at = 0; at < rest.length; at += 2) if (isIn(rest[at] ?? 0, rest[at + 1] ?? 0)) return true;
  return false;
}

/** The index of the first line that is not before another. */
function indexFrom(lines: readonly number[], line: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many statements are read for each place where a private path enters. */
const statementsPerEntry = 12;
const statementsAtLeast = 400;
const statementsPerTurn = 6;

function resultPlace(unit: number, scope: number): Place {
  return `result ${unit} ${scope}`;
}

const maxLoops = 8;
const maxAddressStatements = 200;

function rootsIn({ uses }: Value): readonly string[] {
  return uses.flatMap(({ name }) => {
    const root = rootOf(name);
    return isOwnObject(root) ? [secondPart(name)] : [root];
  });
}

function secondPart(path: string): string {
  return /^[^.>:]+(?:\??\.|->|::)([$@\w]*)/.exec(path)?.[1] ?? path;
}
