/*
 * The details of an audit row as names and words for people.
 */

import { isObject } from '../../text/shape.js';

export interface Fact {
  readonly name: string;
  /** Words, or further facts where there are several of a kind. */
  readonly value: string | readonly Fact[];
}

export function factsOf(details: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(details).map(([key, value]) => fact(key.replaceAll('_', ' '), value));
}

/** The most useful fact in one line. */
export function gistOf(facts: readonly Fact[]): string {
  const plain = facts.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : []));
  const gist =
    plain.find(({ name, value }) => preferredNames.has(name) && value !== nothing) ??
    plain.find(({ value }) => value !== nothing && !value.startsWith('sha256:')) ??
    facts[0];
  if (gist === undefined) return '';
  return typeof gist.value === 'string' ? `${gist.name}: ${gist.value}` : gist.name;
}

const preferredNames = new Set(['reason', 'message', 'name', 'slug']);
const nothing = 'none';

function fact(name: string, value: unknown): Fact {
  if (Array.isArray(value)) return { name, value: listed(value) };
  if (isObject(value)) return { name, value: orNone(factsOf(value)) };
  return { name, value: wordsOf(value) };
}

function listed(values: readonly unknown[]): Fact['value'] {
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  if (isPlain) return values.length === 0 ? nothing : values.map(wordsOf).join(', ');
  return values.map((value, index) => fact(String(index + 1), value));
}

function orNone(facts: readonly Fact[]): Fact['value'] {
  return facts.length === 0 ? nothing : facts;
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(utcTime, '$1 $2 UTC');
}

const utcTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;
