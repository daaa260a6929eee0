/*
 * The graph of a package: every name of every function is a value, and edges say which values reach which others. Origins
 * and texts are carried along the edges until nothing changes. Each value can gain only a few of them, so the effort
 * grows with the number of edges.
 */

import { unionOfOrigins } from '../file-origins.js';
import type { Origin } from '../step.js';
import { resultName } from './facts.js';
import type { Slice } from './slice.js';
import { asRead, isSecretVariable, secretOrigin } from './sources.js';
import type { TextValue, Use, Value } from './value.js';

/** A piece of code with its facts: a file, or a block of a document. */
export interface Unit {
  readonly facts: Slice;
  /** The file; blocks of a document see the names of its other blocks. */
  readonly path: string;
  readonly language: string;
}

/** What can reach a value. */
export interface Reach {
  readonly origins: readonly Origin[];
  readonly texts: readonly TextValue[];
  readonly isConnection: boolean;
}

interface Edge {
  readonly to: number;
  readonly isEncoded: boolean;
  readonly isLogin: boolean;
  readonly isReceiver: boolean;
  readonly isRead: boolean;
  /** What is selected of the value: `.strip` of `key.strip()`. */
  readonly part: string;
  readonly index: string | undefined;
}

const plainEdge = {
  isEncoded: false,
  isLogin: false,
  isReceiver: false,
  isRead: false,
  part: '',
  index: undefined,
} as const;

const maxTexts = 6;

export class FlowGraph {
  readonly #units: readonly Unit[];
  readonly #nodes = new Map<string, number>();
  readonly #origins: (readonly Origin[])[] = [];
  readonly #texts: (readonly TextValue[])[] = [];
  readonly #connections: boolean[] = [];
  readonly #edges: Edge[][] = [];
  /** The functions of the package by name, with their unit. */
  readonly #functions = new Map<string, { readonly unit: number; readonly index: number }[]>();
  /** The units that define a name outside of functions. */
  readonly #owners = new Map<string, number[]>();

  constructor(units: readonly Unit[]) {
    this.#units = units;
    for (const [index, unit] of units.entries()) this.#define(unit, index);
    for (const [index, unit] of units.entries()) this.#link(unit, index);
    this.#spread();
  }

  /** What can reach a value of a unit, by the names it uses and what it reads itself. */
  reachOf(unit: number, scope: number, value: Value): Reach {
    let origins: readonly Origin[] = unionOfOrigins([value.origins]);
    let texts: readonly TextValue[] = value.texts;
    let isConnection = value.opensConnection;
    const add = (node: number, edge: Omit<Edge, 'to'>) => {
      origins = unionOfOrigins([origins, changed(this.#origins[node] ?? [], edge)]);
      texts = [...texts, ...(this.#texts[node] ?? [])];
      isConnection ||= this.#connections[node] === true;
    };
    for (const use of value.uses)
      if (!this.#passesFunction(unit, use))
        for (const [node, part] of this.#resolve(unit, scope, use.name)) add(node, { ...use, part });
    for (const name of value.results) for (const node of this.#results(unit, name)) add(node, plainEdge);
    return { origins, texts: texts.slice(0, 24), isConnection };
  }

  /** What can reach a name of a unit. */
  reachOfName(unit: number, scope: number, name: string): Reach {
    const use: Use = { name, ...plainEdge, through: [] };
    return this.reachOf(unit, scope, {
      uses: [use],
      origins: [],
      texts: [],
      results: [],
      opensConnection: false,
    });
  }

  #define({ facts }: Unit, unit: number): void {
    for (const { scope, targets, isAddition } of facts.assignments)
      for (const target of isAddition ? [] : targets) this.#node(unit, isShared(target) ? 0 : scope, target);
    for (const [index, { name, parameters, scope }] of facts.program.functions.entries()) {
      for (const parameter of parameters) this.#node(unit, scope, parameter);
      if (name === undefined) continue;
      const own = this.#functions.get(lastPart(name));
      if (own === undefined) this.#functions.set(lastPart(name), [{ unit, index }]);
      else if (own.length < 8) own.push({ unit, index });
    }
  }

  #link({ facts }: Unit, unit: number): void {
    for (const { scope, targets, value, isLogin, isAddition } of facts.assignments) {
      for (const target of targets.slice(0, 12)) {
        const known = isAddition ? this.#resolveExactly(unit, scope, target)[0] : undefined;
        const to = known ?? this.#node(unit, isShared(target) ? 0 : scope, target);
        this.#feed(unit, scope, value, to, isLogin);
        // `config.key = x` also changes what `config` holds.
        const root = rootOf(target);
        if (root !== target && !isShared(target))
          this.#feed(unit, scope, value, this.#node(unit, scope, root), isLogin);
      }
    }
    for (const { scope, callee, args } of facts.calls) {
      for (const { unit: other, index } of this.#functionsNamed(unit, callee)) {
        const called = this.#units[other]?.facts.program.functions[index];
        if (called === undefined || called.parameters.length === 0) continue;
        for (const [at, { value, key }] of args.entries()) {
          const named = key === undefined ? undefined : called.parameters.find((each) => each === key);
          const parameter = named ?? called.parameters[Math.min(at, called.parameters.length - 1)];
          if (parameter !== undefined)
            this.#feed(unit, scope, value, this.#node(other, called.scope, parameter), false);
        }
      }
    }
  }

  /** Adds what a value holds to a node, now or by edges. */
  #feed(unit: number, scope: number, value: Value, to: number, isLogin: boolean): void {
    const own = isLogin ? value.origins.map(asLogin) : value.origins;
    this.#origins[to] = unionOfOrigins([this.#origins[to] ?? [], own]);
    this.#texts[to] = mergedTexts(this.#texts[to] ?? [], value.texts);
    if (value.opensConnection) this.#connections[to] = true;
    for (const use of value.uses) {
      if (this.#passesFunction(unit, use)) continue;
      for (const [from, part] of this.#resolve(unit, scope, use.name))
        if (from !== to) this.#edges[from]?.push({ ...use, isLogin: use.isLogin || isLogin, to, part });
    }
    for (const name of value.results)
      for (const from of this.#results(unit, name)) this.#edges[from]?.push({ ...plainEdge, to, isLogin });
  }

  #spread(): void {
    const waiting = this.#origins.map((_, node) => node);
    const isWaiting = waiting.map(() => true);
    for (let next = 0; next < waiting.length; next += 1) {
      const node = waiting[next] ?? 0;
      isWaiting[node] = false;
      const origins = this.#origins[node] ?? [];
      const texts = this.#texts[node] ?? [];
      const isConnection = this.#connections[node] === true;
      if (origins.length === 0 && texts.length === 0 && !isConnection) continue;
      for (const edge of this.#edges[node] ?? []) {
        const { to } = edge;
        const before = this.#origins[to] ?? [];
        const after = unionOfOrigins([before, changed(origins, edge)]);
        const ownTexts = this.#texts[to] ?? [];
        const moreTexts = mergedTexts(ownTexts, texts);
        const isNew =
          after.length > before.length ||
          moreTexts.length > ownTexts.length ||
          (isConnection && this.#connections[to] !== true);
        if (!isNew) continue;
        this.#origins[to] = after;
        this.#texts[to] = moreTexts;
        if (isConnection) this.#connections[to] = true;
        if (isWaiting[to] === true) continue;
        isWaiting[to] = true;
        waiting.push(to);
      }
    }
  }

  /** Whether the value is an argument of a function of the package, so that its parameters carry it on. */
  #passesFunction(unit: number, { through }: Use): boolean {
    return through.some((name) => this.#functionsNamed(unit, name).length > 0);
  }

  #functionsNamed(
    unit: number,
    callee: string,
  ): readonly { readonly unit: number; readonly index: number }[] {
    const name = lastPart(callee);
    const known = this.#functions.get(name);
    if (known === undefined) return [];
    const own = known.filter((found) => this.#sees(unit, found.unit, callee));
    return own;
  }

  /** Whether code of a unit can mean a name of another. */
  #sees(unit: number, other: number, name: string): boolean {
    if (unit === other) return true;
    const [here, there] = [this.#units[unit], this.#units[other]];
    if (here === undefined || there === undefined || here.language !== there.language) return false;
    if (here.path === there.path) return true;
    const { imported } = here.facts;
    return imported.has(name) || imported.has(rootOf(name)) || sharesNames.has(here.language);
  }

  #results(unit: number, callee: string): readonly number[] {
    return this.#functionsNamed(unit, callee).flatMap(({ unit: other, index }) => {
      const found = this.#units[other]?.facts.program.functions[index];
      const node = found && this.#nodes.get(keyOf(other, found.scope, resultName));
      return node === undefined ? [] : [node];
    });
  }

  /** The values that a path can mean, and the part of the path that selects something of them. */
  #resolve(unit: number, scope: number, name: string): readonly (readonly [node: number, part: string])[] {
    const found = this.#resolveExactly(unit, scope, name);
    const root = rootOf(name);
    if (found.length > 0 || root === name) return found.map((node) => [node, '']);
    return this.#resolveExactly(unit, scope, root).map((node) => [node, name.slice(root.length)]);
  }

  #resolveExactly(unit: number, scope: number, name: string): readonly number[] {
    const functions = this.#units[unit]?.facts.program.functions ?? [];
    let at: number | undefined = isShared(name) ? 0 : scope;
    for (let depth = 0; at !== undefined && depth < 12; depth += 1) {
      const node = this.#nodes.get(keyOf(unit, at, name));
      if (node !== undefined) return [node];
      at = at === 0 ? undefined : functions[at - 1]?.parent;
    }
    return (this.#owners.get(lastPart(name)) ?? [])
      .filter((other) => other !== unit && this.#sees(unit, other, name))
      .flatMap((other) => this.#nodes.get(keyOf(other, 0, lastPart(name))) ?? []);
  }

  #node(unit: number, scope: number, name: string): number {
    const key = keyOf(unit, scope, name);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#origins.length;
    this.#nodes.set(key, node);
    this.#origins.push([]);
    this.#texts.push([]);
    this.#connections.push(false);
    this.#edges.push([]);
    if (scope === 0) {
      const owners = this.#owners.get(name);
      if (owners === undefined) this.#owners.set(name, [unit]);
      else if (owners.length < 8 && !owners.includes(unit)) owners.push(unit);
    }
    return node;
  }
}

/** Languages in which all files of a program share their functions. */
const sharesNames = new Set(['ruby', 'php', 'perl', 'go', 'applescript']);

function keyOf(unit: number, scope: number, name: string): string {
  return `${unit} ${scope} ${name}`;
}

/** Fields of an object are shared by its methods. */
function isShared(name: string): boolean {
  return /^(?:self\.|this\.|\$this->|@)/.test(name);
}

function rootOf(path: string): string {
  if (isShared(path)) return /^(?:self\.|this\.|\$this->|@)\w*/.exec(path)?.[0] ?? path;
  const end = path.search(/\??\.|->|::/);
  return end <= 0 ? path : path.slice(0, end);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('>'), path.lastIndexOf(':')) + 1);
}

function changed(
  origins: readonly Origin[],
  { isEncoded, isLogin, isReceiver, isRead, part, index }: Omit<Edge, 'to'>,
): readonly Origin[] {
  if (!isEncoded && !isLogin && !isReceiver && !isRead && part === '' && index === undefined) return origins;
  const variable = index ?? /^\??\.([A-Z][A-Z\d_]+)/.exec(part)?.[1];
  const keepsSecrets =
    part === '' ||
    part
      .split(/\??\.|->|::/)
      .every((member) => member === '' || keeps.test(member) || isSecretVariable(member));
  return origins.flatMap((origin) => {
    // One variable of the environment is not the environment.
    if (origin.kind === 'private' && variable !== undefined && origin.location.what === 'the environment')
      return secretOrigin(variable) ?? [];
    if (origin.kind !== 'secret') return [isRead ? asRead(origin) : origin];
    if (!keepsSecrets || (isReceiver && origin.isLogin === true)) return [];
    const flagged = isLogin ? asLogin(origin) : origin;
    return [isEncoded ? { ...flagged, isEncoded: true } : flagged];
  });
}

/** Members of a text, a list or a table that have its content; what an object does with a secret is unknown. */
const keeps =
  /^(?:strip|trim|encode|decode|toString|to_s|str|replace|split|join|slice|substring|substr|lower|upper|toLowerCase|toUpperCase|format|hex|items|values|keys|get|entries|map|filter|forEach|each|concat|copy|data|text|value|values|body|content|contents|payload|env|key|secret|password|token|credentials?|Bytes|String|dup|freeze|sub|gsub|chomp|first|last|pop|shift|at|reverse|flat|push|append|stringify|read|result|output|stdout)$/i;

function asLogin(origin: Origin): Origin {
  return origin.kind === 'secret' ? { ...origin, isLogin: true } : origin;
}

function mergedTexts(known: readonly TextValue[], added: readonly TextValue[]): readonly TextValue[] {
  if (added.length === 0 || known.length >= maxTexts) return known;
  // Addresses come first, because only they decide anything.
  const fresh = added.filter(({ text }) => /:\/\//.test(text) && !known.some((own) => own.text === text));
  return fresh.length === 0 ? known : [...known, ...fresh].slice(0, maxTexts);
}
