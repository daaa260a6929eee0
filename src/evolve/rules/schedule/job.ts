/*
 * What a schedule starts, and how often. It is also written into what is installed, as one line that no format reads:
 * so it is known later whose file that is, what was asked for, and whether somebody has changed it since.
 */

import { CoppiceError, hasCode } from '../../../text/errors.js';
import { parseJson } from '../../../text/json.js';
import { isObject } from '../../../text/shape.js';

export interface Job {
  readonly every: Every;
  /** The program by its whole path, and its arguments. */
  readonly command: readonly string[];
  /** Which folders it works on. Never a secret. */
  readonly environment: Readonly<Record<string, string>>;
}

const marked = /coppice:schedule (\{[^\n]*\})/;

export function jobLine({ every, command, environment }: Job): string {
  return `coppice:schedule ${JSON.stringify({ every: every.name, command, environment })}`;
}

export function isMarked(text: string): boolean {
  return marked.test(text);
}

interface ParsedJob {
  /** Edited: it is not what the job is written as. */
  readonly state: 'ours' | 'edited';
  /** Undefined when it cannot be understood. */
  readonly job: Job | undefined;
}

/** Of a text of ours. */
export function parseJob(text: string, render: (job: Job) => string | undefined): ParsedJob {
  try {
    const job = jobIn(text);
    return { state: job !== undefined && render(job) === text ? 'ours' : 'edited', job };
  } catch (fault) {
    if (hasCode(fault, 'bad-value')) return { state: 'edited', job: undefined };
    throw fault;
  }
}

/** What a format cannot carry is refused, before anything is written. */
export function refuseUnsupported(texts: readonly string[], uncarried: RegExp, format: string): void {
  const found = texts.find((text) => uncarried.test(text));
  if (found === undefined) return;
  throw new CoppiceError('bad-value', `${format} cannot carry this: ${found}`, {
    hint: 'it has a character that cannot be written there; use another path or value',
  });
}

function jobIn(text: string): Job | undefined {
  const [, json = ''] = marked.exec(text) ?? [];
  const value = parseJson(json);
  if (!isObject(value)) return undefined;
  const { every, command, environment } = value;
  if (typeof every !== 'string' || !isTexts(command) || !isTextMap(environment)) return undefined;
  return { every: parseEvery(every), command, environment };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && isTexts(Object.values(value));
}

/*
 * How often a schedule runs. It is a closed type, so that no text of the user's reaches a unit, a plist or a crontab;
 * the three say the same time, by the clock on the wall.
 */

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
