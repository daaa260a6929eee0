/*
 * `claude -p --output-format stream-json`: the lines of messages are those of a transcript. One message may be several
 * lines, so tokens and turns are counted once for each id.
 */

import { claudeLine } from '../../../agents/sessions/claude-line.js';
import { claudeOutcome } from '../../../agents/sessions/claude-outcome.js';
import { isObject } from '../../../text/shape.js';
import { type Fields, jsonStream } from './json-stream.js';
import {
  amountOf,
  CallList,
  failureKindOf,
  type StreamEnd,
  type StreamFacts,
  type StreamReader,
  type Tokens,
  textOf,
} from './stream.js';

export function claudeStream(): StreamReader {
  const calls = new CallList();
  const messages = new Map<string, Tokens>();
  let state: Omit<StreamFacts, 'calls' | 'turns' | 'isLossy' | 'strayLines'> = {
    finalText: '',
    costUsd: null,
    tokens: null,
    model: undefined,
    version: undefined,
    listedSkills: undefined,
    end: undefined,
  };
  const system = (line: Fields): void => {
    if (line['subtype'] === 'init') {
      const skills = line['skills'];
      state = {
        ...state,
        model: textOf(line['model']) || undefined,
        version: textOf(line['claude_code_version']) || undefined,
        listedSkills: Array.isArray(skills) ? skills.filter((name) => typeof name === 'string') : undefined,
      };
    }
    if (line['subtype'] === 'permission_denied') calls.settle(textOf(line['tool_use_id']), 'denied', '');
  };
  const message = (fields: Fields): void => {
    const reading = claudeLine(fields, { session: '', at: 0 });
    if (reading.kind !== 'message') return;
    const { line } = reading;
    if (line.type === 'assistant') {
      const id = textOf(line.message['id']) || line.id;
      if (!line.isSynthetic && line.message['model'] !== '<synthetic>')
        messages.set(id, usageIn(line.message));
      for (const block of line.blocks) {
        if (block['type'] === 'tool_use' || block['type'] === 'server_tool_use')
          calls.begin(textOf(block['id']), textOf(block['name']), block['input'] ?? {});
        const text = textOf(block['text']);
        if (block['type'] === 'text' && fields['parent_tool_use_id'] == null && text.trim() !== '')
          state = { ...state, finalText: text };
      }
      return;
    }
    for (const block of line.blocks) {
      if (block['type'] !== 'tool_result') continue;
      const given = fields['tool_use_result'];
      const { isError, output } = claudeOutcome(block['content'], given, { mark: block['is_error'] });
      const id = textOf(block['tool_use_id']);
      const before = calls.get(id);
      const status = isError !== true ? 'ok' : isDenial(before?.tool, textOf(output)) ? 'denied' : 'error';
      calls.settle(id, before?.status === 'denied' && isError === true ? 'denied' : status, textOf(output));
    }
  };
  const result = (line: Fields): void => {
    for (const denial of Array.isArray(line['permission_denials']) ? line['permission_denials'] : [])
      if (isObject(denial)) calls.settle(textOf(denial['tool_use_id']), 'denied', '');
    const text = textOf(line['result']);
    state = {
      ...state,
      end: endOf(line),
      ...(text !== '' && line['is_error'] !== true && { finalText: text }),
      costUsd: typeof line['total_cost_usd'] === 'number' ? amountOf(line['total_cost_usd']) : state.costUsd,
      tokens: totalIn(line) ?? state.tokens,
    };
  };
  return jsonStream({
    read: (line) => {
      if (line['type'] === 'system') system(line);
      if (line['type'] === 'assistant' || line['type'] === 'user') message(line);
      if (line['type'] === 'result') result(line);
    },
    progress: () => ({ turns: messages.size, costUsd: state.costUsd, end: state.end }),
    facts: () => ({
      ...state,
      calls: calls.all(),
      tokens: state.tokens ?? (messages.size === 0 ? null : [...messages.values()].reduce(sum)),
    }),
  });
}

/** A skill whose permission is missing is answered with the question that nobody was asked. */
function isDenial(tool: string | undefined, output: string): boolean {
  return (
    /^(?:Execute skill: |Permission|Claude requested permissions)/.test(output) ||
    (tool === 'Skill' && /permission/i.test(output))
  );
}

function endOf(line: Fields): StreamEnd {
  const { subtype } = line;
  if (subtype === 'error_max_turns') return { kind: 'turn-limit' };
  if (subtype === 'error_max_budget_usd') return { kind: 'cost-limit' };
  if (subtype === 'success' && line['is_error'] !== true) return { kind: 'done' };
  const errors = Array.isArray(line['errors']) ? line['errors'].map(textOf).join('; ') : '';
  const message = textOf(line['result']) || errors || textOf(subtype) || 'the agent reported an error';
  const status = line['api_error_status'];
  return {
    kind: 'failed',
    failure: failureKindOf(message, typeof status === 'number' ? status : undefined),
    message,
  };
}

function usageIn(message: Fields): Tokens {
  const usage = isObject(message['usage']) ? message['usage'] : {};
  const cached = amountOf(usage['cache_read_input_tokens']);
  return {
    input: amountOf(usage['input_tokens']) + amountOf(usage['cache_creation_input_tokens']) + cached,
    output: amountOf(usage['output_tokens']),
    cached,
  };
}

/** With subagents, which only the sums for each model count. */
function totalIn(line: Fields): Tokens | undefined {
  const models = isObject(line['modelUsage']) ? Object.values(line['modelUsage']).filter(isObject) : [];
  if (models.length === 0) return isObject(line['usage']) ? usageIn(line) : undefined;
  return models
    .map((model) => {
      const cached = amountOf(model['cacheReadInputTokens']);
      return {
        input: amountOf(model['inputTokens']) + amountOf(model['cacheCreationInputTokens']) + cached,
        output: amountOf(model['outputTokens']),
        cached,
      };
    })
    .reduce(sum);
}

function sum(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
  };
}
