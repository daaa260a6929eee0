/*
 * Stores the batches of a large backfill in a thread of its own, while the next sessions are read. The thread stores them in
 * their order, each in a transaction. After one failure it stores none: a later batch would move the cursor of its source
 * past the events of the batch that failed.
 */

import { Worker } from 'node:worker_threads';
import { errorOf, type Fault } from '../../system/thread-fault.js';
import { CoppiceError } from '../../text/errors.js';
import type { Batch, Ingested } from './ingest.js';

export interface StoreThread {
  /** Stores the batches in one transaction, after those that were given before. */
  ingestAll(batches: readonly Batch[]): Promise<Pick<Ingested, 'added'>>;
  /** Once the batches that were given are stored. */
  close(): Promise<void>;
}

export type StoreTask = readonly Batch[] | 'close';
export type StoreAnswer = { readonly added: number } | { readonly fault: Fault };

interface Waiting {
  stored(answer: { readonly added: number }): void;
  fail(error: Error): void;
}

/** `file` is the built store-worker.ts, and `path` the database, which exists. */
export function storeThread(file: string, path: string): StoreThread {
  const thread = new Worker(file, { workerData: path });
  const waiting: Waiting[] = [];
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  let problem: Error | undefined;
  const fail = (error: Error) => {
    problem ??= error;
    for (const { fail: refuse } of waiting.splice(0)) refuse(problem);
  };
  thread.on('message', (answer: StoreAnswer) => {
    const next = waiting.shift();
    if ('fault' in answer) next?.fail(errorOf(answer.fault));
    else next?.stored(answer);
  });
  thread.on('error', fail);
  thread.on('exit', () => fail(new CoppiceError('internal', 'the thread that stores evidence has ended')));
  return {
    ingestAll: (batches) =>
      new Promise((stored, refuse) => {
        if (problem !== undefined) throw problem;
        waiting.push({ stored, fail: refuse });
        thread.postMessage(batches satisfies StoreTask);
      }),
    close: () => {
      thread.postMessage('close' satisfies StoreTask);
      return ended;
    },
  };
}
