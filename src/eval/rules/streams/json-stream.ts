/*
 * What the readers of all formats have in common: a stream is JSON, one object on each line, and what a format does not
 * state is absent from its facts.
 */

import { parseJson } from '../../../text/json.js';
import { isObject } from '../../../text/shape.js';
import { amountOf, type StreamFacts, type StreamReader, type Tokens } from './stream.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface JsonStream {
  readonly read: (line: Fields) => void;
  /** Cheap, because it is asked after every line. */
  readonly progress: StreamReader['progress'];
  /** The facts beside the progress, as far as the format states them. */
  readonly facts: () => Stated & Partial<StreamFacts>;
}

type Stated = Pick<StreamFacts, 'calls' | 'finalText' | 'tokens'>;

export function jsonStream({ read, progress, facts }: JsonStream): StreamReader {
  let strayLines = 0;
  return {
    line(text) {
      const line = parseJson(text);
      if (isObject(line)) read(line);
      else strayLines += 1;
    },
    progress,
    facts: () => ({ ...notStated, ...progress(), ...facts(), strayLines }),
  };
}

const notStated = { model: undefined, version: undefined, listedSkills: undefined, isLossy: false } as const;

/** Tokens whose names begin the same in most formats; only that of the cached ones differs. */
export function tokensIn(usage: unknown, cached: string): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  return {
    input: amountOf(usage['input_tokens']),
    output: amountOf(usage['output_tokens']),
    cached: amountOf(usage[cached]),
  };
}
