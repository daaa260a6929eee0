/*
 * What an embedder hands to the library, checked before anything is done with it. Callers in plain JavaScript are not
 * stopped by types, and a refusal that names the method helps them more than a fault deep inside.
 */

import { CoppiceError } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';

const checks = {
  text: { words: 'a string', accepts: (value: unknown) => typeof value === 'string' },
  texts: {
    words: 'an array of strings',
    accepts: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  number: { words: 'a number', accepts: (value: unknown) => typeof value === 'number' },
  boolean: { words: 'true or false', accepts: (value: unknown) => typeof value === 'boolean' },
  object: { words: 'an object', accepts: isObject },
  content: {
    words: 'a string or bytes',
    accepts: (value: unknown) => typeof value === 'string' || value instanceof Uint8Array,
  },
} as const;

type ValueKind = keyof typeof checks;

/** The kind of each field; one that may be left out ends in `?`. */
export type RequestShape = Readonly<Record<string, ValueKind | `${ValueKind}?`>>;

/** `what` names the value as a reader of the documentation knows it. */
export function checkValue(method: string, what: string, value: unknown, kind: ValueKind): void {
  if (checks[kind].accepts(value)) return;
  throw misuse(`${method} takes ${checks[kind].words} as ${what}, not ${described(value)}`);
}

export function checkRequest(method: string, value: unknown, shape: RequestShape): void {
  if (!isObject(value)) {
    throw misuse(`${method} takes an object with ${Object.keys(shape).join(', ')}, not ${described(value)}`);
  }
  for (const [field, wanted] of Object.entries(shape)) {
    const isOptional = wanted.endsWith('?');
    const kind = (isOptional ? wanted.slice(0, -1) : wanted) as ValueKind;
    if (!isOptional || value[field] !== undefined) checkValue(method, field, value[field], kind);
  }
}

export function misuse(message: string, hint = 'docs/library.md shows every call'): CoppiceError {
  return new CoppiceError('bad-value', message, { hint });
}

function described(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (Array.isArray(value)) return 'an array';
  return value === undefined || value === null ? String(value) : `a value of type ${typeof value}`;
}
