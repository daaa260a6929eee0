/*
 * The recording of one run: what the agent printed and what it left in its folder, redacted. Results are computed from
 * recordings alone, so a replay gives the same bytes as the run itself.
 */

import { streamFormats } from '../../agents/headless/run-recipe.js';
import { parseJson } from '../../text/json.js';
import { isCount, isListOf, isMissingOr, isObject, isOneOf, isText, isTime } from '../../text/shape.js';
import { isRunOutcome, type RunOutcome } from './run-outcome.js';
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

/** What was found where a recording should be. Whatever is not the whole recording of this run is not used. */
export type FoundRecording =
  | { readonly kind: 'found'; readonly recording: Recording }
  | { readonly kind: 'missing' }
  /** `why` completes a sentence that begins with the file. */
  | { readonly kind: 'damaged'; readonly why: string };

export function readRecording(text: string, key: RecordingKey): FoundRecording {
  const value = parseJson(text);
  if (value === undefined) return { kind: 'damaged', why: notJsonBecause(text) };
  if (!isObject(value) || value['format'] !== 1 || !isObject(value['key']) || !isWhole(value))
    return { kind: 'damaged', why: 'does not have the fields of a recording' };
  const own = value['key'];
  const other = (Object.keys(key) as (keyof RecordingKey)[]).find((name) => own[name] !== key[name]);
  if (other !== undefined)
    return { kind: 'damaged', why: `is the recording of another run: its ${other} differs` };
  return { kind: 'found', recording: value as unknown as Recording };
}

function notJsonBecause(text: string): string {
  if (text.trim() === '') return 'is empty';
  return /^\s*\{[\s\S]*\}\s*$/.test(text) ? 'is not JSON' : 'ends in the middle';
}

function isWhole(value: Readonly<Record<string, unknown>>): boolean {
  return (
    isOneOf(streamFormats, value['stream']) &&
    isTime(value['startedAt']) &&
    isCount(value['durationMs']) &&
    isRunOutcome(value['outcome']) &&
    isListOf(value['lines'], isText) &&
    isListOf(value['files'], isRecordedFile)
  );
}

function isRecordedFile(value: unknown): value is RecordedFile {
  return (
    isObject(value) &&
    isText(value['path']) &&
    isCount(value['sizeBytes']) &&
    isMissingOr(isText, value['text'])
  );
}
