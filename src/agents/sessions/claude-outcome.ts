/*
 * The outcome of a tool call of Claude Code, from a transcript or from a hook: what the model was shown, whether it is an
 * error, and whether the user refused or stopped the call.
 */

import { isCount, isObject } from '../../text/shape.js';
import { blocksIn, type ClaudeBlock, textsIn } from './claude-line.js';
import type { Draft, Ended, Result } from './observation.js';

export type ClaudeOutcome = Pick<Result, 'output' | 'isError' | 'ended' | 'durationMs'>;

/** The begin of the text that stands for an interruption by the user. */
export const interruptionMark = '[Request interrupted by user';

/** What a line or a hook says about a result, besides the result. */
interface ResultMarks {
  /** The error flag. */
  readonly mark?: unknown;
  /** Why the call did not run; newer versions state it. */
  readonly denial?: unknown;
  /** Whether somebody else than the program wrote the text, which then proves nothing about the user. */
  readonly isForeign?: boolean;
}

/** The outcome of a tool call: what the model was shown, or the raw result, which is all a hook gets. */
export function claudeOutcome(shown: unknown, given: unknown, marks: ResultMarks = {}): ClaudeOutcome {
  const { mark } = marks;
  const fullText = textOf(shown) || textOf(given);
  const ended = endedIn(fullText, given, marks);
  const text = ended === 'refused' ? wordsOfRefusal(fullText) : fullText;
  const isError = typeof mark === 'boolean' ? mark : isFailure(text, given);
  const took = isObject(given) ? durationIn(given) : undefined;
  const isFields = text === '' && ended !== 'refused' && isObject(given);
  const outcome: Draft<ClaudeOutcome> = { output: isFields ? scalarsOf(given) : bounded(text) };
  if (isError !== undefined) outcome.isError = isError;
  if (ended !== undefined) outcome.ended = ended;
  if (took !== undefined) outcome.durationMs = took;
  return outcome;
}

function durationIn({ durationMs, totalDurationMs }: ClaudeBlock): number | undefined {
  if (isCount(durationMs)) return durationMs;
  return isCount(totalDurationMs) ? totalDurationMs : undefined;
}

/** A rule or a hook that denies a call is not the user. */
function endedIn(text: string, given: unknown, marks: ResultMarks): Ended | undefined {
  const { mark, denial, isForeign } = marks;
  if (denial === 'user-rejected') return 'refused';
  if (denial === 'interrupted' || denial === 'cancelled') return 'interrupted';
  if (mark === true && denial === undefined && isForeign !== true) {
    if (refusals.some((begin) => text.startsWith(begin))) return 'refused';
    if (text.startsWith(interruptionMark)) return 'interrupted';
  }
  // A command that ran out of time is marked as interrupted too.
  const isStopped = isObject(given) && given['interrupted'] === true && !text.includes('timed out after');
  return isStopped ? 'interrupted' : undefined;
}

/** The second one is what a subagent is shown. */
const refusals = ["The user doesn't want to ", 'Permission for this tool use was denied. '];

/** A refusal is a long text for the model, of which at most the end is by the user; advice for the model may follow. */
function wordsOfRefusal(text: string): string {
  const mark = /the user said:/i.exec(text.slice(0, 1_000));
  if (mark === null) return '';
  const said = text.slice(mark.index + mark[0].length);
  const advice = said.lastIndexOf("\n\nNote: The user's next message may contain a correction");
  return (advice === -1 ? said : said.slice(0, advice)).trim();
}

/** Undefined if neither shows it. */
function isFailure(text: string, given: unknown): boolean | undefined {
  if (isObject(given)) {
    const { success, code, status, stdout, interrupted } = given;
    if (typeof success === 'boolean') return !success;
    if (typeof code === 'number') return code !== 0;
    // A failed command has an error text instead of its output.
    if (typeof stdout === 'string' && interrupted === false) return false;
    // The report of a skill that ran as a subagent may mention errors, but the call did not fail.
    if (status === 'forked') return false;
  }
  const isMarked = text.startsWith('<tool_use_error>');
  return isMarked || (typeof given === 'string' && /^Error\b/.test(given)) ? true : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!isObject(content)) return textsIn(blocksIn(content)).join('\n');
  const { stdout, stderr } = content;
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}

/** The fields that may contain an error message, without files and pictures. */
function scalarsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(given).filter(([, value]) => value === null || typeof value !== 'object');
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]),
  );
}

/** Keeps the head and the tail: a command reports its status first, a stack trace ends with its reason. */
function bounded(text: string): string {
  if (text.length <= 8000) return text;
  return `${text.slice(0, 4000)}\n...\n${text.slice(-4000)}`;
}
