/*
 * What of an observation may be kept: its contents without secrets, and no more of them than is ever looked at. The
 * structure of arguments and results stays, as it says which skill is meant and whether something failed; and so do
 * names and keys, by which an event is known again when the transcript is read.
 */

import { type Redactor, redacted } from '../../scan/secrets/redact.js';
import { isObject } from '../../text/shape.js';
import type { Observation } from '../observation.js';

export function reduced(observation: Observation, redact: Redactor): Observation {
  switch (observation.type) {
    case 'call':
      return { ...observation, args: reducedValue(observation.args, redact, maxDepth) };
    case 'result':
      return { ...observation, output: reducedValue(observation.output, redact, maxDepth) };
    case 'prompt':
    case 'reply':
      return { ...observation, text: reducedText(observation.text, redact) };
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

function reducedValue(value: unknown, redact: Redactor, depth: number): unknown {
  if (typeof value === 'string') return reducedText(value, redact);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, maxItems).map((item) => reducedValue(item, redact, depth - 1));
  }
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([key, member]) => [
        reducedText(key, redact),
        typeof member === 'string'
          ? reducedMember(key, member, redact)
          : reducedValue(member, redact, depth - 1),
      ]),
  );
}

/** A password is known as one by the name that it is under. */
function reducedMember(key: string, text: string, redact: Redactor): string {
  const alone = reducedText(text, redact);
  const pair = JSON.stringify({ [key]: alone.slice(0, 200) });
  return redact(pair) === pair ? alone : redacted('named');
}

/** Redacted first: of a secret that was cut, the rest might not be known as one. */
function reducedText(text: string, redact: Redactor): string {
  return redact(text)
    .slice(0, maxCharacters)
    .replace(/[\uD800-\uDBFF]$/, '');
}
