/*
 * A process that takes a lock again and again; lock.process.test.ts starts several. It says `ready`, starts on a
 * signal from the test, writes into a log whenever it enters and leaves, says `holding` the last time, and keeps the lock until it
 * is killed. Arguments: the folder, its name, how often it takes the lock.
 */

import { once } from 'node:events';
import { nodeFiles } from '../disk/node-disk.js';
import { acquireLock } from './lock.js';

const [, , folder = '', name = '', times = ''] = process.argv;
const log = (word: string) =>
  nodeFiles.append(`${folder}/log`, new TextEncoder().encode(`${word} ${name}\n`));

process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let left = Number(times); left > 0; left--) {
  const lock = await acquireLock(nodeFiles, `${folder}/lock`, { timeoutMs: 60_000 });
  log('enter');
  // Time for another to come in, if it could.
  await new Promise((resolve) => setImmediate(resolve));
  log('leave');
  if (left > 1) lock.release();
}
process.stdout.write('holding\n');
