/*
 * Chooses the statements through which private data can pass, so that the rest of a program costs little: those that read
 * it, those that mention a name which may hold it, and those that say where a request goes. The names decide, whatever
 * function they are in; the graph distinguishes them afterwards.
 */

import { partsOf } from '../../../code/expression.js';
import { type Program, programOf } from '../../../code/program.js';
import { type ProgramLanguage, syntaxes } from '../../../code/syntax.js';
import { tokensOf } from '../../../code/tokens.js';
import { addressesIn } from '../../../package/hosts.js';
import { lineStarts } from '../../../package/lines.js';
import { lineSearch } from '../../../package/pattern-search.js';
import { hidesOwner } from '../sending.js';
import type { Origin } from '../step.js';
import {
  type Assignment,
  factsOf,
  type Imports,
  importsOf,
  iterationFacts,
  resultName,
  type StatementFacts,
} from './facts.js';
import { readValue, type Value } from './value.js';

export interface Source {
  readonly text: string;
  readonly language: ProgramLanguage;
}

/** A program with the facts of the chosen statements. */
export interface Slice extends StatementFacts {
  readonly program: Program;
  readonly imported: ReadonlySet<string>;
}

const search = lineSearch([
  /\benvironb?\b|process\??\.env|import\.meta\.env|\bENV\b|\$ENV|getenv|Getenv|\$_(?:ENV|SERVER)|Bun\.env|Deno\.env|\.(?:ssh|aws|azure|kube|docker|netrc|pypirc|git-credentials|pgpass|npmrc|gnupg|env|claude|codex|openclaw|clawdbot|gemini|hermes|mozilla|ethereum|electrum|config)\b|id_(?:rsa|ed25519|ecdsa|dsa)|credentials|\/etc\/|\/proc\/|Login Data|logins\.json|key4|[Cc]ookie|Keychain|keychain|keyring|keytar|wallet|solana|Exodus|_history|[Cc]lipboard|pyperclip|screenshot|ImageGrab|aHR0c|YUhSMGN|NB2HI4|68(?:\\x|, ?0x)?74|uggc|ptth|%68%74|104, ?116/,
  /\b(?:system|popen|shell_exec|passthru|proc_open|exec|spawn|qx)\b|exec\.Command|shell script|`/,
]);

/** Languages whose commands no other rule reads. */
const ownCommands: ReadonlySet<ProgramLanguage> = new Set(['ruby', 'perl', 'php', 'go', 'applescript']);

const maxStatements = 20_000;
const addressLevels = 5;

/** Undefined if no private data enters any of the programs, and none runs a command. */
export function sliceOf(sources: readonly Source[]): readonly Slice[] | undefined {
  // The settings of a project matter only where they can go to a host that hides its owner.
  const isOrdinaryOpen = !sources.some(
    ({ text }) => addressesIn(text).some(hidesOwner) || spelled.test(text),
  );
  const lines = sources.map(({ text, language }) => {
    const starts = lineStarts(text);
    const [hints = [], commands = []] = search(text, starts);
    const isEntry = (line: number) =>
      mayEnter(
        text.slice(starts[Math.max(0, line - 1)], starts[line + 2] ?? text.length),
        language,
        isOrdinaryOpen,
      );
    return [hints.filter((line, at) => at >= maxTried || isEntry(line)), commands] as const;
  });
  const isWorthIt = sources.map(
    ({ language }, unit) =>
      (lines[unit]?.[0]?.length ?? 0) > 0 ||
      (ownCommands.has(language) && (lines[unit]?.[1]?.length ?? 0) > 0),
  );
  if (!isWorthIt.includes(true)) return undefined;
  const slicer = new Slicer(sources);
  for (const [unit, { language }] of sources.entries()) {
    slicer.readLines(unit, lines[unit]?.[0] ?? []);
    if (ownCommands.has(language)) slicer.readLines(unit, lines[unit]?.[1] ?? []);
  }
  if (!slicer.hasEntries()) return slicer.slices();
  slicer.followNames();
  slicer.followAddresses();
  return slicer.slices();
}

/** Lines that are tried one by one; of more, all are read. */
const maxTried = 2_000;

/** Whether private data enters in these lines, read by themselves. */
function mayEnter(lines: string, language: ProgramLanguage, isOrdinaryOpen: boolean): boolean {
  const { origins, texts } = readValue(
    partsOf(tokensOf(lines.slice(0, 2_000), syntaxes[language])),
    new Map(),
    false,
    true,
  );
  const counts = (origin: Origin) =>
    !(isOrdinaryOpen && origin.kind === 'private' && origin.location.isOrdinary);
  return origins.some(counts) || texts.some(({ spelling }) => spelling !== undefined);
}

const spelled = /aHR0c|YUhSMGN|NB2HI4|uggc|ptth|%68%74|104, ?116/;

interface SlicedUnit {
  readonly program: Program;
  readonly imports: Imports;
  readonly facts: Map<number, StatementFacts>;
  /** The parameters of functions that are called with each element of something. */
  readonly loops: readonly Assignment[];
}

class Slicer {
  readonly #units: readonly SlicedUnit[];
  /** The statements that mention a name, as pairs of unit and statement. */
  readonly #mentions = new Map<string, number[]>();
  readonly #functions = new Map<string, { readonly parameters: readonly string[] }[]>();
  /** The functions with a parameter of this name. */
  readonly #takers = new Map<string, readonly string[]>();
  /** Loops over what a name holds. */
  readonly #loops = new Map<string, readonly Assignment[]>();
  readonly #names = new Set<string>();
  readonly #waiting: string[] = [];
  #left = maxStatements;

  constructor(sources: readonly Source[]) {
    this.#units = sources.map(({ text, language }) => {
      const program = programOf(text, language);
      const imports = importsOf(program);
      const loops = program.functions.flatMap((each) => iterationFacts(each, imports) ?? []);
      return { program, imports, facts: new Map(), loops };
    });
    for (const { loops } of this.#units)
      for (const loop of loops)
        for (const name of namesIn(loop.value))
          this.#loops.set(name, [...(this.#loops.get(name) ?? []).slice(-7), loop]);
    for (const { program } of this.#units)
      for (const { name, parameters } of program.functions) {
        if (name === undefined) continue;
        const key = lastPart(name);
        for (const parameter of parameters)
          this.#takers.set(parameter, [...(this.#takers.get(parameter) ?? []).slice(-15), key]);
        const known = this.#functions.get(key);
        if (known === undefined) this.#functions.set(key, [{ parameters }]);
        else if (known.length < 8) known.push({ parameters });
      }
    for (const [unit, { program }] of this.#units.entries())
      for (const [index, { tokens }] of program.statements.entries())
        for (const { kind, text, inside } of tokens) {
          if (kind === 'name') this.#mention(text, unit, index);
          if (inside === undefined) continue;
          for (const token of inside) if (token.kind === 'name') this.#mention(token.text, unit, index);
        }
  }

  /** Reads the statements of lines where private data may enter. */
  readLines(unit: number, lines: readonly number[]): void {
    const statements = this.#units[unit]?.program.statements ?? [];
    if (lines.length === 0) return;
    let next = 0;
    const inOrder = statements
      .map((_, index) => index)
      .sort((a, b) => (statements[a]?.line ?? 0) - (statements[b]?.line ?? 0));
    for (const index of inOrder) {
      const { line, lastLine } = statements[index] ?? { line: 0, lastLine: 0 };
      while ((lines[next] ?? Number.POSITIVE_INFINITY) < line) next += 1;
      if ((lines[next] ?? Number.POSITIVE_INFINITY) <= lastLine) this.#read(unit, index);
    }
  }

  /** Whether a statement that was read brings private data or a hidden address. */
  hasEntries(): boolean {
    const brings = ({ origins, texts }: Value) =>
      origins.length > 0 || texts.some(({ spelling }) => spelling !== undefined);
    return this.#units.some(
      ({ facts, loops }) =>
        loops.some(({ value }) => brings(value)) ||
        [...facts.values()].some(
          ({ assignments, sinks, shells, serialized, calls }) =>
            [...assignments, ...sinks, ...shells, ...serialized].some(({ value }) => brings(value)) ||
            calls.some(({ args }) => args.some(({ value }) => brings(value))),
        ),
    );
  }

  followNames(): void {
    for (const { loops } of this.#units)
      for (const { targets, value } of loops)
        if (value.origins.length > 0) for (const name of targets) this.#add(name);
    for (let next = 0; next < this.#waiting.length; next += 1) {
      const mentions = this.#mentions.get(this.#waiting[next] ?? '') ?? [];
      for (let at = 0; at < mentions.length; at += 2) this.#read(mentions[at] ?? 0, mentions[at + 1] ?? 0);
    }
  }

  /** Also reads what gives the names of a request their values, where its address may be. */
  followAddresses(): void {
    let names = new Set(
      this.#units.flatMap(({ facts }) =>
        [...facts.values()].flatMap(({ sinks }) =>
          sinks.flatMap(({ value, receiver }) => [
            ...namesIn(value),
            ...(receiver === undefined ? [] : [rootOf(receiver)]),
          ]),
        ),
      ),
    );
    for (let level = 0; level < addressLevels && names.size > 0; level += 1) {
      const found = new Set<string>();
      for (const name of names) {
        if (this.#names.has(name)) continue;
        const mentions = this.#mentions.get(name) ?? [];
        for (let at = 0; at < Math.min(mentions.length, 400); at += 2) {
          const facts = this.#factsAt(mentions[at] ?? 0, mentions[at + 1] ?? 0);
          for (const { targets, value } of facts?.assignments ?? [])
            if (targets.some((target) => rootOf(target) === name))
              for (const used of namesIn(value)) found.add(used);
          for (const { callee, args } of facts?.calls ?? [])
            if (lastPart(callee) === name)
              for (const { value } of args) for (const used of namesIn(value)) found.add(used);
        }
        for (const called of this.#takers.get(name) ?? []) found.add(called);
        this.#names.add(name);
      }
      names = found;
    }
  }

  slices(): readonly Slice[] {
    return this.#units.map(({ program, imports, facts, loops }) => {
      const all = [...facts.values()];
      return {
        program,
        imported: imports.imported,
        assignments: [...all.flatMap(({ assignments }) => assignments), ...loops],
        calls: all.flatMap(({ calls }) => calls),
        sinks: all.flatMap(({ sinks }) => sinks),
        shells: all.flatMap(({ shells }) => shells),
        serialized: all.flatMap(({ serialized }) => serialized),
      };
    });
  }

  #mention(path: string, unit: number, index: number): void {
    const name = rootOf(path);
    const known = this.#mentions.get(name);
    if (known === undefined) this.#mentions.set(name, [unit, index]);
    else if (known[known.length - 1] !== index || known[known.length - 2] !== unit) known.push(unit, index);
    const last = lastPart(path);
    if (last !== path && this.#functions.has(last)) this.#mention(last, unit, index);
  }

  #factsAt(unit: number, index: number): StatementFacts | undefined {
    const known = this.#units[unit]?.facts.get(index);
    if (known !== undefined) return known;
    const { program, imports, facts } = this.#units[unit] ?? {};
    const statement = program?.statements[index];
    if (program === undefined || imports === undefined || statement === undefined || this.#left <= 0)
      return undefined;
    this.#left -= 1;
    const made = factsOf(statement, program, imports, this.#isFunction);
    facts?.set(index, made);
    return made;
  }

  readonly #isFunction = (callee: string) => this.#functions.has(lastPart(callee));

  #read(unit: number, index: number): void {
    if (this.#units[unit]?.facts.has(index) === true) return;
    const facts = this.#factsAt(unit, index);
    if (facts === undefined) return;
    for (const assignment of facts.assignments) this.#spread(unit, assignment);
    for (const { callee, args } of facts.calls) {
      if (!args.some(({ value }) => this.#mayHold(value))) continue;
      for (const { parameters } of this.#functions.get(lastPart(callee)) ?? [])
        for (const name of parameters) this.#add(name);
    }
  }

  #spread(unit: number, { scope, targets, value }: Assignment): void {
    if (!this.#mayHold(value)) return;
    for (const target of targets) {
      if (target !== resultName) this.#add(rootOf(target));
      else {
        const name = this.#units[unit]?.program.functions[scope - 1]?.name;
        if (name !== undefined) this.#add(lastPart(name));
      }
    }
  }

  #mayHold({ origins, uses, results, texts }: Value): boolean {
    return (
      origins.length > 0 ||
      texts.some(({ spelling }) => spelling !== undefined) ||
      uses.some(({ name }) => this.#names.has(rootOf(name))) ||
      results.some((name) => this.#names.has(lastPart(name)))
    );
  }

  #add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#waiting.push(name);
    for (const { targets } of this.#loops.get(name) ?? []) for (const target of targets) this.#add(target);
  }
}

function namesIn({ uses }: Value): readonly string[] {
  return uses.map(({ name }) => rootOf(name));
}

/** The first name of a path; of a field, with its object. */
function rootOf(path: string): string {
  const field = /^(?:self\.|this\.|\$this->)\w+/.exec(path);
  if (field !== null) return field[0];
  const end = path.search(/\??\.|->|::/);
  return end <= 0 ? path : path.slice(0, end);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('>'), path.lastIndexOf(':')) + 1);
}
