/*
 * Reads transcripts of Claude Code: one line per block of a message, and many other kinds of lines. Resumed and forked
 * files repeat lines of others, and rewound messages stay in the file; keys identify duplicates. A call that is quoted
 * in a text or a result is only text.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { ClaudeFacts } from './claude-facts.js';
import { type ClaudeBlock, type ClaudeLine, callKey, claudeLine, textsIn } from './claude-line.js';
import { claudeOutcome, interruptionMark } from './claude-outcome.js';
import { commandRun, type SlashCommand, slashCommand, slashCommandIn, slashLoad } from './claude-slash.js';
import { hasBody, skillFolderIn, type UserText, userText } from './claude-user-text.js';
import { isNonEmptyText, nameIn, tokensIn } from './fields.js';
import type { Call, Draft, Observation } from './observation.js';
import type { LineFormat } from './reader.js';

export const claudeFormat: LineFormat = {
  begin({ name, mtimeMs }, memory) {
    const remembered = isObject(memory) ? memory : {};
    let at = isTime(remembered['at']) ? remembered['at'] : undefined;
    let command = slashCommandIn(remembered['command']);
    const facts = new ClaudeFacts(remembered['facts']);
    const calls: OpenCalls = {
      tokens: countedTokensIn(remembered['tokens']),
      ofServers: new Set(textsOf(remembered['ofServers'])),
    };
    const session = name.replace(/\.jsonl$/, '');
    return {
      line(text) {
        const fields = parseJson(text);
        if (!isObject(fields)) return undefined;
        const reading = claudeLine(fields, {
          session,
          at: at === undefined ? Math.trunc(mtimeMs) : at + 1,
        });
        at = reading.at;
        if (reading.kind === 'broken') return undefined;
        if (reading.kind === 'attachment') return listOf(facts.take(fields, reading.session, at));
        if (reading.kind === 'other') return [];
        const { line } = reading;
        const step = stepOf(line, command, calls);
        command = step.command;
        // A subagent may work in a folder of its own.
        if (line.type === 'assistant' || line.context.thread !== undefined) return step.observations;
        const news = facts.take(fields, line.context.session, at);
        return news === undefined ? step.observations : [news, ...step.observations];
      },
      memory: () => ({
        at,
        command,
        facts: facts.memory(),
        tokens: [...calls.tokens],
        ofServers: [...calls.ofServers],
      }),
    };
  },
};

function listOf(news: Observation | undefined): readonly Observation[] {
  return news === undefined ? [] : [news];
}

interface Step {
  readonly observations: readonly Observation[];
  /** A command that may still turn out to be a skill. */
  readonly command: SlashCommand | undefined;
}

/** What later lines need to know of the calls so far; only the last ones are kept. */
interface OpenCalls {
  /** Output tokens that are on a call already, by the id of the message. */
  readonly tokens: Map<string, number>;
  /** The calls of tools of MCP servers that have not returned. */
  readonly ofServers: Set<string>;
}

const maxOpenMessages = 8;
const maxOpenCalls = 64;

function stepOf(line: ClaudeLine, command: SlashCommand | undefined, calls: OpenCalls): Step {
  const text = userTextOf(line);
  if (text.kind === 'command') return { observations: [], command: slashCommand(line, text) };
  const observations =
    line.type === 'assistant' ? ofAssistant(line, calls) : ofUser(line, text, command, calls);
  const continues = observations.length > 0 && line.context.thread === undefined;
  return { observations, command: continues ? undefined : command };
}

function userTextOf({ type, mayBeTyped, blocks }: ClaudeLine): UserText {
  const isPrompt = type === 'user' && mayBeTyped && blocks.every((block) => block['type'] !== 'tool_result');
  return isPrompt ? userText(textsIn(blocks)) : { kind: 'nothing' };
}

// Loops without spreads, because these run for every line of every transcript.
function ofAssistant(line: ClaudeLine, calls: OpenCalls): readonly Observation[] {
  const { context, id, blocks, skill, message, isSynthetic } = line;
  const observations: Observation[] = [];
  let index = -1;
  for (const block of blocks) {
    index += 1;
    const { type, text, name, input } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '' && !isSynthetic) {
      observations.push({ type: 'reply', ...context, text });
    }
    if (type !== 'tool_use' || !isNonEmptyText(name)) continue;
    const key = callKey(block['id']) ?? JSON.stringify([id, index]);
    const call: Draft<Call> = { type: 'call', ...context, key, tool: name, args: input ?? {} };
    if (skill !== undefined) call.declared = skill;
    const model = isSynthetic ? undefined : nameIn(message['model']);
    if (model !== undefined) call.model = model;
    const tokens = newTokens(message, calls.tokens);
    if (tokens !== undefined) call.tokens = tokens;
    if (name.startsWith('mcp__')) keepLast(calls.ofServers.add(key), maxOpenCalls);
    observations.push(call);
  }
  return observations;
}

/** The tokens that no call has yet. Each line of a message repeats its count, which grows until the message ends. */
function newTokens({ id, usage }: ClaudeBlock, counted: OpenCalls['tokens']): number | undefined {
  const tokens = isObject(usage) ? tokensIn(usage['output_tokens']) : undefined;
  const message = nameIn(id);
  if (message === undefined || tokens === undefined) return tokens;
  const before = counted.get(message);
  if (before !== undefined && tokens <= before) return undefined;
  keepLast(counted.set(message, tokens), maxOpenMessages);
  return tokens - (before ?? 0);
}

function keepLast(kept: Set<string> | Map<string, unknown>, max: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= max) return;
    kept.delete(oldest);
  }
}

function countedTokensIn(memory: unknown): OpenCalls['tokens'] {
  const counted: OpenCalls['tokens'] = new Map();
  for (const pair of Array.isArray(memory) ? memory : []) {
    const [message, count]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const tokens = tokensIn(count);
    if (typeof message === 'string' && tokens !== undefined) counted.set(message, tokens);
  }
  return counted;
}

function ofUser(
  line: ClaudeLine,
  text: UserText,
  command: SlashCommand | undefined,
  calls: OpenCalls,
): readonly Observation[] {
  const { context, id, isMeta, isQueued } = line;
  if (isMeta) return ofSkillBody(line, command);
  const observations = ofResults(line, calls);
  if (isInterruption(line))
    observations.push({ type: 'interruption', ...context, key: `interruption:${id}` });
  if (text.kind === 'typed') {
    const prompt = { type: 'prompt' as const, ...context, key: id, text: text.text };
    observations.push(isQueued ? { ...prompt, isQueued } : prompt);
  }
  return observations;
}

/** The program says in the user's name that the user stopped it, sometimes beside what the user typed then. */
function isInterruption({ blocks }: ClaudeLine): boolean {
  for (const { type, text } of blocks)
    if (type === 'text' && typeof text === 'string' && text.startsWith(interruptionMark)) return true;
  return false;
}

function textsOf(memory: unknown): readonly string[] {
  return Array.isArray(memory) ? memory.filter(isNonEmptyText) : [];
}

/** The body of a skill follows a call, or the slash command of the user; that of a command in a file too. */
function ofSkillBody(
  { context, blocks, sourceCall, promptId }: ClaudeLine,
  command: SlashCommand | undefined,
): readonly Observation[] {
  const folder = skillFolderIn(textsIn(blocks));
  const key = callKey(sourceCall);
  const isOfCommand =
    key === undefined &&
    context.thread === undefined &&
    command !== undefined &&
    command.promptId === promptId;
  if (folder === undefined) return isOfCommand && hasBody(textsIn(blocks)) ? commandRun(command) : [];
  if (key !== undefined) return [{ type: 'located', ...context, key, folder }];
  return isOfCommand ? slashLoad(command, folder) : [];
}

function ofResults({ context, blocks, toolResult, denial }: ClaudeLine, calls: OpenCalls): Observation[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  // The line contains the raw result of one tool; with several results it is unclear which.
  const given = results.length === 1 ? toolResult : undefined;
  const why = results.length === 1 ? denial : undefined;
  const observations: Observation[] = [];
  for (const result of results) {
    const key = callKey(result['tool_use_id']);
    if (key === undefined) continue;
    const marks = { mark: result['is_error'], denial: why, isForeign: calls.ofServers.delete(key) };
    const outcome = claudeOutcome(result['content'], given, marks);
    observations.push({ type: 'result', ...context, key, ...outcome });
  }
  return observations;
}
