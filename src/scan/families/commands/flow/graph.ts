/*
 * The graph of a package: every name of every function is a value, and edges say which values reach which others. Origins
 * and texts are carried along the edges until nothing changes. Each value can gain only a few of them, so the effort
 * grows with the number of edges.
 */

import { unionOfOrigins } from '../file-origins.js';
import type { Origin } from '../step.js';
import { valueFor } from './arguments.js';
import { resultName } from './facts.js';
import { type FunctionsCalled, isOwnObject, lastPart, rootOf } from './functions-called.js';
import type { Slice, SlicedPackage } from './slice.js';
import { asRead, isSecretVariable, secretOrigin } from './sources.js';
import type { TextValue, Use, Value } from './value.js';

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

/** A value, and the part of a path that selects something of it. */
type Selected = readonly [node: number, part: string];

export class FlowGraph {
  readonly #slices: readonly Slice[];
  readonly #functions: FunctionsCalled;
  readonly #nodes = new Map<string, number>();
  readonly #origins: (readonly Origin[])[] = [];
  readonly #texts: (readonly TextValue[])[] = [];
  readonly #connections: boolean[] = [];
  readonly #edges: Edge[][] = [];
  /** The units that define a name outside of functions. */
  readonly #owners = new Map<string, number[]>();

  constructor({ slices, functions }: SlicedPackage) {
    this.#slices = slices;
    this.#functions = functions;
    for (const [index, slice] of slices.entries()) this.#define(slice, index);
    for (const [index, slice] of slices.entries()) this.#link(slice, index);
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
      if (!this.#passesFunction(unit, scope, use))
        for (const [node, part] of this.#resolve(unit, scope, use)) add(node, { ...use, part });
    for (const name of value.results)
      for (const node of this.#results(unit, scope, name)) add(node, plainEdge);
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

  #define({ assignments, unit: { program } }: Slice, unit: number): void {
    for (const { parameters, scope } of program.functions)
      for (const { name } of parameters) this.#node(unit, scope, name);
    for (const { scope, targets, isAddition, isFields } of assignments)
      for (const target of isAddition ? [] : targets) {
        this.#targetNode(unit, scope, isFields === true ? `${target}.*` : target);
        const root = rootOf(target);
        if (root !== target && !isOwnObject(root)) this.#node(unit, scope, `${root}.*`);
      }
    for (const { scope, targets, isAddition } of assignments)
      for (const target of isAddition ? targets : [])
        if (this.#exactly(unit, scope, target).length === 0) this.#targetNode(unit, scope, target);
  }

  #link({ assignments, calls }: Slice, unit: number): void {
    for (const { scope, targets, value, isLogin, isAddition, isFields } of assignments) {
      for (const target of targets.slice(0, 12)) {
        const known = isAddition ? this.#exactly(unit, scope, target)[0] : undefined;
        const name = isFields === true ? `${target}.*` : target;
        this.#feed(unit, scope, value, known ?? this.#targetNode(unit, scope, name), isLogin);
        // `config.key = x` also changes what `config` holds as a whole.
        const root = rootOf(target);
        if (root !== target && !isOwnObject(root))
          this.#feed(unit, scope, value, this.#node(unit, scope, `${root}.*`), isLogin);
      }
    }
    for (const { scope, callee, args } of calls)
      for (const { unit: other, function: called } of this.#functions.of(unit, scope, callee)) {
        for (const [at, argument] of args.entries())
          for (const parameter of called.parameters)
            for (const value of valueFor(argument, at, parameter, called.parameters))
              this.#feed(unit, scope, value, this.#node(other, called.scope, parameter.name), false);
      }
  }

  /** Adds what a value holds to a node, now or by edges. */
  #feed(unit: number, scope: number, value: Value, to: number, isLogin: boolean): void {
    const own = isLogin ? value.origins.map(asLogin) : value.origins;
    this.#origins[to] = unionOfOrigins([this.#origins[to] ?? [], own]);
    this.#texts[to] = mergedTexts(this.#texts[to] ?? [], value.texts);
    if (value.opensConnection) this.#connections[to] = true;
    for (const use of value.uses) {
      if (this.#passesFunction(unit, scope, use)) continue;
      for (const [from, part] of this.#resolve(unit, scope, use))
        if (from !== to) this.#edges[from]?.push({ ...use, isLogin: use.isLogin || isLogin, to, part });
    }
    for (const name of value.results)
      for (const from of this.#results(unit, scope, name))
        this.#edges[from]?.push({ ...plainEdge, to, isLogin });
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
  #passesFunction(unit: number, scope: number, { through }: Use): boolean {
    return through.some((name) => this.#functions.of(unit, scope, name).length > 0);
  }

  #results(unit: number, scope: number, callee: string): readonly number[] {
    return this.#functions.of(unit, scope, callee).flatMap(({ unit: other, function: found }) => {
      const node = this.#nodes.get(keyOf(other, found.scope, resultName));
      return node === undefined ? [] : [node];
    });
  }

  /** The values that a use can mean. */
  #resolve(unit: number, scope: number, { name, index, isReceiver }: Use): readonly Selected[] {
    const root = rootOf(name);
    if (root === name) {
      const field = index === undefined ? [] : this.#exactly(unit, scope, `${name}.${index}`);
      const whole = this.#exactly(unit, scope, name);
      const all = field.length > 0 ? [...field, ...whole] : [...whole, ...this.#fields(unit, scope, name)];
      return all.map((node) => [node, '']);
    }
    if (!isReceiver) {
      const exact = this.#exactly(unit, scope, name).map((node): Selected => [node, '']);
      const whole = this.#exactly(unit, scope, root).map((node): Selected => [node, name.slice(root.length)]);
      return exact.length > 0 || whole.length > 0
        ? [...exact, ...whole]
        : this.#selected(unit, scope, name, root);
    }
    // A method gets the whole object before it.
    const object = name.slice(0, name.length - lastPart(name).length).replace(/(?:\??\.|->|::|&\.)$/, '');
    const method = name.slice(object.length);
    const own = [...this.#exactly(unit, scope, object), ...this.#fields(unit, scope, object)];
    if (own.length > 0 || object === root) return own.map((node) => [node, method]);
    const whole = [...this.#exactly(unit, scope, root), ...this.#fields(unit, scope, root)];
    return whole.length > 0
      ? whole.map((node) => [node, name.slice(root.length)])
      : this.#selected(unit, scope, name, root);
  }

  /** Fields of the object itself, with what is selected of them: `self.rows.join`. */
  #selected(unit: number, scope: number, name: string, root: string): readonly Selected[] {
    if (!isOwnObject(root) && this.#functions.classOf(unit, scope, root) === undefined) return [];
    const field = /^[^.>:]+(?:\??\.|->|::)[$@\w]*/.exec(name)?.[0] ?? name;
    return this.#exactly(unit, scope, field).map((node) => [node, name.slice(field.length)]);
  }

  #fields(unit: number, scope: number, name: string): readonly number[] {
    return this.#exactly(unit, scope, `${name}.*`);
  }

  #exactly(unit: number, scope: number, name: string): readonly number[] {
    const field = this.#fieldKey(unit, scope, name);
    if (field !== undefined) {
      const node = this.#nodes.get(field);
      return node === undefined ? [] : [node];
    }
    const functions = this.#slices[unit]?.unit.program.functions ?? [];
    let at: number | undefined = scope;
    for (let depth = 0; at !== undefined && depth < 12; depth += 1) {
      const node = this.#nodes.get(keyOf(unit, at, name));
      if (node !== undefined) return [node];
      at = at === 0 ? undefined : functions[at - 1]?.parent;
    }
    const root = rootOf(name);
    const sought = root === name ? name : name.slice(root.length).replace(/^(?:\??\.|->|::)/, '');
    return (this.#owners.get(sought) ?? this.#owners.get(name) ?? [])
      .filter((other) => other !== unit && this.#functions.sees(unit, other, root))
      .flatMap(
        (other) => this.#nodes.get(keyOf(other, 0, sought)) ?? this.#nodes.get(keyOf(other, 0, name)) ?? [],
      );
  }

  #targetNode(unit: number, scope: number, target: string): number {
    const field = this.#fieldKey(unit, scope, target);
    return field === undefined ? this.#node(unit, scope, target) : this.#nodeOf(field);
  }

  /** Fields of an object are shared by everything that has an object of its class. */
  #fieldKey(unit: number, scope: number, name: string): string | undefined {
    if (name.startsWith('@')) return `field ${this.#functions.classOf(unit, scope, 'self') ?? unit}#${name}`;
    const root = rootOf(name);
    if (root === name) return undefined;
    const owner = this.#functions.classOf(unit, scope, root);
    if (owner === undefined && !isOwnObject(root)) return undefined;
    return `field ${owner ?? unit}#${name.slice(root.length).replace(/^(?:\??\.|->|::)/, '')}`;
  }

  #node(unit: number, scope: number, name: string): number {
    const key = keyOf(unit, scope, name);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    if (scope === 0) {
      const owners = this.#owners.get(name);
      if (owners === undefined) this.#owners.set(name, [unit]);
      else if (owners.length < 8 && !owners.includes(unit)) owners.push(unit);
    }
    return this.#nodeOf(key);
  }

  #nodeOf(key: string): number {
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#origins.length;
    this.#nodes.set(key, node);
    this.#origins.push([]);
    this.#texts.push([]);
    this.#connections.push(false);
    this.#edges.push([]);
    return node;
  }
}

function keyOf(unit: number, scope: number, name: string): string {
  return `${unit} ${scope} ${name}`;
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
