/*
 * Whether data from a file has the shape it should have. Written by hand because a hundred thousand records pass
 * through here at every cold read.
 */

import { latestTime } from './time.js';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOneOf<Member>(members: readonly Member[], value: unknown): value is Member {
  return members.some((member) => member === value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** 0 for anything else, as a file by others may contain anything. */
export function countOr0(value: unknown): number {
  return isCount(value) ? value : 0;
}

export function isTime(value: unknown): value is number {
  return isCount(value) && value <= latestTime;
}

/** An id or the name of a source; `__proto__` is none, as it cannot be a key like others. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '__proto__';
}

/** A table of TOML, whose dates are objects as well. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(value instanceof Date);
}

/** Shapes that documents on the disk are made of, beside those of the usage store. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

export function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

export function isListOf<Member>(
  value: unknown,
  isMember: (member: unknown) => member is Member,
): value is readonly Member[];
export function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean;
export function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember);
}

export function isMissingOr(isShape: (value: unknown) => boolean, value: unknown): boolean {
  return value === undefined || isShape(value);
}

/** Whether two values of JSON, YAML or TOML are the same, whatever the order of their keys. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isEqual(item, right[at]));
  }
  if (isTable(left) && isTable(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
    );
  }
  if (left instanceof Date && right instanceof Date) return left.toString() === right.toString();
  return Object.is(left, right);
}
