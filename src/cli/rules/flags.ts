/*
 * What commands check about the values of flags.
 */

import { CoppiceError } from '../../text/errors.js';
import { dayMs, isoTime } from '../../text/time.js';

/** Undefined when the flag was not given. */
export function wholeNumber<Flag extends string>(
  input: { text(name: Flag): string | undefined },
  flag: Flag,
  least: number,
): number | undefined {
  const given = input.text(flag);
  if (given === undefined) return undefined;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && Number.isSafeInteger(number)) return number;
  throw new CoppiceError('bad-value', `--${flag} cannot be ${given === '' ? 'empty' : given}`, {
    hint: `give a whole number of at least ${least}`,
  });
}

/** For a flag that only some calls of a verb need; one that all need is `required` in its record. */
export function requireFlag(verb: string, flag: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new CoppiceError('usage', `${verb} needs --${flag}`, { hint: `coppice help ${verb}` });
}

/** A date, or an age in days: `2026-01-31`, `90d`. */
export function momentOf(text: string, flag: string, now: number): number {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const time = days === undefined ? isoTime(text) : now - Number(days) * dayMs;
  const isDate = days !== undefined || /^\d{4}-\d\d-\d\d/.test(text);
  if (isDate && Number.isFinite(time) && time >= 0) return time;
  throw new CoppiceError('bad-value', `--${flag} cannot be ${text === '' ? 'empty' : text}`, {
    hint: 'give a date such as 2026-01-31, or an age such as 90d',
  });
}

/** What the agent has, by --tools and --toolsets. Undefined when neither was given, so that nothing is left out. */
export function agentTools(input: { text(name: 'tools' | 'toolsets'): string | undefined }) {
  const tools = input.text('tools');
  const toolsets = input.text('toolsets');
  if (tools === undefined && toolsets === undefined) return undefined;
  return { tools: namesIn(tools), toolsets: namesIn(toolsets) };
}

/** The parts of a list with commas, without empty ones. */
export function namesIn(list = ''): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
