/*
 * A process that runs the evolver on the real disk; run.process.test.ts starts it. It says so when it is ready, waits
 * for a word, and says how it went. Arguments: the folder that holds the machine, the operation of the disk at which it
 * is killed (0 for none), and options of the run as JSON.
 */

import { filesOn } from '../system/disk/disk-files.js';
import { Fault } from '../system/disk/faulty-disk.js';
import { nodeDisk } from '../system/disk/node-disk.js';
import { randomIds } from '../system/ids.js';
import { CoppiceError } from '../text/errors.js';
import { EvolveWorld, outcomes } from './evolve.world.js';

const [, , folder = '', at = '0', options = '{}'] = process.argv;
const disk = at === '0' ? nodeDisk : new Fault(Number(at), { act: 'kill' }).on(nodeDisk);
const world = new EvolveWorld({}, { disk: nodeDisk, folder });
for (const name of ['deploy', 'pdf']) world.fails(name);

process.stdout.write('ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  const own = { files: filesOn(disk), ids: randomIds, lockTimeoutMs: 10_000 };
  world.apply(JSON.parse(options), own).then(
    (report) => process.stdout.write(`${JSON.stringify(outcomes(report))}\n`),
    (error: unknown) => process.stdout.write(`${error instanceof CoppiceError ? error.code : error}\n`),
  );
});
