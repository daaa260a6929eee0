/*
 * The kinds of value that a configuration key can have. A kind turns what the file says into the value that the program
 * uses, and describes in a few words what is allowed, for the error and for the documentation.
 */

import { isTable } from '../../../text/shape.js';

export interface ValueKind<T> {
  /** Completes "must be ...". */
  readonly allowed: string;
  /** Undefined when the value is not of this kind. */
  read(value: unknown): T | undefined;
}

export const text: ValueKind<string> = {
  allowed: 'text',
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

export const yesOrNo: ValueKind<boolean> = {
  allowed: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): ValueKind<number> {
  return {
    allowed:
      max === Number.MAX_SAFE_INTEGER
        ? `a whole number of at least ${min}`
        : `a whole number from ${min} to ${max}`,
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined,
  };
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): ValueKind<Choice> {
  return {
    allowed: `one of ${choices.join(', ')}`,
    read: (value) => choices.find((choice) => choice === value),
  };
}

export function either<A, B>(first: ValueKind<A>, second: ValueKind<B>): ValueKind<A | B> {
  return {
    allowed: `${first.allowed}, or ${second.allowed}`,
    read: (value) => first.read(value) ?? second.read(value),
  };
}

export function listOf<T>(item: ValueKind<T>): ValueKind<readonly T[]> {
  return {
    allowed: `a list of ${item.allowed}`,
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((each) => item.read(each)).filter((each) => each !== undefined);
      return items.length === value.length ? items : undefined;
    },
  };
}

/** A table from keys to values of one kind. Any key is allowed, unless `keys` lists the allowed ones. */
export function tableOf<T>(
  item: ValueKind<T>,
  keys?: readonly string[],
): ValueKind<Readonly<Record<string, T>>> {
  return {
    allowed: `a table from ${keys === undefined ? 'text' : keys.join(', ')} to ${item.allowed}`,
    read: (value) => {
      if (!isTable(value)) return undefined;
      const entries: [string, T][] = [];
      for (const [key, each] of Object.entries(value)) {
        const read = item.read(each);
        if (read === undefined || keys?.includes(key) === false) return undefined;
        entries.push([key, read]);
      }
      return Object.fromEntries(entries);
    },
  };
}

/** Settings of skills, as text by dotted key: `{wiki: {depth: 2}}` becomes `wiki.depth`. */
export const settings: ValueKind<Readonly<Record<string, string>>> = {
  allowed: 'a table from text to text, numbers, true or false',
  read: (value) => {
    const entries = isTable(value) ? dottedEntries(value, '') : undefined;
    return entries && Object.fromEntries(entries);
  },
};

function dottedEntries(
  table: Readonly<Record<string, unknown>>,
  prefix: string,
): [string, string][] | undefined {
  const entries: [string, string][] = [];
  for (const [key, value] of Object.entries(table)) {
    if (isTable(value)) {
      const below = dottedEntries(value, `${prefix}${key}.`);
      if (below === undefined) return undefined;
      entries.push(...below);
    } else if (['string', 'number', 'boolean'].includes(typeof value)) {
      entries.push([`${prefix}${key}`, String(value)]);
    } else return undefined;
  }
  return entries;
}
