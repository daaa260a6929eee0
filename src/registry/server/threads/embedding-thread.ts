/*
 * The embedder of a server, by the value of COPPICE_EMBEDDINGS. A model on this machine runs in a worker thread; when that
 * ends, the requests to it fail, and later ones get another (lasting-embedder.ts). A missing package or model is logged once, and the server runs without search by
 * meaning.
 */

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Embedder, EmbeddingPurpose } from '../../../search/embedding.js';
import type { Log } from '../../../system/log.js';
import { errorOf, type Fault } from '../../../system/thread-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import { lastingEmbedder } from './lasting-embedder.js';
import { openModel } from './open-model.js';

/** What the thread is started with. */
export interface EmbeddingStart {
  readonly setting: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface EmbeddingRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly purpose: EmbeddingPurpose | undefined;
}

/** The first message is whether there is a model, then follows an answer to each request. */
export type EmbeddingResponse =
  | { readonly kind: 'ready'; readonly name: string }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: Fault };

interface Waiting {
  readonly done: (vectors: readonly Float32Array[]) => void;
  readonly refuse: (error: Error) => void;
}

/** A model with resources that must be released. */
export interface ClosingEmbedder extends Embedder {
  /** False after it ended by itself; then every request fails. */
  isRunning(): boolean;
  close(): Promise<void>;
}

/** One text at a time needs little; more would only take memory from the server. */
const maxYoungGenerationSizeMb = 4;

/** Rejects where the thread has no model. `file` is the built embedding-worker.ts. */
export function workerEmbedder(file: string, start: EmbeddingStart): Promise<ClosingEmbedder> {
  const thread = new Worker(file, { workerData: start, resourceLimits: { maxYoungGenerationSizeMb } });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let death: Error | undefined;
  const embed: Embedder['embed'] = (texts, purpose) =>
    new Promise((done, refuse) => {
      if (death) return refuse(death);
      last += 1;
      waiting.set(last, { done, refuse });
      const request: EmbeddingRequest = { id: last, texts, purpose };
      thread.postMessage(request);
    });
  const close = async () => void (await thread.terminate());
  return new Promise((open, refuseAll) => {
    const die = (error: Error): void => {
      death ??= error;
      refuseAll(death);
      for (const { refuse } of waiting.values()) refuse(death);
      waiting.clear();
    };
    thread.on('error', (error) => die(threadEnded(`: ${error.message}`)));
    thread.on('exit', () => die(threadEnded('')));
    thread.on('message', (answer: EmbeddingResponse) => {
      switch (answer.kind) {
        case 'ready':
          return open({ name: answer.name, embed, close, isRunning: () => death === undefined });
        case 'refused':
          void thread.terminate();
          return die(errorOf(answer.fault));
        case 'vectors':
          waiting.get(answer.id)?.done(answer.vectors);
          return waiting.delete(answer.id);
        case 'failed':
          waiting.get(answer.id)?.refuse(errorOf(answer.fault));
          return waiting.delete(answer.id);
        default:
          return answer satisfies never;
      }
    });
  });
}

function threadEnded(why: string): CoppiceError {
  return new CoppiceError('model-failed', `the thread of the model ended${why}`, {
    hint: 'it is started again for a later request',
  });
}

interface EmbedderOptions {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The program of the worker thread; without it the model runs in the calling thread. */
  readonly workerFile?: string;
}

export async function openEmbedder(
  setting: string,
  options: EmbedderOptions,
): Promise<ClosingEmbedder | undefined> {
  if (setting === 'off') return undefined;
  const { home, environment, log, workerFile } = options;
  try {
    // Only this model runs on the machine itself and takes long.
    const inThread = setting === 'offline' && workerFile !== undefined && existsSync(workerFile);
    const open = inThread
      ? () => workerEmbedder(workerFile, { setting, home, environment })
      : async () => {
          const model = await openModel(setting, { home, environment, note: (line) => log.info({}, line) });
          return { ...model, isRunning: () => true, close: async () => undefined };
        };
    return await lastingEmbedder(open, { log });
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    if (error.code === 'bad-value') {
      throw new CoppiceError('bad-value', `COPPICE_EMBEDDINGS cannot be ${setting}`, {
        hint: 'use offline, off, or https://host/v1#model',
      });
    }
    log.warn({ reason: error.message, hint: error.hint }, 'search by meaning is not available');
    return undefined;
  }
}
