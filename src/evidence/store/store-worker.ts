/*
 * The thread that stores the batches of a large backfill. It is built as dist/store-worker.js; store-thread.ts is its other
 * end.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { type Fault, faultOf } from '../../system/thread-fault.js';
import { EvidenceStore } from './evidence-store.js';
import type { StoreAnswer, StoreTask } from './store-thread.js';

if (parentPort === null) throw new Error('store-worker runs only as a worker thread');
const port = parentPort;
const opened = EvidenceStore.open({ path: String(workerData), files: nodeFiles, clock: systemClock });
let fault: Fault | undefined;

port.on('message', async (task: StoreTask) => {
  if (task !== 'close') {
    port.postMessage(await answerTo(task));
    return;
  }
  await opened.then((store) => store.close()).catch(() => undefined);
  port.close();
});

async function answerTo(batches: Exclude<StoreTask, 'close'>): Promise<StoreAnswer> {
  try {
    const store = await opened;
    // Only now, because the tasks before it may have waited for the store too.
    return fault === undefined ? { added: store.ingestAll(batches).added } : { fault };
  } catch (error) {
    fault ??= faultOf(error);
    return { fault };
  }
}
