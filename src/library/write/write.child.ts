/*
 * A process that changes a skill on the real disk; write.process.test.ts starts it. It says so when it is ready, waits
 * for a word, and says how it went. Arguments: the folder that holds home and root, the
 * change, and the operation of the disk at which it is killed (0 for none).
 */

import { systemClock } from '../../system/clock.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { Fault } from '../../system/disk/faulty-disk.js';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { randomIds } from '../../system/ids.js';
import { CoppiceError } from '../../text/errors.js';
import { patchSkill } from './author.js';
import { renameSkill } from './rename.js';

const [, , folder = '', change = '', at = '0'] = process.argv;
const disk = at === '0' ? nodeDisk : new Fault(Number(at), { act: 'kill' }).on(nodeDisk);
const deps = { files: filesOn(disk), clock: systemClock, ids: randomIds, home: `${folder}/home` };
const root = { label: 'home', path: `${folder}/skills` };
const target = { id: 'home:pdf', name: 'pdf', root, folder: `${root.path}/pdf` };

process.stdout.write('ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  run().then(
    () => process.stdout.write('done\n'),
    (error: unknown) => process.stdout.write(`${error instanceof CoppiceError ? error.code : error}\n`),
  );
});

async function run(): Promise<unknown> {
  const user = { actor: 'user' } as const;
  if (change !== 'rename') return await patchSkill(deps, target, { find: 'Steps', replace: change }, user);
  return await renameSkill(deps, target, 'forms', { ...user, taken: () => undefined });
}
