/*
 * Which function each name belongs to, without reading any statement in full: parameters, and names that are assigned,
 * looped over or imported. Also the class of a variable whose value is made in the same place.
 */

import { markCode, markKind, nameKind } from './lexer.js';
import type { Program } from './program.js';
import { syntaxes } from './syntax.js';

const scopeFactor = 2 ** 21;

export class Declarations {
  readonly #program: Program;
  readonly #declared = new Set<number>();
  readonly #classes = new Map<number, number>();

  constructor(program: Program, classNames: ReadonlySet<number>) {
    this.#program = program;
    const { functions, table } = program;
    for (const { parameters, scope } of functions)
      for (const { name } of parameters) this.#declare(scope, table.names.idOf(name));
    if (program.syntax === syntaxes.javascript) this.#readWords(classNames);
    else this.#readAssignments(classNames);
  }

  /** The scope that a name means in another: the nearest one that declares it, or 0. */
  scopeOf(name: number, from: number): number {
    const { functions } = this.#program;
    let scope = from;
    for (let depth = 0; scope > 0 && depth < 24; depth += 1) {
      if (this.#declared.has(keyOf(scope, name))) return scope;
      scope = functions[scope - 1]?.parent ?? 0;
    }
    return 0;
  }

  declares(name: number, scope: number): boolean {
    return this.#declared.has(keyOf(scope, name));
  }

  /** The class of the object that a name holds, if it is made where the name gets its value. */
  classOf(name: number, from: number): number | undefined {
    return this.#classes.get(keyOf(this.scopeOf(name, from), name));
  }

  #declare(scope: number, name: number): void {
    this.#declared.add(keyOf(scope, name));
  }

  /** `const name`, `let { a, b }`. */
  #readWords(classNames: ReadonlySet<number>): void {
    const { table, statements } = this.#program;
    const { kinds, codes, names } = table;
    const words = new Set(['const', 'let', 'var'].map((word) => names.idOf(word)));
    for (const { start, end, scope } of statements) {
      for (let at = start; at < end; at += 1) {
        if (kinds[at] !== nameKind || !words.has(codes[at] ?? -1)) continue;
        at += 1;
        if (kinds[at] === nameKind) {
          this.#declare(scope, codes[at] ?? 0);
          if (classNames.size > 0) this.#readClass(at, end, scope, classNames);
          continue;
        }
        let depth = 0;
        for (; at < end; at += 1) {
          const mark = kinds[at] === markKind ? (codes[at] ?? 0) : 0;
          if (openings.has(mark)) depth += 1;
          if (closings.has(mark)) depth -= 1;
          if (kinds[at] === nameKind) this.#declare(scope, codes[at] ?? 0);
          if (depth <= 0) break;
        }
      }
    }
  }

  /** `a, b = ...`, `for a in ...`, `with ... as a`. */
  #readAssignments(classNames: ReadonlySet<number>): void {
    const { table, statements } = this.#program;
    const { kinds, codes, lasts, names } = table;
    const loops = new Set(['for', 'foreach'].map((word) => names.idOf(word)));
    const ends = new Set(['in', 'range'].map((word) => names.idOf(word)));
    const as = names.idOf('as');
    const outer = new Set(['global', 'nonlocal'].map((word) => names.idOf(word)));
    for (const { start, end, scope } of statements) {
      if (kinds[start] === nameKind && outer.has(codes[start] ?? -1)) continue;
      let depth = 0;
      let isLoop = false;
      for (let at = start; at < end; at += 1) {
        const code = codes[at] ?? 0;
        if (kinds[at] === markKind) {
          if (openings.has(code)) depth += 1;
          if (closings.has(code)) depth -= 1;
          if (depth !== 0 || !assigns.has(code)) continue;
          for (let target = start; target < at; target += 1)
            if (kinds[target] === nameKind && lasts[target] === codes[target])
              this.#declare(scope, codes[target] ?? 0);
          if (classNames.size > 0 && kinds[at - 1] === nameKind)
            this.#readClass(at - 1, end, scope, classNames);
        } else if (kinds[at] === nameKind) {
          if (loops.has(code)) isLoop = true;
          else if (ends.has(code)) isLoop = false;
          else if (isLoop || (at > start && kinds[at - 1] === nameKind && codes[at - 1] === as))
            this.#declare(scope, code);
        }
      }
    }
  }

  /** `name = new Class(`, `name = Class(`, `name = Class.new`. */
  #readClass(name: number, end: number, scope: number, classNames: ReadonlySet<number>): void {
    const { kinds, codes } = this.#program.table;
    if (kinds[name + 1] !== markKind || !assigns.has(codes[name + 1] ?? 0)) return;
    for (let at = name + 2; at < end && at < name + 5 && kinds[at] === nameKind; at += 1)
      if (classNames.has(codes[at] ?? -1)) {
        this.#classes.set(keyOf(scope, codes[name] ?? 0), codes[at] ?? 0);
        return;
      }
  }
}

function keyOf(scope: number, name: number): number {
  return scope * scopeFactor + name;
}

const openings = new Set('( [ {'.split(' ').map(markCode));
const closings = new Set(') ] }'.split(' ').map(markCode));
const assigns = new Set('= := .= += ||= ??='.split(' ').map(markCode));
