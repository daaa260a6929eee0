/*
 * `codex exec --json`. Only `turn.completed` and `turn.failed` end a run: an `error` line may be about something that is
 * tried again. Its tokens are totals of the whole thread, and it states no cost. Skills have no event: they are read and
 * run by commands.
 */

import { isObject } from '../../../text/shape.js';
import { type Fields, jsonStream, tokensIn } from './json-stream.js';
import {
  CallList,
  type CallStatus,
  failureKindOf,
  type StreamEnd,
  type StreamReader,
  type Tokens,
  textOf,
} from './stream.js';

/** Items that are not calls of tools. */
const texts: readonly string[] = ['agent_message', 'reasoning', 'todo_list', 'error'];

export function codexStream(): StreamReader {
  const calls = new CallList();
  let finalText = '';
  let messages = 0;
  let tokens: Tokens | null = null;
  let end: StreamEnd | undefined;
  let isLossy = false;
  const item = (fields: Fields, isDone: boolean): void => {
    const type = textOf(fields['type']);
    const id = textOf(fields['id']);
    if (type === 'error') isLossy ||= /\blag|dropped \d+ events/i.test(textOf(fields['message']));
    if (type === 'agent_message' && isDone) {
      finalText = textOf(fields['text']);
      messages += 1;
    }
    if (texts.includes(type) || type === '') return;
    calls.begin(id, toolOf(type, fields), inputOf(type, fields));
    if (isDone) calls.settle(id, statusOf(type, fields), outputOf(type, fields));
  };
  return jsonStream({
    read: (line) => {
      const { type } = line;
      if ((type === 'item.started' || type === 'item.completed') && isObject(line['item']))
        item(line['item'], type === 'item.completed');
      if (type === 'turn.completed') {
        end = { kind: 'done' };
        tokens = tokensIn(line['usage'], 'cached_input_tokens') ?? tokens;
      }
      if (type === 'turn.failed') {
        const message = isObject(line['error']) ? textOf(line['error']['message']) : '';
        end = { kind: 'failed', failure: failureKindOf(message), message };
      }
    },
    progress: () => ({ turns: calls.size + messages, costUsd: null, end }),
    facts: () => ({ calls: calls.all(), finalText, tokens, isLossy }),
  });
}

function toolOf(type: string, fields: Fields): string {
  if (type !== 'mcp_tool_call') return type;
  return `mcp__${textOf(fields['server'])}__${textOf(fields['tool'])}`;
}

function inputOf(type: string, fields: Fields): unknown {
  switch (type) {
    case 'command_execution':
      return { command: textOf(fields['command']) };
    case 'file_change':
      return { changes: fields['changes'] ?? [] };
    case 'mcp_tool_call':
      return fields['arguments'] ?? {};
    default: {
      const { id: _id, type: _type, status: _status, ...rest } = fields;
      return rest;
    }
  }
}

/** A command that was abandoned is shown as completed without an exit code. */
function statusOf(type: string, fields: Fields): CallStatus {
  const { status } = fields;
  if (status === 'declined') return 'denied';
  if (status === 'failed') return 'error';
  if (type === 'command_execution')
    return fields['exit_code'] === 0 ? 'ok' : typeof fields['exit_code'] === 'number' ? 'error' : 'unknown';
  return status === undefined || status === 'completed' ? 'ok' : 'unknown';
}

function outputOf(type: string, fields: Fields): string {
  if (type === 'command_execution') return textOf(fields['aggregated_output']);
  return fields['result'] === undefined || fields['result'] === null ? '' : JSON.stringify(fields['result']);
}
