/*
 * What a schedule starts, and how often. The job is also written into the installed files as a comment line, which shows
 * later that Coppice wrote the file, what was requested, and whether the file was edited since.
 */

import { CoppiceError, hasCode } from '../../../text/errors.js';
import { parseJson } from '../../../text/json.js';
import { isObject } from '../../../text/shape.js';

export interface Job {
  readonly every: Every;
  /** The absolute path of the program, and its arguments. */
  readonly command: readonly string[];
  /** The folders it uses. Never a secret. */
  readonly environment: Readonly<Record<string, string>>;
}

export type JobMode =
  /** Each run retires skills and writes notes without asking. */
  | 'apply'
  /** Each run makes proposals. */
  | 'propose'
  /** Version 0.1.0 installed it, whose runs wrote notes; now they make proposals. */
  | 'unstated';

/** Words after `--` are for the evolver. */
export function jobMode({ command }: Pick<Job, 'command'>): JobMode {
  const end = command.indexOf('--');
  const words = command.slice(0, end === -1 ? undefined : end);
  if (words.includes('--apply')) return 'apply';
  return words.includes('--proposal-only') ? 'propose' : 'unstated';
}

/** What a job that writes says about itself in its files. */
export const unattendedNotice = 'It retires skills and writes notes without asking (--apply).';

const marked = /coppice:schedule (\{[^\n]*\})/;

export function jobLine({ every, command, environment }: Job): string {
  return `coppice:schedule ${JSON.stringify({ every: every.name, command, environment })}`;
}

export function isMarked(text: string): boolean {
  return marked.test(text);
}

interface ParsedJob {
  /** Edited: the text differs from what Coppice writes for the job. */
  readonly state: 'ours' | 'edited';
  /** Undefined if it cannot be parsed. */
  readonly job: Job | undefined;
}

/** Parses the job in a text that Coppice wrote. */
export function parseJob(text: string, render: (job: Job) => string | undefined): ParsedJob {
  try {
    const job = jobIn(text);
    return { state: job !== undefined && isWrittenFor(job, text, render(job)) ? 'ours' : 'edited', job };
  } catch (fault) {
    if (hasCode(fault, 'bad-value')) return { state: 'edited', job: undefined };
    throw fault;
  }
}

/** Version 0.1.0 worded the comments and the description of its units in another way, which changes nothing in a run. */
function isWrittenFor(job: Job, text: string, rendered: string | undefined): boolean {
  if (rendered === undefined || rendered === text) return rendered === text;
  return jobMode(job) === 'unstated' && withoutWords(rendered) === withoutWords(text);
}

function withoutWords(text: string): string {
  return text.replace(/^(#(?! coppice:schedule)|Description=).*$/gm, '$1');
}

/** Refuses texts that a format cannot represent, before anything is written. */
export function refuseUnsupported(texts: readonly string[], unsupported: RegExp, format: string): void {
  const found = texts.find((text) => unsupported.test(text));
  if (found === undefined) return;
  throw new CoppiceError('bad-value', `${format} cannot contain this text: ${found}`, {
    hint: 'a character in it is not allowed there; use another path or value',
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

/**
 * A recurring local time; a missing field matches any value. It is a closed type, so that no text of the user reaches a
 * unit, a plist or a crontab.
 */
export interface Every {
  /** The value of `--every`. */
  readonly name: string;
  /** 1 is Monday. */
  readonly weekday?: 1;
  readonly hour?: number;
  readonly minute: number;
}

/** In the morning, not at midnight, because cron skips runs while a machine is off. */
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
  throw new CoppiceError('bad-value', `invalid value for --every: ${text === '' ? '(empty)' : text}`, {
    hint: 'use hourly, daily, weekly, or a time of the day such as 07:30',
  });
}
