/*
 * A flag whose value is a number of things.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Input } from './input.js';

/** Undefined when the flag was not given. */
export function wholeNumber(input: Input, flag: string, least: number): number | undefined {
  const given = input.text(flag);
  if (given === undefined) return undefined;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && Number.isSafeInteger(number)) return number;
  throw new CoppiceError('bad-value', `--${flag} cannot be ${given === '' ? 'empty' : given}`, {
    hint: `give a whole number from ${least}`,
  });
}

/** For a flag that a verb cannot do without. */
export function requireFlag(input: Input, verb: string, flag: string): string {
  const value = input.text(flag);
  if (value !== undefined) return value;
  throw new CoppiceError('usage', `${verb} needs --${flag}`, { hint: `coppice help ${verb}` });
}
