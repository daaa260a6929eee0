/*
 * A process that ensures a project on the real disk, from a registry that it has in memory; the tests start it. It says so
 * when it is ready, waits for a word, and says how it went. Arguments: the folder that holds home and project, and the
 * operation of the disk at which it is killed (0 for none).
 */

import { nodeBatchDisk } from '../../system/disk/batch-disk.js';
import { Fault } from '../../system/disk/faulty-disk.js';
import { nodeLinkDisk } from '../../system/disk/links.js';
import { CoppiceError } from '../../text/errors.js';
import { memoryRemote } from '../remote/memory-remote.fixture.js';
import { ensureProject } from './ensure.js';
import { EnsureWorld } from './ensure.world.js';

const [, , place = '', at = '0'] = process.argv;
const world = new EnsureWorld({ disk: { ...nodeBatchDisk, ...nodeLinkDisk }, place, remote: memoryRemote() });
const deps = at === '0' ? world.deps() : world.depsWith(new Fault(Number(at), { act: 'kill' }));

async function run(): Promise<string> {
  await publishAll();
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.destroy();
  try {
    const { ok, installed } = await ensureProject(deps, { project: world.project });
    return ok ? `installed ${installed.length}` : 'failed';
  } catch (error) {
    return error instanceof CoppiceError ? error.code : String(error);
  }
}

/** The same in every process, and in the test. */
async function publishAll(): Promise<void> {
  await world.remote.put('leaf@1.0.0');
  await world.remote.put('lib@1.0.0', { requires: ['leaf'], files: { 'references/a.md': 'a\n' } });
  await world.remote.put('app@1.0.0', { requires: ['lib'] });
}

run().then((word) => process.stdout.write(`${word}\n`));
