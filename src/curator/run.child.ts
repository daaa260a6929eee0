/*
 * A process that runs the curator on the real disk; run.process.test.ts starts it. It says so when it is ready, waits for
 * a word, and says how it went. Arguments: the folder that holds the home, the time, and the operation of the disk at
 * which it is killed (0 for none).
 */

import { fixedClock } from '../system/clock.js';
import { filesOn } from '../system/disk/disk-files.js';
import { Fault } from '../system/disk/faulty-disk.js';
import { nodeDisk } from '../system/disk/node-disk.js';
import { CoppiceError } from '../text/errors.js';
import { runCurator } from './run.js';

const [, , folder = '', time = '0', at = '0'] = process.argv;
const disk = at === '0' ? nodeDisk : new Fault(Number(at), { act: 'kill' }).on(nodeDisk);
const deps = {
  files: filesOn(disk),
  clock: fixedClock(Number(time)),
  home: `${folder}/home`,
  userHome: `${folder}/user`,
  workingFolder: folder,
  platform: process.platform,
  environment: {},
};

process.stdout.write('ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  runCurator(deps, { now: true }).then(
    ({ transitioned, error }) => process.stdout.write(`${error?.code ?? 'done'} ${transitioned.length}\n`),
    (error: unknown) => process.stdout.write(`${error instanceof CoppiceError ? error.code : error}\n`),
  );
});
