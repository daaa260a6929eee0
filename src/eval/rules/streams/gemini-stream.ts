/*
 * `gemini -p PROMPT -o stream-json`. The text of an answer comes in pieces; the line with the role of the user repeats the
 * prompt. It states no cost and no turns, so steps are counted: each call of a tool, and each answer.
 */

import { isObject } from '../../../text/shape.js';
import { type Fields, jsonStream, tokensIn } from './json-stream.js';
import { CallList, failureKindOf, type StreamEnd, type StreamReader, type Tokens, textOf } from './stream.js';

export function geminiStream(): StreamReader {
  const calls = new CallList();
  let pieces: string[] = [];
  let answers = 0;
  let isAnswering = false;
  let tokens: Tokens | null = null;
  let model: string | undefined;
  let end: StreamEnd | undefined;
  let lastError = '';
  const events: Readonly<Record<string, (line: Fields) => void>> = {
    init: (line) => {
      model = textOf(line['model']) || undefined;
    },
    message: (line) => {
      if (line['role'] !== 'assistant') return;
      if (!isAnswering) {
        pieces = [];
        answers += 1;
      }
      isAnswering = line['delta'] === true;
      pieces.push(textOf(line['content']));
    },
    tool_use: (line) => {
      isAnswering = false;
      calls.begin(textOf(line['tool_id']), textOf(line['tool_name']), line['parameters'] ?? {});
    },
    tool_result: (line) => {
      isAnswering = false;
      const error = isObject(line['error']) ? line['error'] : {};
      const failed = error['type'] === 'policy_violation' ? 'denied' : 'error';
      const output = textOf(line['output']) || textOf(error['message']);
      calls.settle(textOf(line['tool_id']), line['status'] === 'success' ? 'ok' : failed, output);
    },
    error: (line) => {
      if (line['severity'] !== 'warning') lastError = textOf(line['message']);
    },
    result: (line) => {
      tokens = tokensIn(line['stats'], 'cached') ?? tokens;
      end = endOf(line, lastError);
    },
  };
  return jsonStream({
    read: (line) => {
      const { type } = line;
      if (typeof type === 'string' && Object.hasOwn(events, type)) events[type]?.(line);
    },
    progress: () => ({ turns: calls.size + answers, costUsd: null, end }),
    facts: () => ({ calls: calls.all(), finalText: pieces.join(''), tokens, model }),
  });
}

function endOf(line: Fields, lastError: string): StreamEnd {
  if (line['status'] === 'success') return { kind: 'done' };
  const error = isObject(line['error']) ? line['error'] : {};
  if (error['type'] === 'FatalTurnLimitedError') return { kind: 'turn-limit' };
  const message = textOf(error['message']) || lastError || 'the agent reported an error';
  return { kind: 'failed', failure: failureKindOf(message), message };
}
