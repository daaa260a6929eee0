/*
 * The recording of one run: what the agent printed and what it left in its folder, redacted. Results are computed from
 * recordings alone, so a replay gives the same bytes as the run itself.
 */

import { streamFormats } from '../../agents/headless/run-recipe.js';
import { isListOf, isObject, isOneOf, isText } from '../../text/shape.js';
import type { RunOutcome } from './run-outcome.js';
import type { StreamFormat } from './streams/stream.js';

export interface Recording {
  readonly format: 1;
  readonly key: RecordingKey;
  readonly stream: StreamFormat;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: RunOutcome;
  readonly lines: readonly string[];
  /** Files that the run created in its project. */
  readonly files: readonly RecordedFile[];
}

/** What a recording is found by. The arm and run of a judge say what was judged. */
export interface RecordingKey {
  readonly agent: string;
  readonly caseHash: string;
  /** Of the files that the agent was given; `none` where it was given no skill. */
  readonly digest: string;
  readonly arm: Arm | 'judge';
  readonly run: number;
}

export const arms = ['with', 'without', 'old'] as const;
/** With the skill, without it, and with its text before a change. */
export type Arm = (typeof arms)[number];

export interface RecordedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Absent for what is not text, or too large. */
  readonly text?: string;
}

/** Where it is in a folder of recordings. */
export function recordingPath({ agent, caseHash, digest, arm, run }: RecordingKey): string {
  return `${agent.replace(/[^\w.-]/g, '_')}/${caseHash.slice(0, 16)}/${digest.slice(0, 16)}/${arm}-${run}.json`;
}

export function printRecording(recording: Recording): string {
  return `${JSON.stringify(recording, undefined, 1)}\n`;
}

/** Undefined if it is not a recording, or one of another run. */
export function recordingIn(value: unknown, key: RecordingKey): Recording | undefined {
  if (!isObject(value) || value['format'] !== 1 || !isObject(value['key'])) return undefined;
  const isSame = (Object.keys(key) as (keyof RecordingKey)[]).every(
    (name) => (value['key'] as Readonly<Record<string, unknown>>)[name] === key[name],
  );
  const isWhole =
    isOneOf(streamFormats, value['stream']) &&
    typeof value['startedAt'] === 'number' &&
    typeof value['durationMs'] === 'number' &&
    isObject(value['outcome']) &&
    isText(value['outcome']['kind']) &&
    isListOf(value['lines'], isText) &&
    isListOf(value['files'], (file) => isObject(file) && isText(file['path']));
  return isSame && isWhole ? (value as unknown as Recording) : undefined;
}
