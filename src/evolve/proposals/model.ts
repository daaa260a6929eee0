/*
 * Calls the configured model: a command, or an HTTP endpoint like OpenAI's. The key is sent only to the configured host:
 * redirects are not followed, and plain HTTP is allowed only for this machine. Error messages of the server are not
 * shown, because servers may repeat the key in them.
 */

import { runProcess } from '../../system/process/process.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import {
  failed,
  type ModelAnswer,
  type ModelSettings,
  maxAnswerBytes,
  type Prompt,
  timedOut,
} from '../rules/proposal/model-request.js';
import type { DraftModel } from './parts.js';

export function configuredModel(settings: ModelSettings): DraftModel {
  const { command, endpoint, name } = settings;
  if (command.length > 0) {
    const program = typeof command === 'string' ? command : (command[0] ?? '');
    return { name: program, ask: (prompt) => runModelCommand(settings, prompt) };
  }
  if (endpoint !== '') return { name, ask: (prompt) => callModelEndpoint(settings, prompt) };
  const missing =
    'no model is configured: set evolve.model_endpoint and evolve.model_name, or evolve.model_command';
  return { name: '', ask: () => Promise.resolve(failed(missing)) };
}

/** Runs the model command: the prompt is its stdin, never an argument, and the answer its stdout. */
async function runModelCommand(
  { command, folder, timeoutMs, signal }: ModelSettings,
  { rules, data }: Prompt,
): Promise<ModelAnswer> {
  const { outcome, stdout, truncated } = await runProcess({
    argv: typeof command === 'string' ? ['sh', '-c', command] : command,
    cwd: folder,
    stdin: `${rules}\n\n${data}\n`,
    timeoutMs,
    maxOutputBytes: maxAnswerBytes,
    ...(signal && { signal }),
  });
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code !== 0) return failed(`the model command ended with exit code ${outcome.code}`);
      return truncated ? failed('the answer is too long') : { kind: 'text', text: stdout };
    case 'timed-out':
      return timedOut(timeoutMs);
    case 'not-started':
      return failed(outcome.reason);
    case 'signalled':
    case 'aborted':
      return failed('the model command was ended by a signal');
    default:
      return outcome satisfies never;
  }
}

export async function callModelEndpoint(settings: ModelSettings, prompt: Prompt): Promise<ModelAnswer> {
  const url = addressOf(settings.endpoint);
  if (url === undefined)
    return failed('evolve.model_endpoint must be an https address, or http on this machine');
  if (settings.name === '') return failed('evolve.model_name is not set');
  try {
    return await post(url, settings, prompt);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return timedOut(settings.timeoutMs);
    if (error instanceof DOMException && error.name === 'AbortError') return failed('it was interrupted');
    if (error instanceof TypeError) return failed(`the endpoint cannot be reached${whyOf(error)}`);
    throw error;
  }
}

async function post(
  url: URL,
  { name, key, timeoutMs, signal }: ModelSettings,
  prompt: Prompt,
): Promise<ModelAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model: name,
      temperature: 0,
      stream: false,
      messages: [
        { role: 'system', content: prompt.rules },
        { role: 'user', content: prompt.data },
      ],
    }),
  });
  if (!response.ok) {
    await response.body?.cancel();
    const isRedirect = response.status >= 300 && response.status < 400;
    return failed(
      `the endpoint answered ${response.status}${isRedirect ? ' (redirects are not followed)' : ''}`,
    );
  }
  const body = await limitedText(response);
  return body === undefined ? failed('the answer is too long') : answerIn(body);
}

/** Undefined if the text exceeds the limit, which counts decompressed bytes; reading stops there. */
async function limitedText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function answerIn(body: string): ModelAnswer {
  const document = parseJson(body);
  const choices: unknown = isObject(document) ? document['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice['message'] : undefined;
  const text = isObject(message) ? message['content'] : undefined;
  if (!isObject(choice) || typeof text !== 'string') return failed('the answer is not that of a chat model');
  return choice['finish_reason'] === 'length' ? failed('the answer was cut off') : { kind: 'text', text };
}

function addressOf(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return undefined;
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return undefined;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

function whyOf({ cause }: TypeError): string {
  return isObject(cause) && typeof cause['code'] === 'string' ? ` (${cause['code']})` : '';
}
