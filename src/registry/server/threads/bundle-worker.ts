/*
 * The worker thread that checks large bundles, so that the server can answer other requests meanwhile. It is built as
 * dist/bundle-worker.js; bundle-thread.ts is its other end.
 */

import { parentPort } from 'node:worker_threads';
import { inlineBundles } from '../../items/bundle/bundles.js';
import type { BundleAnswer, BundleTask } from './bundle-thread.js';
import { faultOf } from './thread-fault.js';

if (parentPort === null) throw new Error('bundle-worker runs only as a worker thread');
const port = parentPort;
const send = (answer: BundleAnswer): void => port.postMessage(answer);

port.on('message', async (task: BundleTask) => {
  try {
    send({ kind: 'done', value: await perform(task) });
  } catch (error) {
    send({ kind: 'refused', fault: faultOf(error) });
  }
});

function perform(task: BundleTask): Promise<unknown> {
  switch (task.kind) {
    case 'check':
      return inlineBundles.check(task.bytes, task.checks);
    case 'rewrite':
      return inlineBundles.rewrite(task.bytes, task.rewrite, task.own);
    default:
      return task satisfies never;
  }
}
