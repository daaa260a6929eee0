/*
 * The worker thread that unpacks and checks bundles, so that the server can answer other requests meanwhile. It is built
 * as dist/bundle-worker.js; bundle-thread.ts is its other end.
 */

import { platform } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { faultOf } from '../../../system/thread-fault.js';
import { inlineBundles } from '../../items/bundle/bundles.js';
import { yieldToOtherThreads } from './below-normal.js';
import type { BundleAnswer, BundleTask } from './bundle-thread.js';

if (parentPort === null) throw new Error('bundle-worker runs only as a worker thread');
const port = parentPort;
yieldToOtherThreads(platform());
const send = (answer: BundleAnswer): void => port.postMessage(answer, transferred(answer));

port.on('message', async (task: BundleTask) => {
  try {
    if (task.kind === 'read') send({ kind: 'read', value: await inlineBundles.read(task.bytes) });
    else send({ kind: 'done', value: await perform(task) });
  } catch (error) {
    send({ kind: 'refused', fault: faultOf(error) });
  }
});

function perform(task: Exclude<BundleTask, { readonly kind: 'read' }>): Promise<unknown> {
  switch (task.kind) {
    case 'compare':
      return inlineBundles.compare(task.texts, task.pairs);
    case 'check':
      return inlineBundles.check(task.bytes, task.checks);
    case 'rewrite':
      return inlineBundles.rewrite(task.bytes, task.rewrite, task.own);
    default:
      return task satisfies never;
  }
}

/** The buffer that all files of a bundle share. Everything else is small and copied. */
function transferred(answer: BundleAnswer): readonly ArrayBuffer[] {
  if (answer.kind !== 'read') return [];
  const buffers = new Set(answer.value.files.map(({ bytes }) => bytes.buffer));
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer);
}
