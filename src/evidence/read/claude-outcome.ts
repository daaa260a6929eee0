/*
 * How a tool call of Claude Code came out: what the model was shown, or else what the tool itself gave, which is all
 * that a hook is told.
 */

import { isCount, isObject } from '../../text/shape.js';
import type { Result } from '../observation.js';
import { blocksIn, textsIn } from './claude-line.js';

export type ClaudeOutcome = Pick<Result, 'output' | 'isError' | 'durationMs'>;

/** `mark` is what the result says of itself, if anything. */
export function claudeOutcome(shown: unknown, given: unknown, mark?: unknown): ClaudeOutcome {
  const told = textOf(shown) || textOf(given);
  const text = mark === true ? withoutAdvice(told) : told;
  const isError = typeof mark === 'boolean' ? mark : isFailure(text, given);
  const { durationMs, totalDurationMs } = isObject(given) ? given : {};
  const took = [durationMs, totalDurationMs].find(isCount);
  return {
    output: text === '' && isObject(given) ? scalarsOf(given) : bounded(text),
    ...(isError !== undefined && { isError }),
    ...(took !== undefined && { durationMs: took }),
  };
}

/** What the user refused comes back with many words for the model, of which at most the last are the user's. */
function withoutAdvice(text: string): string {
  if (!text.startsWith("The user doesn't want to ")) return text;
  const said = /the user said:\s*(\S.*)$/s.exec(text)?.[1];
  return said === undefined ? 'the user refused it' : `the user refused it: ${said}`;
}

/** Undefined where neither says. */
function isFailure(text: string, given: unknown): boolean | undefined {
  if (isObject(given)) {
    const { success, code, status, stdout, interrupted } = given;
    if (typeof success === 'boolean') return !success;
    if (typeof code === 'number') return code !== 0;
    // A command that fails is told by a text in place of what it printed.
    if (typeof stdout === 'string' && interrupted === false) return false;
    // What a skill that ran as an agent of its own reports may speak of errors, and is no failure of the call.
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

/** The fields that may say what went wrong, and not the files and pictures beside them. */
function scalarsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(given).filter(([, value]) => value === null || typeof value !== 'object');
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]),
  );
}

/** Head and tail: a command says at the start how it ended, a stack trace ends with its reason. */
function bounded(text: string): string {
  if (text.length <= 8000) return text;
  return `${text.slice(0, 4000)}\n...\n${text.slice(-4000)}`;
}
