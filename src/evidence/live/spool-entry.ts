/*
 * One line of the spool: what one hook told. It stands between line breaks of its own, so that a line that was torn
 * before it spoils nothing but itself.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import type { Observation } from '../observation.js';

export interface SpoolEntry {
  /** When it was recorded. */
  readonly at: number;
  readonly agent: string;
  /** Where the session is written down whole, if the hook says so. */
  readonly transcript: string | null;
  /** Redacted and reduced. */
  readonly observations: readonly Observation[];
}

const version = 1;

export function printEntry(entry: SpoolEntry): string {
  return `\n${JSON.stringify({ v: version, ...entry })}\n`;
}

/** Undefined when it is not what this version writes. */
export function parseEntry(line: string): SpoolEntry | undefined {
  const entry = parseJson(line);
  if (!isObject(entry) || entry['v'] !== version) return undefined;
  const { at, agent, transcript, observations } = entry;
  if (!isTime(at) || typeof agent !== 'string' || !Array.isArray(observations)) return undefined;
  if (transcript !== null && typeof transcript !== 'string') return undefined;
  if (!observations.every(isObservation)) return undefined;
  return { at, agent, transcript, observations };
}

/** What of each type is text and never missing. */
const texts = {
  call: ['key', 'tool'],
  result: ['key'],
  prompt: ['key', 'text'],
  reply: ['text'],
  load: ['key'],
  located: ['key', 'folder'],
  end: [],
  retraction: ['key'],
} as const satisfies Readonly<Record<Observation['type'], readonly string[]>>;

function isObservation(value: unknown): value is Observation {
  if (!isObject(value) || typeof value['session'] !== 'string' || !isTime(value['at'])) return false;
  const { type, skill } = value;
  if (typeof type !== 'string' || !isType(type)) return false;
  if (type === 'load' && (!isObject(skill) || typeof skill['name'] !== 'string')) return false;
  return texts[type].every((name) => typeof value[name] === 'string');
}

function isType(type: string): type is Observation['type'] {
  return Object.hasOwn(texts, type);
}
