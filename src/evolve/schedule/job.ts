/*
 * What a schedule starts, and how often. It is also written into what is installed, as one line that no format reads:
 * so it is known later whose file that is, what was asked for, and whether somebody has changed it since.
 */

import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { type Every, parseEvery } from './every.js';

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

export interface ReadBack {
  /** Edited: it is not what the job is written as. */
  readonly state: 'ours' | 'edited';
  /** Undefined when it cannot be understood. */
  readonly job: Job | undefined;
}

/** Of a text of ours. */
export function readBack(text: string, render: (job: Job) => string | undefined): ReadBack {
  try {
    const job = jobIn(text);
    return { state: job !== undefined && render(job) === text ? 'ours' : 'edited', job };
  } catch (fault) {
    if (fault instanceof CoppiceError && fault.code === 'bad-value')
      return { state: 'edited', job: undefined };
    throw fault;
  }
}

/** What a format cannot carry is refused, before anything is written. */
export function refuseUncarried(texts: readonly string[], uncarried: RegExp, format: string): void {
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
