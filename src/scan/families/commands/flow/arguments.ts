/*
 * What the parameters of a function get from the arguments of a call: by position, by keyword, or by the fields of an
 * object that the function unpacks.
 */

import type { Parameter } from '../../../code/functions.js';
import type { Value } from './value.js';

export interface Argument {
  readonly value: Value;
  /** The keyword, if it is given by name. */
  readonly key: string | undefined;
  /** What an object contains that is written out as the argument, for a function that unpacks it. */
  readonly fields: readonly { readonly key: string | undefined; readonly value: Value }[];
}

/** The values that a parameter gets from an argument. */
export function valueFor(
  { value, key, fields }: Argument,
  at: number,
  { name, position }: Parameter,
  parameters: readonly Parameter[],
): readonly Value[] {
  if (key !== undefined && parameters.some((each) => each.name === key)) return key === name ? [value] : [];
  const last = parameters.at(-1)?.position ?? 0;
  if (position !== Math.min(at, last)) return [];
  const isUnpacked = parameters.filter((each) => each.position === position).length > 1;
  if (!isUnpacked || fields.length === 0) return [value];
  return fields.flatMap((field) => (field.key === undefined || field.key === name ? [field.value] : []));
}
