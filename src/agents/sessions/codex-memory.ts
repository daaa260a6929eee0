/*
 * What the reader of Codex rollouts remembers between two readings of a growing file: small, plain data, checked when it
 * is restored.
 */

import { countOr0, isCount, isObject, isTime } from '../../text/shape.js';
import { isNonEmptyText, nameIn, tokensIn } from './fields.js';
import type { TranscriptFacts } from './reader.js';

export interface CodexMemory {
  session: string;
  /** The oldest session whose lines the file copies, as far as known. */
  lineage: string;
  /** Whether the file has named its session. */
  hasSession: boolean;
  isSubagent: boolean;
  /** The model of the turn. */
  model: string | undefined;
  /** The time of the last line, for those that follow without one. */
  at: number;
  prompts: number;
  loads: number;
  callsWithoutId: number;
  interruptions: number;
  /** How many prompts the running turn has; undefined between turns, and in files that do not mark turns. */
  promptsInTurn: number | undefined;
  /** The key of the first call of the message that is being written. */
  firstCall: string | undefined;
  /** The tokens of a message that has ended, and the key of its first call, which has not returned. */
  tokens: { readonly call: string; readonly count: number } | undefined;
  /** The tokens of the session at the last count, because a count may be repeated. */
  totalTokens: number | undefined;
  /** The key of the last call without an id. */
  openCall?: string;
  /** Texts that were recorded in one form so far, and may still follow in the other. */
  toldOnce: string[];
}

/** Restores the memory, or begins one. */
export function readMemory(memory: unknown, { name, mtimeMs }: TranscriptFacts): CodexMemory {
  const known = isObject(memory) ? memory : {};
  const session = isNonEmptyText(known['session']) ? known['session'] : sessionIn(name);
  return {
    session,
    lineage: isNonEmptyText(known['lineage']) ? known['lineage'] : session,
    hasSession: known['hasSession'] === true,
    isSubagent: known['isSubagent'] === true,
    at: isTime(known['at']) ? known['at'] : Math.trunc(mtimeMs),
    prompts: countOr0(known['prompts']),
    loads: countOr0(known['loads']),
    callsWithoutId: countOr0(known['callsWithoutId']),
    interruptions: countOr0(known['interruptions']),
    model: nameIn(known['model']),
    promptsInTurn: isCount(known['promptsInTurn']) ? known['promptsInTurn'] : undefined,
    firstCall: isNonEmptyText(known['firstCall']) ? known['firstCall'] : undefined,
    tokens: pendingTokens(known['tokens']),
    totalTokens: isCount(known['totalTokens']) ? known['totalTokens'] : undefined,
    ...(isNonEmptyText(known['openCall']) && { openCall: known['openCall'] }),
    toldOnce: Array.isArray(known['toldOnce']) ? known['toldOnce'].filter(isNonEmptyText) : [],
  };
}

function pendingTokens(value: unknown): CodexMemory['tokens'] {
  const { call, count } = isObject(value) ? value : {};
  const tokens = tokensIn(count);
  return isNonEmptyText(call) && tokens !== undefined ? { call, count: tokens } : undefined;
}

/** `rollout-<time>-<id>.jsonl`, and `_<id of the file>` or `.zst` may follow. */
function sessionIn(name: string): string {
  return (
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(name)?.[0] ?? name.replace(/\.jsonl(?:\.zst)?$/, '')
  );
}
