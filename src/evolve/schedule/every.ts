/*
 * How often a schedule runs. It is a closed type, so that no text of the user's reaches a unit, a plist or a crontab;
 * the three say the same time, by the clock on the wall.
 */

import { CoppiceError } from '../../text/errors.js';

/** A time that comes again: a field that is missing may be anything. */
export interface Every {
  /** As it is given to `--every`. */
  readonly name: string;
  /** 1 is Monday. */
  readonly weekday?: 1;
  readonly hour?: number;
  readonly minute: number;
}

/** In the morning and not at midnight: a machine that is off then would miss every run that cron starts. */
const named: readonly Every[] = [
  { name: 'hourly', minute: 0 },
  { name: 'daily', hour: 9, minute: 0 },
  { name: 'weekly', weekday: 1, hour: 9, minute: 0 },
];

export function parseEvery(text: string): Every {
  const known = named.find(({ name }) => name === text);
  if (known) return known;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) {
    return { name: text, hour: Number(hour), minute: Number(minute) };
  }
  throw new CoppiceError('bad-value', `--every cannot be ${text === '' ? 'empty' : text}`, {
    hint: 'use hourly, daily, weekly, or a time of the day such as 07:30',
  });
}
