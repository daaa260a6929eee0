/*
 * The thread in which a model of this machine works, so that nobody waits for an answer of the server meanwhile. It is a
 * program of its own (dist/embedding-worker.js); worker-embedder.ts is its other end.
 */

import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingRequest, EmbeddingResponse, EmbeddingStart } from './embedding-thread.js';
import { openModel } from './open-model.js';
import { faultOf } from './thread-fault.js';

if (parentPort === null) throw new Error('this is no program to be called by itself');
const port = parentPort;
const send = (answer: EmbeddingResponse): void => port.postMessage(answer);

// Both ends are this program, so what comes is what was sent.
const start = workerData as EmbeddingStart;
try {
  const model = await openModel(start.setting, { ...start, talk: () => undefined });
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
