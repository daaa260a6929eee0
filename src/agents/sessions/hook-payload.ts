/*
 * Reads the payload of a hook: the JSON of a hook of Claude Code, Codex or Qwen Code, or one line in the documented format
 * for any agent. The keys are those of the transcript, so that an event is not counted again when the transcript is read.
 * The three agents give their hooks nearly the same fields, so the command of the hook says whose payload it is.
 */

import { isCount, isObject } from '../../text/shape.js';
import { callKey, slashKey } from './claude-line.js';
import { claudeOutcome } from './claude-outcome.js';
import { outcomeOfOutput } from './codex-message.js';
import { isNonEmptyText, nameIn, timeIn } from './fields.js';
import { defaultAgent, genericAgent, genericObservations } from './generic.js';
import type { Observation } from './observation.js';
import { scopedKey } from './scoped-key.js';

/** The agents whose hooks Coppice installs. */
export const hookedAgents = ['claude', 'codex', 'qwen'] as const;
export type HookedAgent = (typeof hookedAgents)[number];

export interface HookReport {
  readonly agent: string;
  readonly observations: readonly Observation[];
}

/** Undefined for an unknown payload. A known hook without relevant data has no observations. */
export function observationsOfHook(
  payload: unknown,
  at: number,
  agent: HookedAgent = 'claude',
): HookReport | undefined {
  if (!isObject(payload)) return undefined;
  const { session_id: session, agent_id: thread, hook_event_name: event } = payload;
  if (typeof event !== 'string') return genericReport(payload, at);
  if (!isNonEmptyText(session)) return undefined;
  const context = { session, at, ...(isNonEmptyText(thread) && { thread }) };
  return { agent, observations: readers[agent](event, payload, context) };
}

type Payload = Readonly<Record<string, unknown>>;
type EventContext = Pick<Observation, 'session' | 'thread' | 'at'>;

const readers: Readonly<
  Record<HookedAgent, (event: string, payload: Payload, context: EventContext) => readonly Observation[]>
> = { claude: ofClaude, codex: ofCodex, qwen: ofQwen };

/** A subagent has a session of its own, which the payload does not name, so its calls are left to the transcript. */
function ofCodex(event: string, payload: Payload, context: EventContext): readonly Observation[] {
  const { tool_name: tool, tool_input: args, tool_response: given, tool_use_id: id } = payload;
  const isCall = event === 'PostToolUse' && context.thread === undefined;
  if (!isCall || !isNonEmptyText(id) || !isNonEmptyText(tool)) return [];
  const key = scopedKey(context.session, id);
  const model = nameIn(payload['model']);
  return [
    { type: 'call', ...context, key, tool, args: args ?? {}, ...(model !== undefined && { model }) },
    { type: 'result', ...context, key, ...outcomeOfOutput(given) },
  ];
}

/** Only `tool_call_id` is in the transcript; `tool_use_id` is made up for the hook. */
function ofQwen(event: string, payload: Payload, context: EventContext): readonly Observation[] {
  if (event === 'SessionEnd') return [{ type: 'end', ...context }];
  const isFailure = event === 'PostToolUseFailure';
  const { tool_name: tool, tool_input: args, tool_response: given, tool_call_id: id } = payload;
  const isCall = isFailure || event === 'PostToolUse';
  if (!isCall || !isNonEmptyText(id) || !isNonEmptyText(tool)) return [];
  const key = scopedKey(context.session, id);
  const { error, duration_ms: durationMs, is_interrupt: isInterrupt } = payload;
  const outcome = {
    output: (isFailure ? error : given) ?? '',
    ...(isFailure && { isError: true }),
    ...(isInterrupt === true && { ended: 'interrupted' as const }),
    ...(isCount(durationMs) && { durationMs }),
  };
  return [
    { type: 'call', ...context, key, tool, args: args ?? {} },
    { type: 'result', ...context, key, ...outcome },
  ];
}

function ofClaude(event: string, payload: Payload, context: EventContext): readonly Observation[] {
  switch (event) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return ofToolUse(event === 'PostToolUseFailure', payload, context);
    case 'UserPromptExpansion':
      return ofSlash(payload, context);
    case 'SessionEnd':
      return [{ type: 'end', ...context }];
    default:
      return [];
  }
}

/** A call without an id is ignored, because it could not be matched with the transcript. */
function ofToolUse(isFailure: boolean, payload: Payload, context: EventContext): readonly Observation[] {
  const { tool_name: tool, tool_input: args, tool_response: given, error, duration_ms: durationMs } = payload;
  const key = callKey(payload['tool_use_id']);
  if (key === undefined || !isNonEmptyText(tool)) return [];
  const denial = payload['is_interrupt'] === true ? 'interrupted' : undefined;
  // There is no hook for a call that the user refused, so an error that says so is by the tool.
  const outcome = isFailure
    ? claudeOutcome(error, given, { mark: true, denial, isForeign: true })
    : claudeOutcome(undefined, given);
  return [
    { type: 'call', ...context, key, tool, args: args ?? {} },
    // The success hook means no error, unless the result of the tool says otherwise.
    {
      type: 'result',
      ...context,
      key,
      isError: false,
      ...outcome,
      ...(isCount(durationMs) && { durationMs }),
    },
  ];
}

/** Built-in commands and prompts of MCP servers are not skills. */
function ofSlash(payload: Payload, context: EventContext): readonly Observation[] {
  const { command_source: source, command_name: command, prompt_id: promptId } = payload;
  const isSkill = source === 'skill' || source === 'plugin';
  if (!isSkill || !isNonEmptyText(promptId) || typeof command !== 'string') return [];
  const name = command.replace(/^\//, '');
  if (name === '') return [];
  return [{ type: 'load', ...context, key: slashKey(context.session, promptId), skill: { name } }];
}

function genericReport(payload: Payload, now: number): HookReport | undefined {
  const { session } = payload;
  if (!isNonEmptyText(session)) return undefined;
  const at = timeIn(payload['at']) ?? now;
  const observations = genericObservations(payload, { session, at, countBefore: () => 0 });
  return observations && { agent: genericAgent(payload) ?? defaultAgent, observations };
}
