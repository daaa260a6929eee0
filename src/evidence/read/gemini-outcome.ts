/*
 * How a tool call of Gemini CLI came out, from its status and from the response that the model was given.
 */

import { isObject } from '../../text/shape.js';
import type { Result } from '../observation.js';
import { geminiText } from './gemini-text.js';

type Fields = Readonly<Record<string, unknown>>;

/** Undefined as long as it has not ended. */
export function geminiOutcome(call: Fields): Pick<Result, 'output' | 'isError'> | undefined {
  const { name, status, result, resultDisplay } = call;
  const hasEnded = status === 'success' || status === 'error' || status === 'cancelled';
  const responses = responsesIn(result);
  const text = [geminiText(result), ...responses.map(responseText)].filter((part) => part !== '').join('\n');
  const output = text || resultDisplay || '';
  if (!hasEnded && output === '') return undefined;
  const hasFailed =
    status === 'error' ||
    (name === 'activate_skill' && /^(?:Error: )?Skill "[^"]*" not found/.test(text)) ||
    (!hasEnded && responses.some(({ error }) => error !== undefined && error !== null));
  if (hasFailed) return { output, isError: true };
  // A command that fails is a call that succeeds; its text says how the command ended.
  const hasSucceeded = status === 'success' && name !== 'run_shell_command';
  return hasSucceeded || status === 'cancelled' ? { output, isError: false } : { output };
}

function responsesIn(result: unknown): readonly Fields[] {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  return parts.flatMap((part) => {
    const call = isObject(part) ? part['functionResponse'] : undefined;
    return isObject(call) && isObject(call['response']) ? [call['response']] : [];
  });
}

/** A tool of an MCP server answers with parts. */
function responseText({ output, error, content }: Fields): string {
  return [output, error, content].map(geminiText).find((text) => text !== '') ?? '';
}
