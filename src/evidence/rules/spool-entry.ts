/*
 * A line of the spool: the observations of one hook. It starts and ends with a line break, so that a torn line before it
 * damages only itself.
 */

import { endings, type Facts, type Observation } from '../../agents/sessions/observation.js';
import { type Redactor, redacted } from '../../scan/secrets/replace.js';
import { parseJson } from '../../text/json.js';
import { isCount, isObject, isOneOf, isText, isTime } from '../../text/shape.js';

export interface SpoolEntry {
  /** When it was recorded. */
  readonly at: number;
  readonly agent: string;
  /** The path of the transcript, if the hook names it. */
  readonly transcript: string | null;
  /** Redacted and reduced. */
  readonly observations: readonly Observation[];
}

const version = 1;

export function printEntry(entry: SpoolEntry): string {
  return `\n${JSON.stringify({ v: version, ...entry })}\n`;
}

/** Undefined if the line is not in the format of this version. */
export function parseEntry(line: string): SpoolEntry | undefined {
  const entry = parseJson(line);
  if (!isObject(entry) || entry['v'] !== version) return undefined;
  const { at, agent, transcript, observations } = entry;
  if (!isTime(at) || typeof agent !== 'string' || !Array.isArray(observations)) return undefined;
  if (transcript !== null && typeof transcript !== 'string') return undefined;
  if (!observations.every(isObservation)) return undefined;
  return { at, agent, transcript, observations };
}

/** The required text fields of each type. */
const texts = {
  call: ['key', 'tool'],
  result: ['key'],
  prompt: ['key', 'text'],
  reply: ['text'],
  load: ['key'],
  command: ['key', 'name'],
  located: ['key', 'folder'],
  end: [],
  retraction: ['key'],
  interruption: ['key'],
  facts: [],
} as const satisfies Readonly<Record<Observation['type'], readonly string[]>>;

function isObservation(value: unknown): value is Observation {
  if (!isObject(value) || typeof value['session'] !== 'string' || !isTime(value['at'])) return false;
  const { type, skill } = value;
  if (typeof type !== 'string' || !isType(type)) return false;
  if (type === 'load' && (!isObject(skill) || typeof skill['name'] !== 'string')) return false;
  if (!texts[type].every((name) => typeof value[name] === 'string')) return false;
  return optional.every(([name, isShape]) => value[name] === undefined || isShape(value[name]));
}

/** Fields that not every observation of a type has. */
const optional: readonly (readonly [name: string, isShape: (value: unknown) => boolean])[] = [
  ['model', isText],
  ['tokens', isCount],
  ['ended', (value) => isOneOf(endings, value)],
  ['isQueued', isFlag],
  ['platform', isText],
  ['folder', isText],
  ['root', isText],
  ['isHeadless', isFlag],
];

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isType(type: string): type is Observation['type'] {
  return Object.hasOwn(texts, type);
}

/**
 * Redacts and shortens the contents of an observation. The structure of arguments and results stays, because it shows the
 * skill and errors; names and keys stay too, because they identify the event when the transcript is read.
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
    case 'command':
    case 'located':
    case 'end':
    case 'retraction':
    case 'interruption':
      return observation;
    case 'facts':
      return reduceFacts(observation, redact);
    default:
      return observation satisfies never;
  }
}

function reduceFacts(facts: Facts, redact: Redactor): Facts {
  const { platform, folder } = facts;
  return {
    ...facts,
    ...(platform !== undefined && { platform: reduceText(platform, redact) }),
    ...(folder !== undefined && { folder: reduceText(folder, redact) }),
  };
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

/** The name of a field can show that its value is a password. */
function reduceMember(key: string, text: string, redact: Redactor): string {
  const alone = reduceText(text, redact);
  const pair = JSON.stringify({ [key]: alone.slice(0, 200) });
  return redact(pair) === pair ? alone : redacted('named');
}

/** Redacted before cutting, because part of a secret might not be recognised. */
function reduceText(text: string, redact: Redactor): string {
  return redact(text)
    .slice(0, maxCharacters)
    .replace(/[\uD800-\uDBFF]$/, '');
}
