/*
 * The worker thread of a model on this machine, so that the server can answer other requests meanwhile. It is built as
 * dist/embedding-worker.js; embedding-thread.ts is its other end.
 */

import { platform } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { faultOf } from '../../../system/thread-fault.js';
import { yieldToOtherThreads } from './below-normal.js';
import type { EmbeddingRequest, EmbeddingResponse, EmbeddingStart } from './embedding-thread.js';
import { openModel } from './open-model.js';

if (parentPort === null) throw new Error('embedding-worker runs only as a worker thread');
const port = parentPort;
yieldToOtherThreads(platform());
const send = (answer: EmbeddingResponse): void => port.postMessage(answer);

// Both ends are this program, so the type of the data is known.
const start = workerData as EmbeddingStart;
try {
  const model = await openModel(start.setting, { ...start, note: () => undefined });
  port.on('message', async ({ id, texts, purpose }: EmbeddingRequest) => {
    try {
      send({ kind: 'vectors', id, vectors: await model.embed(texts, purpose) });
    } catch (error) {
      send({ kind: 'failed', id, fault: faultOf(error) });
    }
  });
  send({ kind: 'ready', name: model.name });
} catch (error) {
  send({ kind: 'refused', fault: faultOf(error) });
}
