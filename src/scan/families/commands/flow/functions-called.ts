/*
 * Which functions of a package a call means: by the class of the object, the file that a module is, or the name alone
 * where it is not one that every library has. A call that could mean many functions means none, so that the graph stays
 * small and a `get` is not every `get`.
 */

import { Declarations } from '../../../code/declarations.js';
import type { Names } from '../../../code/names.js';
import type { Program, ProgramFunction } from '../../../code/program.js';
import { fileOfModule, type Imports } from './imports.js';

/** A program of the package. */
export interface ProgramUnit {
  readonly program: Program;
  readonly imports: Imports;
  /** The file; blocks of a document see the names of its other blocks. */
  readonly path: string;
  readonly language: string;
}

export interface FoundFunction {
  readonly unit: number;
  readonly function: ProgramFunction;
}

const maxCandidates = 4;
const maxNamed = 40;

export class FunctionsCalled {
  readonly #units: readonly ProgramUnit[];
  readonly #names: Names;
  readonly #declarations: (Declarations | undefined)[] = [];
  #classNames: ReadonlySet<number> | undefined;
  readonly #byName = new Map<string, FoundFunction[]>();
  readonly #bases = new Map<string, readonly string[]>();
  /** The name of each unit's file, and the files that it imports from. */
  readonly #files: readonly string[];
  readonly #importedFiles: readonly ReadonlySet<string>[];
  readonly #answers = new Map<string, readonly FoundFunction[]>();

  constructor(units: readonly ProgramUnit[], names: Names) {
    this.#units = units;
    this.#names = names;
    this.#files = units.map(({ path }) => fileOfModule(path));
    this.#importedFiles = units.map(
      ({ imports }) => new Set([...imports.modules.values()].map(({ file }) => file)),
    );
    for (const [unit, { program }] of units.entries()) {
      for (const each of program.functions) this.#addFunction(unit, each);
      for (const { name, bases } of program.classes) this.#bases.set(name, bases.slice(0, maxCandidates));
    }
  }

  /** The scope that a name belongs to, seen from another. */
  scopeOf(unit: number, scope: number, name: number): number {
    return this.#declarationsOf(unit)?.scopeOf(name, scope) ?? 0;
  }

  /** Whether any function of the package has the name. */
  isNamed(callee: string): boolean {
    return this.#byName.has(lastPart(callee)) || this.#bases.has(lastPart(callee));
  }

  /** The functions that a call in a scope can mean. */
  of(unit: number, scope: number, callee: string): readonly FoundFunction[] {
    if (!this.isNamed(callee)) return none;
    const root = rootOf(callee);
    const key = `${unit} ${root === callee ? '' : scope} ${callee}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found = this.#find(unit, scope, callee, root).slice(0, maxCandidates);
    if (this.#answers.size < maxAnswers) this.#answers.set(key, found);
    return found;
  }

  /** The class of the object that `self` or a variable is. */
  classOf(unit: number, scope: number, name: string): string | undefined {
    if (isOwnObject(name)) return this.#ownClass(unit, scope);
    const id = this.#names.find(name);
    const made = id === undefined ? undefined : this.#declarationsOf(unit)?.classOf(id, scope);
    return made === undefined ? undefined : this.#names.textOf(made);
  }

  /** Whether code of a unit can mean a name of another without naming its file. */
  sees(unit: number, other: number, name: string): boolean {
    if (unit === other) return true;
    const [here, there] = [this.#units[unit], this.#units[other]];
    if (here === undefined || there === undefined || here.language !== there.language) return false;
    if (here.path === there.path || sharesNames.has(here.language)) return true;
    const module = here.imports.modules.get(name) ?? here.imports.modules.get(rootOf(name));
    return module !== undefined && module.file === this.#files[other];
  }

  #declarationsOf(unit: number): Declarations | undefined {
    const program = this.#units[unit]?.program;
    if (program === undefined) return undefined;
    this.#classNames ??= new Set([...this.#bases.keys()].map((name) => this.#names.idOf(name)));
    this.#declarations[unit] ??= new Declarations(program, this.#classNames);
    return this.#declarations[unit];
  }

  #addFunction(unit: number, each: ProgramFunction): void {
    if (each.name === undefined) return;
    const name = lastPart(each.name);
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, [{ unit, function: each }]);
    else if (known.length < maxNamed) known.push({ unit, function: each });
  }

  #find(unit: number, scope: number, callee: string, root: string): readonly FoundFunction[] {
    const name = lastPart(callee);
    if (root === callee) return this.#plain(unit, name);
    const known = this.#byName.get(name) ?? none;
    const isPair = callee.slice(root.length).search(/[\w$]/) + name.length === callee.length - root.length;
    if (isPair && root !== '') {
      const owner = this.classOf(unit, scope, root);
      const methods = owner === undefined ? none : this.#methods(known, owner);
      if (methods.length > 0) return methods;
      const module = this.#units[unit]?.imports.modules.get(root);
      if (module !== undefined) {
        const inFile = known.filter((found) => this.#isIn(unit, found, module.file));
        if (module.member === undefined || inFile.length > 0) return inFile;
      }
      const ofObject = known.filter(
        (found) => found.function.owner === root && this.sees(unit, found.unit, root),
      );
      if (ofObject.length > 0) return ofObject;
      if (owner !== undefined) return none;
    }
    if (ofEveryLibrary.has(name)) return none;
    const seen = known.filter(
      ({ unit: other, function: { owner } }) =>
        owner !== undefined && (other === unit || this.importsFrom(unit, other)),
    );
    return seen.length > maxUnknown ? none : seen;
  }

  /** Functions that are called by their name alone, and constructors. */
  #plain(unit: number, name: string): readonly FoundFunction[] {
    if (this.#bases.has(name)) {
      const made = ['constructor', '__init__', 'initialize', '__construct', 'new'].flatMap(
        (each): readonly FoundFunction[] => this.#byName.get(each) ?? none,
      );
      const own = made.filter((found) => found.function.owner === name);
      if (own.length > 0) return own;
    }
    const module = this.#units[unit]?.imports.modules.get(name);
    if (module !== undefined) {
      const sought = this.#byName.get(module.member ?? name) ?? this.#byName.get(name) ?? none;
      const inFile = sought.filter((found) => this.#isIn(unit, found, module.file));
      if (inFile.length > 0) return inFile;
    }
    return (this.#byName.get(name) ?? none).filter(
      ({ unit: other, function: { owner } }) => owner === undefined && this.sees(unit, other, name),
    );
  }

  #methods(known: readonly FoundFunction[], owner: string): readonly FoundFunction[] {
    let owners: readonly string[] = [owner];
    for (let depth = 0; depth < 4 && owners.length > 0; depth += 1) {
      const own = known.filter((found) => owners.includes(found.function.owner ?? ''));
      if (own.length > 0) return own;
      owners = owners.flatMap((each) => this.#bases.get(each) ?? []).slice(0, maxCandidates);
    }
    return none;
  }

  #ownClass(unit: number, scope: number): string | undefined {
    const functions = this.#units[unit]?.program.functions ?? [];
    let at = scope;
    for (let depth = 0; at > 0 && depth < 24; depth += 1) {
      const found = functions[at - 1];
      if (found?.owner !== undefined) return found.owner;
      at = found?.parent ?? 0;
    }
    return undefined;
  }

  #isIn(unit: number, { unit: other }: FoundFunction, file: string): boolean {
    const [here, there] = [this.#units[unit], this.#units[other]];
    return there !== undefined && here?.language === there.language && this.#files[other] === file;
  }

  /** Whether a unit imports anything from another. */
  importsFrom(unit: number, other: number): boolean {
    const [here, there] = [this.#units[unit], this.#units[other]];
    if (here === undefined || there === undefined || here.language !== there.language) return false;
    if (here.path === there.path || sharesNames.has(here.language)) return true;
    return this.#importedFiles[unit]?.has(this.#files[other] ?? '') === true;
  }
}

const none: readonly never[] = [];
const maxUnknown = 3;
const maxAnswers = 50_000;

/** Languages in which all files of a program share their functions. */
const sharesNames = new Set(['ruby', 'php', 'perl', 'go', 'applescript']);

/** Methods of lists, tables, texts and clients: the object decides what they are. */
const ofEveryLibrary = new Set(
  'get set add has delete clear keys values entries map filter forEach reduce find some every push pop shift unshift slice splice concat join split replace trim match test exec toString then catch finally read write close open append extend update items copy format encode decode strip lower upper post put patch request fetch log info warn error debug constructor __init__ initialize'.split(
    ' ',
  ),
);

export function isOwnObject(name: string): boolean {
  return name === 'self' || name === 'this' || name === '$this' || name === 'cls';
}

/** The first name of a path. */
export function rootOf(path: string): string {
  const end = path.search(/\??\.|->|::|&\./);
  return end === -1 ? path : path.slice(0, end);
}

export function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('>'), path.lastIndexOf(':')) + 1);
}
