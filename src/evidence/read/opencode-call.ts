/*
 * A tool call of OpenCode, and what came of it. The two generations of its database keep the same facts in slightly
 * different places.
 */

import { isObject, isTime } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import type { SessionKeys } from './session-keys.js';

export interface OpencodeCall {
  readonly session: string;
  readonly id: unknown;
  readonly tool: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

export function observationsOfCall(
  { session, id, tool, state, startedAt, endedAt }: OpencodeCall,
  keys: SessionKeys,
): Observation[] {
  const args = argumentsOf(tool, state['input']);
  const key = keys.call(typeof id === 'string' && id !== '' ? id : undefined, tool, args);
  const observations: Observation[] = [{ type: 'call', session, at: startedAt, key, tool, args }];
  const { status } = state;
  const observed = { session, at: endedAt ?? startedAt, key };
  if (status === 'completed' || status === 'error') {
    const durationMs = endedAt === undefined ? {} : { durationMs: Math.max(0, endedAt - startedAt) };
    observations.push({
      type: 'result',
      ...observed,
      output: status === 'error' ? errorIn(state) : outputIn(state),
      isError: status === 'error' || hasFailed(state),
      ...durationMs,
    });
  }
  const folder = tool === 'skill' ? detailIn(state, 'dir') : undefined;
  if (typeof folder === 'string' && folder !== '')
    observations.push({ type: 'located', ...observed, folder });
  return observations;
}

/** In milliseconds, as OpenCode writes them. */
export function opencodeTime(value: unknown): number | undefined {
  const time = typeof value === 'number' ? Math.round(value) : Number.NaN;
  return isTime(time) && time > 0 ? time : undefined;
}

/** Newer versions name the skill to load by its id. */
function argumentsOf(tool: string, input: unknown): unknown {
  if (tool !== 'skill' || !isObject(input) || input['name'] !== undefined) return input ?? {};
  return { ...input, name: input['id'] };
}

/** A command that ran to its end is completed, however it ended. */
function hasFailed(state: OpencodeCall['state']): boolean {
  const exit = detailIn(state, 'exit');
  return typeof exit === 'number' && exit !== 0;
}

/** What a tool tells besides its output. */
function detailIn({ metadata, structured }: OpencodeCall['state'], name: string): unknown {
  const details = isObject(metadata) ? metadata : structured;
  return isObject(details) ? details[name] : undefined;
}

function outputIn({ output, content }: OpencodeCall['state']): unknown {
  if (output !== undefined) return output;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => (isObject(part) ? part['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function errorIn({ error, ...rest }: OpencodeCall['state']): unknown {
  const message = isObject(error) ? error['message'] : undefined;
  return message ?? error ?? outputIn(rest);
}
