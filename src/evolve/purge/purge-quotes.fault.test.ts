import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { DiskStopped, everyFault, type Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { ForgetWorld, secret } from './purge-quotes.world.js';

async function worldWithWords(): Promise<ForgetWorld> {
  const world = new ForgetWorld({ deploy: {}, waits: {}, refused: {} });
  for (const name of ['deploy', 'waits', 'refused']) world.fails(name, { result: `${secret} is wrong` });
  await world.propose('waits');
  await world.reject((await world.propose('refused')).id);
  // The page shows it too, so that there is something to forget in both files of a report.
  await world.evolve((report) => ({
    ...report,
    candidates: report.candidates.map((candidate) =>
      candidate.diff === undefined ? candidate : { ...candidate, detail: secret },
    ),
  }));
  world.purgeSecret();
  return world;
}

/** Whether it came to an end. */
async function forgetOn(world: ForgetWorld, fault: Fault): Promise<boolean> {
  try {
    const { unreadable } = await world.forget({ files: filesOn(fault.on(world.disk)) });
    return unreadable.length === 0;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
    return false;
  }
}

const showing = (world: ForgetWorld) =>
  world.filesWith(secret).filter((path) => !/^\/home\/(?:blobs|skills)\//.test(path));

test.each<[string, FaultAct]>([
  ['the disk fails', { act: 'fail', code: 'EIO' }],
  ['the process ends', { act: 'stop' }],
])('whenever %s, doing it again forgets the rest', async (_, act) => {
  let stopped = 0;
  for (const fault of everyFault(act)) {
    const world = await worldWithWords();
    const isDone = await forgetOn(world, fault);
    if (isDone) expect(showing(world), `${fault}`).toEqual([]);
    else stopped += 1;
    world.restart();
    await world.forget();
    expect(showing(world), `${fault}`).toEqual([]);
  }
  expect(stopped).toBeGreaterThan(20);
});
