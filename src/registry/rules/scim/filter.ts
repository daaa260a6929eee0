/*
 * Filters of SCIM (RFC 7644, 3.4.2.2): comparisons of attributes, `pr`, `and`, `or`, `not`, parentheses and a filter of the
 * values of an attribute, such as `emails[type eq "work"]`. Names of attributes and operators have no case. A filter comes
 * from outside, so its length and depth are limited.
 */

import { isObject } from '../../../text/shape.js';
import { isStorable } from '../http/check-input.js';
import { invalidFilter } from './scim-fault.js';

/** Attributes are as `attributeName` writes them. */
export type Filter =
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly operator: Operator;
      readonly value: Literal;
    }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'values'; readonly attribute: string; readonly filter: Filter }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly filter: Filter };

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
type Operator = (typeof operators)[number];
type Literal = string | number | boolean | null;

const maxLength = 1_000;
const maxDepth = 10;
/** Each is made for every user; providers send one to three. */
const maxComparisons = 20;

/** Throws where the text is no filter. */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw invalidFilter(`it has more than ${maxLength} characters`);
  const words = wordsOf(text);
  const reader = { words, at: 0, comparisons: 0 };
  const filter = readOr(reader, 0);
  if (reader.at < words.length) throw invalidFilter(`nothing is expected at ${words[reader.at]}`);
  return filter;
}

interface Reader {
  readonly words: readonly string[];
  at: number;
  comparisons: number;
}

const wordPattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/gy;

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    wordPattern.lastIndex = at;
    const match = wordPattern.exec(text);
    if (match === null) throw invalidFilter('a text in it does not end');
    words.push(match[1] ?? match[2] ?? match[3] ?? '');
    at = wordPattern.lastIndex;
  }
  return words;
}

function readOr(reader: Reader, depth: number): Filter {
  if (depth > maxDepth) throw invalidFilter(`it is nested more than ${maxDepth} levels deep`);
  let left = readAnd(reader, depth);
  while (takeWord(reader, 'or')) left = { kind: 'or', left, right: readAnd(reader, depth) };
  return left;
}

function readAnd(reader: Reader, depth: number): Filter {
  let left = readOne(reader, depth);
  while (takeWord(reader, 'and')) left = { kind: 'and', left, right: readOne(reader, depth) };
  return left;
}

function readOne(reader: Reader, depth: number): Filter {
  if (takeWord(reader, 'not')) {
    expectWord(reader, '(');
    return { kind: 'not', filter: readGroup(reader, depth, ')') };
  }
  if (takeWord(reader, '(')) return readGroup(reader, depth, ')');
  const word = nextWord(reader);
  if (!attributePattern.test(word)) throw invalidFilter(`${word} is no attribute`);
  const attribute = attributeName(word);
  if (takeWord(reader, '[')) return readValues(reader, depth, attribute);
  return readComparison(reader, attribute);
}

/** `emails[type eq "work"]`, and `emails[type eq "work"].value eq "x"` */
function readValues(reader: Reader, depth: number, attribute: string): Filter {
  const left = readGroup(reader, depth, ']');
  const [, part] = /^\.([A-Za-z]\w*)$/.exec(reader.words[reader.at] ?? '') ?? [];
  if (part === undefined) return { kind: 'values', attribute, filter: left };
  reader.at += 1;
  return {
    kind: 'values',
    attribute,
    filter: { kind: 'and', left, right: readComparison(reader, part.toLowerCase()) },
  };
}

function readComparison(reader: Reader, attribute: string): Filter {
  reader.comparisons += 1;
  if (reader.comparisons > maxComparisons)
    throw invalidFilter(`it has more than ${maxComparisons} comparisons`);
  const word = nextWord(reader).toLowerCase();
  if (word === 'pr') return { kind: 'present', attribute };
  const operator = operators.find((known) => known === word);
  if (operator === undefined) throw invalidFilter(`${word} is no operator`);
  return { kind: 'compare', attribute, operator, value: literal(nextWord(reader)) };
}

const attributePattern = /^[A-Za-z][\w:.$-]*$/;

function readGroup(reader: Reader, depth: number, end: string): Filter {
  const filter = readOr(reader, depth + 1);
  expectWord(reader, end);
  return filter;
}

function nextWord(reader: Reader): string {
  const word = reader.words[reader.at];
  if (word === undefined) throw invalidFilter('it ends too early');
  reader.at += 1;
  return word;
}

function takeWord(reader: Reader, word: string): boolean {
  if (reader.words[reader.at]?.toLowerCase() !== word) return false;
  reader.at += 1;
  return true;
}

function expectWord(reader: Reader, word: string): void {
  if (!takeWord(reader, word)) throw invalidFilter(`it lacks ${word}`);
}

function literal(word: string): Literal {
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  try {
    const value: unknown = JSON.parse(word);
    if (typeof value === 'string' && !isStorable(value))
      throw invalidFilter('a text in it has a character that cannot be stored');
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalidFilter(`${word} is no value; a text is in double quotes`);
}

/** How often a value is compared at most. */
export function comparisonsIn(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return comparisonsIn(filter.left) + comparisonsIn(filter.right);
    case 'not':
    case 'values':
      return comparisonsIn(filter.filter);
    case 'compare':
    case 'present':
      return 1;
    default:
      return filter satisfies never;
  }
}

/** Whether a resource, or a value of an attribute, is one of those that the filter describes. */
export function matchesFilter(filter: Filter, resource: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return matchesFilter(filter.left, resource) && matchesFilter(filter.right, resource);
    case 'or':
      return matchesFilter(filter.left, resource) || matchesFilter(filter.right, resource);
    case 'not':
      return !matchesFilter(filter.filter, resource);
    case 'present':
      return valuesAt(resource, filter.attribute).some((value) => value !== null && value !== '');
    case 'values':
      return valuesAt(resource, filter.attribute).some((value) => matchesFilter(filter.filter, value));
    case 'compare': {
      const values = valuesAt(resource, filter.attribute);
      if (filter.operator === 'ne')
        return !values.some((value) => holds(value, { ...filter, operator: 'eq' }));
      return values.some((value) => holds(value, filter));
    }
    default:
      return filter satisfies never;
  }
}

/** All values below a name like `emails.value`, whatever its case; the values of several are one after the other. */
function valuesAt(resource: unknown, attribute: string): readonly unknown[] {
  if (!attribute.includes('.')) return valuesOf(resource, attribute);
  return attribute
    .split('.')
    .reduce<readonly unknown[]>(
      (values, name) => values.flatMap((value) => valuesOf(value, name)),
      [resource],
    );
}

function valuesOf(value: unknown, name: string): readonly unknown[] {
  if (!isObject(value)) return [];
  const found = Object.hasOwn(value, name)
    ? value[name]
    : Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

/** In lower case, without the schema in front of it. */
export function attributeName(attribute: string): string {
  return attribute.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '').toLowerCase();
}

/** Ids have a case, all other texts have none. */
const exactNames = ['id', 'externalid', 'members', 'members.value'];

function holds(
  given: unknown,
  {
    attribute,
    operator,
    value,
  }: { readonly attribute: string; readonly operator: Operator; readonly value: Literal },
): boolean {
  // The values of emails and members are compared as such: `emails eq "x"`, `members eq "id"`.
  const one = isObject(given) && 'value' in given ? given['value'] : given;
  if (typeof one !== 'string' || typeof value !== 'string') return operator === 'eq' && one === value;
  const isExact = exactNames.includes(attribute);
  const [left, right] = isExact ? [one, value] : [one.toLowerCase(), value.toLowerCase()];
  switch (operator) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'co':
      return left.includes(right);
    case 'sw':
      return left.startsWith(right);
    case 'ew':
      return left.endsWith(right);
    case 'gt':
      return left > right;
    case 'ge':
      return left >= right;
    case 'lt':
      return left < right;
    case 'le':
      return left <= right;
    default:
      return operator satisfies never;
  }
}

/** What one attribute must be equal to in everything that the filter describes, so that a query can look it up. */
export function soughtValue(
  filter: Filter,
): { readonly attribute: 'id' | 'externalid' | 'username'; readonly value: string } | undefined {
  if (filter.kind === 'and') return soughtValue(filter.left) ?? soughtValue(filter.right);
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
    return undefined;
  const attribute = (['id', 'externalid', 'username'] as const).find((known) => known === filter.attribute);
  return attribute && { attribute, value: filter.value };
}
