/*
 * `opencode run --format json`. There is no line at the end: the last step that finished for another reason than to call
 * tools is the end. A call is printed when it has ended. Each step states its cost.
 */

import { isObject } from '../../../text/shape.js';
import { type Fields, jsonStream } from './json-stream.js';
import {
  amountOf,
  CallList,
  failureKindOf,
  type StreamEnd,
  type StreamReader,
  type Tokens,
  textOf,
} from './stream.js';

export function opencodeStream(): StreamReader {
  const calls = new CallList();
  let finalText = '';
  let steps = 0;
  let costUsd: number | null = null;
  let tokens: Tokens | null = null;
  let end: StreamEnd | undefined;
  const tool = (part: Fields): void => {
    const state = isObject(part['state']) ? part['state'] : {};
    const id = textOf(part['callID']) || textOf(part['id']);
    const failure = textOf(state['error']);
    calls.begin(id, textOf(part['tool']), state['input'] ?? {});
    if (state['status'] === 'completed') calls.settle(id, 'ok', textOf(state['output']));
    else calls.settle(id, /reject|permission|denied/i.test(failure) ? 'denied' : 'error', failure);
  };
  const finish = (part: Fields): void => {
    steps += 1;
    costUsd = (costUsd ?? 0) + amountOf(part['cost']);
    tokens = added(tokens, part['tokens']);
    const reason = textOf(part['reason']);
    if (reason === 'content-filter')
      end = { kind: 'failed', failure: 'refused', message: 'the answer was blocked by a content filter' };
    else if (reason !== 'tool-calls') end = { kind: 'done' };
    else end = undefined;
  };
  return jsonStream({
    read: (line) => {
      const part = isObject(line['part']) ? line['part'] : {};
      if (line['type'] === 'tool_use') tool(part);
      if (line['type'] === 'text' && textOf(part['text']).trim() !== '') finalText = textOf(part['text']);
      if (line['type'] === 'step_finish') finish(part);
      if (line['type'] === 'error') end = failureIn(line['error']);
    },
    progress: () => ({ turns: steps, costUsd, end }),
    facts: () => ({ calls: calls.all(), finalText, tokens }),
  });
}

function failureIn(error: unknown): StreamEnd {
  const name = isObject(error) ? textOf(error['name']) : '';
  const data = isObject(error) && isObject(error['data']) ? error['data'] : {};
  const message = textOf(data['message']) || name || 'the agent reported an error';
  const status = typeof data['statusCode'] === 'number' ? data['statusCode'] : undefined;
  const failure = name === 'ProviderAuthError' ? 'sign-in' : failureKindOf(message, status);
  return { kind: 'failed', failure, message };
}

function added(before: Tokens | null, given: unknown): Tokens | null {
  if (!isObject(given)) return before;
  const cache = isObject(given['cache']) ? given['cache'] : {};
  const cached = amountOf(cache['read']);
  return {
    input: (before?.input ?? 0) + amountOf(given['input']) + amountOf(cache['write']) + cached,
    output: (before?.output ?? 0) + amountOf(given['output']) + amountOf(given['reasoning']),
    cached: (before?.cached ?? 0) + cached,
  };
}
