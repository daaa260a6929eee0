/*
 * An embedder behind an HTTP API like OpenAI's. Texts and key are sent only to the configured address: redirects are not
 * followed, and error messages of the server are not shown, because servers may repeat the key in them.
 */

import { member } from './foreign.js';
import {
  type CacheableEmbedder,
  type EndpointPorts,
  type ModelPorts,
  refuseOnFailure,
} from './model-ports.js';
import type { Endpoint } from './model-setting.js';
import { unitVectors } from './unit-vectors.js';

const batchSize = 32;
const maxAttempts = 3;
const maxAnswerBytes = 16 * 1024 * 1024;

export function httpEmbedder(
  { url, model }: Endpoint,
  { refuse, endpoint }: Pick<ModelPorts, 'refuse' | 'endpoint'>,
): CacheableEmbedder {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
  // Without the query, which may contain a key.
  const name = `${url.origin}${url.pathname}#${model}`;
  return {
    name,
    version: '',
    embed: (texts) =>
      refuseOnFailure(refuse, `${name} (an HTTP endpoint)`, () =>
        unitVectors(texts, batchSize, async (batch) =>
          rowsIn(await answerTo(address, JSON.stringify({ model, input: batch }), endpoint), batch.length),
        ),
      ),
  };
}

async function answerTo(address: URL, body: string, ports: EndpointPorts): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(address, body, ports);
    if (answer.kind === 'text') return answer.text;
    const isBusy = answer.status === 429 || answer.status >= 500;
    if (!isBusy || attempt === maxAttempts)
      throw new Error(`the server answered ${answer.status}${noteOn(answer.status)}`);
    await ports.wait(waitMs(answer.retryAfter, attempt));
  }
}

function noteOn(status: number): string {
  if (status >= 300 && status < 400) return ' (redirects are not followed)';
  return status === 401 || status === 403 ? ' (the key in COPPICE_EMBEDDING_KEY is missing or wrong)' : '';
}

type Answer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: string | null };

async function post(address: URL, body: string, { key, timeoutMs }: EndpointPorts): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body,
    });
    if (response.ok) return { kind: 'text', text: await limitedText(response) };
    await response.body?.cancel();
    return { kind: 'status', status: response.status, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new Error(`no answer within ${timeoutMs / 1000} s`);
    }
    // The original error is dropped, because it contains the key if the key cannot be sent.
    if (error instanceof TypeError) throw new Error(`the server cannot be reached${codeOf(error.cause)}`);
    throw error;
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
}

/** The limit counts decompressed bytes, and reading stops there. */
async function limitedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) throw new Error('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The vectors of an answer `{data: [{index, embedding}]}` in the order of the texts, not yet checked. */
export function rowsIn(text: string, count: number): readonly unknown[] {
  const data = member(parsed(text), 'data');
  if (!Array.isArray(data)) throw new Error('the answer is not that of an embedding model');
  const rows = new Map(data.map((item, at) => [member(item, 'index') ?? at, member(item, 'embedding')]));
  const inOrder = Array.from({ length: count }, (_, index) => rows.get(index));
  if (data.length !== count || inOrder.includes(undefined)) {
    throw new Error('the model did not return one vector per text');
  }
  return inOrder;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const firstWaitMs = 500;
const maxWaitMs = 20_000;

/** How long to wait for a busy server: as it requests, up to a limit, or longer each time. */
export function waitMs(retryAfter: string | null, attempt: number): number {
  const isSeconds = retryAfter !== null && /^\s*\d+\s*$/.test(retryAfter);
  return Math.min(isSeconds ? Number(retryAfter) * 1000 : firstWaitMs * 2 ** (attempt - 1), maxWaitMs);
}
