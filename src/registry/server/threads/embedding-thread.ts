/*
 * An embedder whose model works in a thread of its own, until it is closed. A thread that dies fails what it was asked and
 * what it will be, and the server does without.
 */

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Embedder, EmbeddingPurpose } from '../../../search/embedding.js';
import type { Log } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { openModel } from './open-model.js';
import { errorOf, type Fault } from './thread-fault.js';

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

/** First whether there is a model, then an answer to each question. */
export type EmbeddingResponse =
  | { readonly kind: 'ready'; readonly name: string }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly id: number; readonly fault: Fault };

interface Waiting {
  readonly done: (vectors: readonly Float32Array[]) => void;
  readonly refuse: (error: Error) => void;
}

/** A model that holds what does not go by itself. */
export interface ClosingEmbedder extends Embedder {
  close(): Promise<void>;
}

/** One text at a time leaves little behind; more would only be taken from the memory of the server. */
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
      const question: EmbeddingRequest = { id: last, texts, purpose };
      thread.postMessage(question);
    });
  const close = async () => void (await thread.terminate());
  return new Promise((open, refuseAll) => {
    const die = (error: Error): void => {
      death ??= error;
      refuseAll(death);
      for (const { refuse } of waiting.values()) refuse(death);
      waiting.clear();
    };
    thread.on('error', (error) => die(died(error.message)));
    thread.on('exit', () => die(died('it ended')));
    thread.on('message', (answer: EmbeddingResponse) => {
      switch (answer.kind) {
        case 'ready':
          return open({ name: answer.name, embed, close });
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

function died(why: string): CoppiceError {
  return new CoppiceError('model-failed', `the thread of the model is gone: ${why}`, {
    hint: 'start the server again',
  });
}

/*
 * The model that COPPICE_EMBEDDINGS names, for a server. A package or model that is not there is told once, and search
 * by meaning is then refused; the rest of the server does without.
 */

interface EmbedderOptions {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The program of the thread in which a model of this machine works; where there is none, it works in this one. */
  readonly workerFile?: string;
}

export async function openEmbedder(
  setting: string,
  place: EmbedderOptions,
): Promise<ClosingEmbedder | undefined> {
  if (setting === 'off') return undefined;
  const { home, environment, log, workerFile } = place;
  try {
    // Only this one does its work here, and takes so long for it.
    if (setting === 'offline' && workerFile !== undefined && existsSync(workerFile))
      return await workerEmbedder(workerFile, { setting, home, environment });
    const model = await openModel(setting, { home, environment, talk: (line) => log.info({}, line) });
    return { ...model, close: async () => undefined };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    if (error.code === 'bad-value') {
      throw new CoppiceError('bad-value', `COPPICE_EMBEDDINGS cannot be ${setting}`, {
        hint: 'give offline, off, or https://host/v1#model',
      });
    }
    log.warn({ reason: error.message, hint: error.hint }, 'search by meaning is not available');
    return undefined;
  }
}
