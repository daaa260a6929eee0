/*
 * What tests of line formats need: the transcripts written for them, a reading of one, and observations as short
 * sentences that can be compared at a glance.
 */

import { readFileSync } from 'node:fs';

import type { Observation } from './observation.js';
import type { LineFormat } from './reader.js';

export function fixture(path: string): string {
  return readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8');
}

interface Reading {
  readonly observations: readonly Observation[];
  readonly unreadable: number;
}

/** Reads in two steps if `splitAfter` says so, with the memory stored as JSON in between. */
export function readText(format: LineFormat, text: string, splitAfter?: number): Reading {
  const transcript = { name: 'file.jsonl', mtimeMs: Date.UTC(2026, 0, 1) };
  const lines = text.split('\n').filter((line) => line !== '');
  let reader = format.begin(transcript);
  const read = lines.map((line, index) => {
    if (index === splitAfter) reader = format.begin(transcript, JSON.parse(JSON.stringify(reader.memory())));
    return reader.line(line);
  });
  return {
    observations: read.flatMap((observations) => observations ?? []),
    unreadable: read.filter((observations) => observations === undefined).length,
  };
}

export function sentence(observation: Observation): string {
  const { type, thread } = observation;
  const where = thread === undefined ? '' : ` in ${thread}`;
  switch (type) {
    case 'call': {
      const { declared, model, tokens } = observation;
      const behind = declared === undefined ? '' : ` for ${declared}`;
      const by = model === undefined ? '' : ` by ${model}`;
      const cost = tokens === undefined ? '' : ` for ${tokens} tokens`;
      return `call ${observation.key} of ${observation.tool}${behind}${by}${cost}${where}`;
    }
    case 'result': {
      const { isError, ended, tokens } = observation;
      const outcome = ended ?? (isError === undefined ? 'unsaid' : isError ? 'error' : 'fine');
      const cost = tokens === undefined ? '' : ` for ${tokens} tokens`;
      return `result ${observation.key} ${outcome}: ${JSON.stringify(observation.output)}${cost}${where}`;
    }
    case 'prompt':
      return `${observation.isQueued ? 'queued ' : ''}prompt ${observation.key}: ${observation.text}${where}`;
    case 'reply':
      return `reply: ${observation.text}${where}`;
    case 'load':
      return `load ${observation.key} of ${observation.skill.name} at ${observation.skill.folder}${where}`;
    case 'command':
      return `command ${observation.key}: ${observation.name}${where}`;
    case 'located':
      return `located ${observation.key} at ${observation.folder}${where}`;
    case 'retraction':
      return `retraction ${observation.key}${where}`;
    case 'end':
      return `end${where}`;
    case 'interruption':
      return `interruption ${observation.key}${where}`;
    case 'facts': {
      const { platform, folder, root, isHeadless } = observation;
      return `facts ${JSON.stringify({ platform, folder, root, isHeadless })}${where}`;
    }
    default:
      return observation satisfies never;
  }
}
