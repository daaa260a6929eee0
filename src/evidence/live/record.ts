/*
 * Takes in what one hook was told. It must never get in the way of the agent that waits for it: whatever is not as it
 * should be is an answer, and the cost is that of one short append.
 */

import type { Redactor } from '../../scan/secrets/redact.js';
import type { Files } from '../../system/files.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { observationsOfHook } from './hook-payload.js';
import { reduced } from './record-reduce.js';
import { appendToSpool } from './spool.js';

const maxPayloadBytes = 4 * 1024 * 1024;

interface RecordingPlace {
  readonly files: Files;
  readonly home: string;
  /** When it was told, for a payload that does not say. */
  readonly now: number;
  readonly redact: Redactor;
}

export type Recording =
  | { readonly recorded: true; readonly reason: null }
  | { readonly recorded: false; readonly reason: string };

export function recordHook({ files, home, now, redact }: RecordingPlace, payload: Uint8Array): Recording {
  if (payload.length > maxPayloadBytes) return notRecorded('the payload is larger than 4 MiB');
  const told = parseJson(new TextDecoder().decode(payload));
  const report = observationsOfHook(told, now);
  if (report === undefined) return notRecorded('this is no payload of a hook that is known');
  const { agent, observations } = report;
  if (observations.length === 0) return notRecorded('it tells nothing that is kept');
  const transcript =
    isObject(told) && typeof told['transcript_path'] === 'string' ? told['transcript_path'] : null;
  const kept = observations.map((observation) => reduced(observation, redact));
  const entry = { at: now, agent, transcript, observations: kept };
  if (appendToSpool(files, home, entry)) return { recorded: true, reason: null };
  return notRecorded('nobody has taken in what was recorded before; any command that shows evidence does');
}

function notRecorded(reason: string): Recording {
  return { recorded: false, reason };
}
