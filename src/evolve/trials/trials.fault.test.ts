import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { DiskStopped, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import type { EvolveWorld } from '../evolve.world.js';
import { hasNote, reportOf, worldToSwitch } from './trials.world.js';

async function applyOn(world: EvolveWorld, fault: Fault): Promise<void> {
  try {
    await world.apply({}, { files: filesOn(fault.on(world.disk)) });
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
  }
}

const changing = /^(?:write|fsync|fchmod|rename|link|unlink|mkdir|rmdir)$/;

test.for<[string, FaultAct]>([
  ['the process ends', { act: 'stop' }],
  ['the disk fails', { act: 'fail', code: 'EIO' }],
])('whenever %s in a switch, the next run leaves the skill as drawn', async ([, act]) => {
  const counter = new Fault(Number.POSITIVE_INFINITY, act);
  await applyOn((await worldToSwitch()).world, counter);
  for (const [index, operation] of counter.operations.entries()) {
    // Of the operations that only look, some.
    if (!changing.test(operation) && index % 20 > 0) continue;
    const { world, noted, wasIn } = await worldToSwitch();
    const fault = new Fault(index + 1, act);
    await applyOn(world, fault);
    world.restart();
    if (hasNote(world)) expect(world.text('deploy'), `${fault}`).toBe(noted);
    await world.apply();
    expect(hasNote(world), `${fault}`).toBe(!wasIn);
    expect(reportOf(world).trial.end, `${fault}`).toBeUndefined();
    expect(
      world.entries().filter(({ state }) => state === 'prepared'),
      `${fault}`,
    ).toEqual([]);
  }
});
