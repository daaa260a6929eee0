/*
 * What the reader of Codex rollouts must remember between two readings of a growing file: small, plain data, and read
 * back with suspicion.
 */

import { isCount, isObject, isTime } from '../../text/shape.js';
import { isText } from './line-field.js';
import type { TranscriptFacts } from './reader.js';

export interface CodexMemory {
  session: string;
  /** The oldest session whose lines the file copies, as far as it says. */
  lineage: string;
  /** Whether the file itself has said which session it is. */
  hasSession: boolean;
  isSubagent: boolean;
  /** The time of the last line, for those that follow without one. */
  at: number;
  prompts: number;
  loads: number;
  callsWithoutId: number;
  /** The last of them. */
  openCall?: string;
  /** What was told as an item or as an event, and may yet be told as the other. */
  toldOnce: string[];
}

/** Which of the two records of the same words it is. */
export type Telling = 'item' | 'event';

export function recalled(memory: unknown, { name, mtimeMs }: TranscriptFacts): CodexMemory {
  const known = isObject(memory) ? memory : {};
  const session = isText(known['session']) ? known['session'] : sessionIn(name);
  return {
    session,
    lineage: isText(known['lineage']) ? known['lineage'] : session,
    hasSession: known['hasSession'] === true,
    isSubagent: known['isSubagent'] === true,
    at: isTime(known['at']) ? known['at'] : Math.trunc(mtimeMs),
    prompts: countIn(known['prompts']),
    loads: countIn(known['loads']),
    callsWithoutId: countIn(known['callsWithoutId']),
    ...(isText(known['openCall']) && { openCall: known['openCall'] }),
    toldOnce: Array.isArray(known['toldOnce']) ? known['toldOnce'].filter(isText) : [],
  };
}

function countIn(value: unknown): number {
  return isCount(value) ? value : 0;
}

/** `rollout-<time>-<id>.jsonl`, and `_<id of the file>` or `.zst` may follow. */
function sessionIn(name: string): string {
  return (
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(name)?.[0] ?? name.replace(/\.jsonl(?:\.zst)?$/, '')
  );
}
