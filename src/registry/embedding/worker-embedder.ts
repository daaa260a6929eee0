/*
 * An embedder whose model works in a thread of its own, until it is closed. A thread that dies fails what it was asked and
 * what it will be, and the server does without.
 */

import { Worker } from 'node:worker_threads';
import type { Embedder, EmbeddingPurpose } from '../../search/embedding.js';
import { CoppiceError } from '../../system/errors.js';
import { errorOf, type Fault } from '../thread-fault.js';

/** What the thread is started with. */
export interface EmbeddingStart {
  readonly setting: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface EmbeddingQuestion {
  readonly id: number;
  readonly texts: readonly string[];
  readonly purpose: EmbeddingPurpose | undefined;
}

/** First whether there is a model, then an answer to each question. */
export type EmbeddingAnswer =
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
      const question: EmbeddingQuestion = { id: last, texts, purpose };
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
    thread.on('message', (answer: EmbeddingAnswer) => {
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
