/*
 * One line of the spool: what one hook told. It stands between line breaks of its own, so that a line that was torn
 * before it spoils nothing but itself.
 */

import type { Observation } from '../../agents/sessions/observation.js';
import { type Redactor, redacted } from '../../scan/secrets/redact.js';
import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';

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

/*
 * What of an observation may be kept: its contents without secrets, and no more of them than is ever looked at. The
 * structure of arguments and results stays, as it says which skill is meant and whether something failed; and so do
 * names and keys, by which an event is known again when the transcript is read.
 */

export function reduceObservation(observation: Observation, redact: Redactor): Observation {
  switch (observation.type) {
    case 'call':
      return { ...observation, args: reduceValue(observation.args, redact, maxDepth) };
    case 'result':
      return { ...observation, output: reduceValue(observation.output, redact, maxDepth) };
    case 'prompt':
    case 'reply':
      return { ...observation, text: reduceText(observation.text, redact) };
    case 'load':
    case 'located':
    case 'end':
    case 'retraction':
      return observation;
    default:
      return observation satisfies never;
  }
}

const maxDepth = 6;
const maxItems = 50;
const maxCharacters = 2000;

function reduceValue(value: unknown, redact: Redactor, depth: number): unknown {
  if (typeof value === 'string') return reduceText(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, maxItems).map((item) => reduceValue(item, redact, depth - 1));
  }
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([key, member]) => [
        reduceText(key, redact),
        typeof member === 'string'
          ? reduceMember(key, member, redact)
          : reduceValue(member, redact, depth - 1),
      ]),
  );
}

/** A password is known as one by the name that it is under. */
function reduceMember(key: string, text: string, redact: Redactor): string {
  const alone = reduceText(text, redact);
  const pair = JSON.stringify({ [key]: alone.slice(0, 200) });
  return redact(pair) === pair ? alone : redacted('named');
}

/** Redacted first: of a secret that was cut, the rest might not be known as one. */
function reduceText(text: string, redact: Redactor): string {
  return redact(text)
    .slice(0, maxCharacters)
    .replace(/[\uD800-\uDBFF]$/, '');
}
