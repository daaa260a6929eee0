/*
 * Whether an agent loaded the skill. A call proves nothing: it may be denied, or name a skill that is not there. Its
 * result does, and where the skill is read as a file, so does a line of that file in the output. What a stream cannot show
 * is unknown, which is never counted as "not loaded".
 */

import { skillUsesOf } from '../../../evidence/rules/interpret/skill-use.js';
import type { StreamFacts, ToolCall } from './stream.js';

export const firings = ['fired', 'not-fired', 'denied', 'claimed', 'unknown'] as const;
/** denied: the agent wanted to and was not allowed; claimed: it reports a skill that it was not given. */
export type Firing = (typeof firings)[number];

export interface FiringContext {
  readonly skill: string;
  /** The text of the SKILL.md that the agent was given; undefined where it was given none. */
  readonly text: string | undefined;
}

export function firingOf(facts: StreamFacts, { skill, text }: FiringContext): Firing {
  const loads = facts.calls.flatMap((call) => loadsIn(call, skill).map((byReading) => ({ call, byReading })));
  const states = loads.map(({ call, byReading }) => stateOf(call, byReading, text));
  for (const state of ['claimed', 'fired', 'unknown', 'denied'] as const)
    if (states.includes(state)) return state;
  if (text !== undefined && facts.listedSkills !== undefined && !lists(facts.listedSkills, skill, text))
    return 'unknown';
  const isComplete = facts.end !== undefined && facts.end.kind === 'done' && !facts.isLossy;
  return isComplete ? 'not-fired' : 'unknown';
}

/** For every load of the skill in a call: whether it was by reading a file. */
function loadsIn({ tool, input }: ToolCall, skill: string): readonly boolean[] {
  return skillUsesOf(evidenceTool(tool), input)
    .filter(({ kind }) => kind === 'skill-load' || kind === 'script-run')
    .filter((use) => isSame(use.skill.name, skill))
    .map(({ kind, byReading }) => byReading && kind === 'skill-load');
}

function stateOf({ status, output }: ToolCall, byReading: boolean, text: string | undefined): Firing {
  if (status === 'denied') return 'denied';
  if (status === 'error') return 'not-fired';
  if (status !== 'ok') return 'unknown';
  if (text === undefined) return 'claimed';
  return !byReading || showsLine(output, text) ? 'fired' : 'unknown';
}

function showsLine(output: string, text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.some((line) => line.length >= 8 && output.includes(line));
}

/** A skill that only the model can invoke is loaded, and absent from the list. */
function lists(listed: readonly string[], skill: string, text: string): boolean {
  return listed.some((name) => isSame(name, skill)) || /^user-invocable:\s*false/m.test(text);
}

function isSame(named: string, skill: string): boolean {
  return (named.split(/[:/]/).at(-1) ?? '').toLowerCase() === skill.toLowerCase();
}

/** The names by which evidence knows the tools of headless streams. */
function evidenceTool(tool: string): string {
  return tool === 'command_execution' ? 'shell' : tool;
}
