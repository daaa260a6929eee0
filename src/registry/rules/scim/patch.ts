/*
 * PATCH of SCIM (RFC 7644, 3.5.2) on a resource, in all forms that identity providers send: operations in any case, a value
 * without a path (whose keys may be paths themselves), a path into values like `emails[type eq "work"].value`, one value
 * or a list of them. What the registry does not store is ignored, as the standard allows. The result is checked like the
 * body of a PUT.
 */

import { isObject } from '../../../text/shape.js';
import { attributeName, comparisonsIn, type Filter, matchesFilter, parseFilter } from './filter.js';
import { invalidPath, invalidValue, tooMany } from './scim-fault.js';

/** How an attribute is stored: one value, an object of them, or a list of objects with a `value`. */
export type AttributeShape = 'single' | 'complex' | 'multiple';

/** The attributes of a kind of resource, in the case of the standard. */
export type Attributes = Readonly<Record<string, AttributeShape>>;

export type Resource = Readonly<Record<string, unknown>>;

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | undefined;
  readonly value: unknown;
}

const maxOperations = 500;
/** Comparisons of one PATCH: every filter in a path is asked about every value of a list. A second of work at most. */
const maxComparisons = 5_000_000;

/** Throws for what is no list of operations. */
export function applyPatch(attributes: Attributes, resource: Resource, body: unknown): Resource {
  const patched: Record<string, unknown> = structuredClone(resource);
  let left = maxComparisons;
  const apply = (op: Operation['op'], path: string, value: unknown) => {
    left -= comparisonsAt(patched, path);
    if (left < 0) throw tooMany('the operations are about too many values: send fewer at once');
    applyAt(attributes, patched, op, path, value);
  };
  for (const { op, path, value } of operationsIn(body)) {
    if (path !== undefined) apply(op, path, value);
    else if (isObject(value)) for (const [key, each] of Object.entries(value)) apply(op, key, each);
    else throw invalidValue('an operation without a path must have an object as its value');
  }
  return patched;
}

function operationsIn(body: unknown): readonly Operation[] {
  const given = fieldOf(body, 'operations');
  if (!Array.isArray(given) || given.length === 0 || given.length > maxOperations)
    throw invalidValue(`a PATCH has a list of 1 to ${maxOperations} Operations`);
  return given.map((each) => {
    const op = String(fieldOf(each, 'op')).toLowerCase();
    const path = fieldOf(each, 'path');
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalidValue('the op of an operation is add, replace or remove');
    if (op === 'remove' && (typeof path !== 'string' || path === ''))
      throw invalidPath('the operation remove needs one');
    return {
      op,
      path: typeof path === 'string' && path !== '' ? path : undefined,
      value: fieldOf(each, 'value'),
    };
  });
}

/** The value of a key in any case; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** At least one for each value of a list, and the more the longer the filter is. */
function comparisonsAt(resource: Resource, text: string): number {
  const path = readPath(text);
  const list = path && fieldOf(resource, path.attribute);
  if (!path || !Array.isArray(list)) return 0;
  return list.length * (path.filter === undefined ? 0.2 : comparisonsIn(path.filter));
}

interface Path {
  readonly attribute: string;
  readonly filter: Filter | undefined;
  readonly part: string | undefined;
}

const pathPattern = /^([A-Za-z]\w*)(?:\[([^\]]*)\])?(?:\.([A-Za-z$]\w*))?$/;

function applyAt(
  attributes: Attributes,
  resource: Record<string, unknown>,
  op: Operation['op'],
  text: string,
  value: unknown,
): void {
  const path = readPath(text);
  const name = path && Object.keys(attributes).find((known) => known.toLowerCase() === path.attribute);
  if (path === undefined || name === undefined) return;
  switch (attributes[name]) {
    case 'single':
      if (op === 'remove') delete resource[name];
      else resource[name] = value;
      return;
    case 'complex':
      resource[name] = changedObject(resource[name], op, path.part, value);
      return;
    case 'multiple': {
      const current = Array.isArray(resource[name]) ? resource[name] : [];
      resource[name] = changedValues(current, op, path, value);
      return;
    }
    default:
      return;
  }
}

/** Undefined for an attribute of an extension, which is not stored. */
function readPath(text: string): Path | undefined {
  const plain = text.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '');
  if (/^urn:/i.test(plain)) return undefined;
  const [, attribute, filter, part] = pathPattern.exec(plain.trim()) ?? [];
  if (attribute === undefined) throw invalidPath(text.slice(0, 100));
  return {
    attribute: attributeName(attribute),
    filter: filter === undefined ? undefined : parseFilter(filter),
    part,
  };
}

function changedObject(
  current: unknown,
  op: Operation['op'],
  part: string | undefined,
  value: unknown,
): unknown {
  const before = isObject(current) ? current : {};
  if (part === undefined) {
    if (op === 'remove') return undefined;
    return isObject(value) ? { ...before, ...value } : value;
  }
  const others = Object.entries(before).filter(([key]) => key.toLowerCase() !== part.toLowerCase());
  return Object.fromEntries(op === 'remove' ? others : [...others, [part, value]]);
}

function changedValues(
  current: readonly unknown[],
  op: Operation['op'],
  { filter, part }: Path,
  value: unknown,
): readonly unknown[] {
  if (filter === undefined && part === undefined) return changedList(current, op, value);
  const isMeant = (each: unknown) => filter === undefined || matchesFilter(filter, each);
  if (op === 'remove' && part === undefined) return current.filter((each) => !isMeant(each));
  if (current.some(isMeant) || op === 'remove')
    return current.map((each) => (isMeant(each) ? changedObject(each, op, part, value) : each));
  // There is none yet: it begins with what the filter says about it.
  return [...current, changedObject(filter ? described(filter) : {}, op, part, value)];
}

function changedList(current: readonly unknown[], op: Operation['op'], value: unknown): readonly unknown[] {
  const given = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  const values = given.map((each) => (isObject(each) ? each : { value: each }));
  const keys = new Set(values.map((each) => fieldOf(each, 'value')));
  const isGiven = (each: unknown) => keys.has(fieldOf(each, 'value'));
  switch (op) {
    case 'replace':
      return values;
    case 'add':
      return [...current.filter((each) => !isGiven(each)), ...values];
    case 'remove':
      return given.length === 0 ? [] : current.filter((each) => !isGiven(each));
    default:
      return op satisfies never;
  }
}

function described(filter: Filter): Resource {
  if (filter.kind === 'and') return { ...described(filter.left), ...described(filter.right) };
  return filter.kind === 'compare' && filter.operator === 'eq' ? { [filter.attribute]: filter.value } : {};
}
