/*
 * What a hook tells while a session goes on: the JSON that Claude Code hands to a hook, or one line in the shape that
 * is documented for any agent. The keys are those of the transcript, so what was told live is not counted again when
 * the transcript is read.
 */

import { isCount, isObject } from '../../text/shape.js';
import { callKey, claudeOutcome, slashKey } from './claude-line.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { defaultAgent, genericAgent, genericObservations } from './generic.js';
import type { Observation } from './observation.js';

export interface HookReport {
  readonly agent: string;
  readonly observations: readonly Observation[];
}

/** Undefined when it is no payload that is known. A hook that tells nothing of interest has no observations. */
export function observationsOfHook(payload: unknown, at: number): HookReport | undefined {
  if (!isObject(payload)) return undefined;
  const { session_id: session, agent_id: thread, hook_event_name: event } = payload;
  if (typeof event !== 'string') return genericReport(payload, at);
  if (!isNonEmptyText(session)) return undefined;
  const place = { session, at, ...(isNonEmptyText(thread) && { thread }) };
  return { agent: 'claude', observations: ofClaude(event, payload, place) };
}

type Payload = Readonly<Record<string, unknown>>;
type EventContext = Pick<Observation, 'session' | 'thread' | 'at'>;

function ofClaude(event: string, payload: Payload, place: EventContext): readonly Observation[] {
  switch (event) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return ofToolUse(event === 'PostToolUseFailure', payload, place);
    case 'UserPromptExpansion':
      return ofSlash(payload, place);
    case 'SessionEnd':
      return [{ type: 'end', ...place }];
    default:
      return [];
  }
}

/** Without an id it could not be told from the same call in the transcript. */
function ofToolUse(isFailure: boolean, payload: Payload, place: EventContext): readonly Observation[] {
  const { tool_name: tool, tool_input: args, tool_response: given, error, duration_ms: durationMs } = payload;
  const key = callKey(payload['tool_use_id']);
  if (key === undefined || !isNonEmptyText(tool)) return [];
  const outcome = isFailure ? claudeOutcome(error, given, true) : claudeOutcome(undefined, given);
  return [
    { type: 'call', ...place, key, tool, args: args ?? {} },
    // A hook that follows success says that there was no error, unless the tool itself says otherwise.
    {
      type: 'result',
      ...place,
      key,
      isError: false,
      ...outcome,
      ...(isCount(durationMs) && { durationMs }),
    },
  ];
}

/** The program's own commands and the prompts of servers are no skills. */
function ofSlash(payload: Payload, place: EventContext): readonly Observation[] {
  const { command_source: source, command_name: command, prompt_id: promptId } = payload;
  const isSkill = source === 'skill' || source === 'plugin';
  if (!isSkill || !isNonEmptyText(promptId) || typeof command !== 'string') return [];
  const name = command.replace(/^\//, '');
  if (name === '') return [];
  return [{ type: 'load', ...place, key: slashKey(place.session, promptId), skill: { name } }];
}

function genericReport(payload: Payload, now: number): HookReport | undefined {
  const { session } = payload;
  if (!isNonEmptyText(session)) return undefined;
  const at = timeIn(payload['at']) ?? now;
  const observations = genericObservations(payload, { session, at, countBefore: () => 0 });
  return observations && { agent: genericAgent(payload) ?? defaultAgent, observations };
}
