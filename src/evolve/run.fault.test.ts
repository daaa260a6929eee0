import { expect, test } from 'vitest';
import { filesOn } from '../system/disk/disk-files.js';
import { DiskStopped, everyFault, Fault, type FaultAct } from '../system/disk/faulty-disk.js';
import { CoppiceError } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';
import { EvolveWorld, start } from './evolve.world.js';
import type { EvolveReport } from './rules/report.js';

type NewWorld = () => EvolveWorld;

function smallSkills(): EvolveWorld {
  const world = new EvolveWorld({ deploy: {}, pdf: {} });
  world.fails('deploy');
  world.fails('pdf');
  return world;
}

/** One of them so large that its note has a support file. */
function largeSkill(): EvolveWorld {
  const world = new EvolveWorld({ deploy: {}, large: { body: `${'x'.repeat(89_990)}\n` } });
  world.fails('deploy');
  world.fails('large');
  return world;
}

async function applyOn(world: EvolveWorld, fault: Fault): Promise<EvolveReport | undefined> {
  try {
    return await world.apply({}, { files: filesOn(fault.on(world.disk)) });
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
    return undefined;
  }
}

type Tree = Readonly<Record<string, string>>;

/** Long texts are compared by their hashes, so that a failure can be read. */
function skillsOf(world: EvolveWorld): Tree {
  const files = Object.entries(world.tree('/home/skills')).filter(([, text]) => text !== 'folder');
  return Object.fromEntries(files.map(([path, text]) => [path, sha256Hex(text).slice(0, 8)]));
}

const isTemporary = (path: string) => /\.coppice-[^/]*\.tmp$/.test(path);

/** To be stopped at an operation that only looks is to be stopped at the next one that changes the disk. */
async function everyChange(newWorld: NewWorld, act: FaultAct): Promise<readonly Fault[]> {
  const counter = new Fault(Number.POSITIVE_INFINITY, act);
  await applyOn(newWorld(), counter);
  const changing = ['write', 'fsync', 'fchmod', 'fchown', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'];
  return counter.operations.flatMap((name, index) =>
    changing.includes(name) ? new Fault(index + 1, act) : [],
  );
}

interface Cause {
  readonly newWorld: NewWorld;
  readonly act: FaultAct;
  /** At which operations: at all by default. */
  readonly only?: 'changes';
  readonly power?: 'nothing' | 'names';
  /** Which endings there are. */
  readonly seen: readonly string[];
}

const causes: Readonly<Record<string, Cause>> = {
  'the disk fails': {
    newWorld: smallSkills,
    act: { act: 'fail', code: 'EIO' },
    // What it does to one skill does not stop the other.
    seen: ['0 applied', '1 applied', '2 applied', 'refused'],
  },
  'the disk is full': {
    newWorld: largeSkill,
    act: { act: 'fail', code: 'ENOSPC' },
    only: 'changes',
    seen: ['0 applied', '1 applied', '2 applied', 'refused'],
  },
  'a write is short': {
    newWorld: smallSkills,
    act: { act: 'short-write' },
    only: 'changes',
    seen: ['0 applied', '2 applied'],
  },
  'the process ends': { newWorld: largeSkill, act: { act: 'stop' }, only: 'changes', seen: ['refused'] },
  'the power goes': {
    newWorld: smallSkills,
    act: { act: 'stop' },
    only: 'changes',
    power: 'nothing',
    seen: ['refused'],
  },
};

for (const [when, cause] of Object.entries(causes)) {
  test(`whenever ${when}, a skill is old or new, and the next run completes it`, async () =>
    await checkEveryFault(cause));
}

async function checkEveryFault({ newWorld, act, only, power, seen }: Cause): Promise<void> {
  const before = skillsOf(newWorld());
  const whole = newWorld();
  await whole.apply();
  const after = skillsOf(whole);
  const endings = new Set<string>();
  for (const fault of only === 'changes' ? await everyChange(newWorld, act) : everyFault(act)) {
    const world = newWorld();
    const report = await applyOn(world, fault);
    if (power !== undefined) world.memory.loseUnsynced(power);
    world.restart();
    const now = skillsOf(world);
    for (const [path, hash] of Object.entries(now)) {
      if (!isTemporary(path)) expect([before[path], after[path]], `${path}, ${fault}`).toContain(hash);
    }
    for (const { skill, status } of report?.candidates ?? []) {
      const path = `/home/skills/${skill.replace('home:', '')}/SKILL.md`;
      if (status === 'applied') expect(now[path], `${path}, ${fault}`).toBe(after[path]);
    }
    endings.add(report === undefined ? 'refused' : `${report.summary.applied} applied`);

    await world.apply();
    expect(skillsOf(world), `${fault}`).toEqual(after);
    const unfinished = world.entries().filter(({ state }) => state === 'prepared');
    expect(unfinished, `${fault}`).toEqual([]);
  }
  expect([...endings].sort()).toEqual(seen);
}

test('an edit made meanwhile is lost only in the instant in which the file is replaced', async () => {
  const lost: number[] = [];
  let operations: readonly string[] = [];
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const world = new EvolveWorld({ deploy: {} });
    world.fails('deploy');
    const edited = `${world.text('deploy')}Edited meanwhile.\n`;
    const fault = new Fault(at, {
      act: 'meanwhile',
      run: () => world.put('/home/skills/deploy/SKILL.md', edited),
    });
    await applyOn(world, fault);
    isOver = !fault.struck;
    const isStored = world.files.stat(`/home/blobs/${sha256Hex(edited)}`) !== undefined;
    const isThere = world.text('deploy').includes('Edited meanwhile.');
    if (fault.struck && !isThere && !isStored) lost.push(at);
    operations = fault.operations;
  }
  const [first = 0, last = 0] = [lost[0], lost.at(-1)];
  expect(lost).toEqual(Array.from(lost, (_, index) => first + index));
  expect(lost.length).toBeLessThan(16);
  expect(operations[last - 1]).toBe('rename');
});

test('a full disk never leaves half a file, and the next run completes it', async () => {
  const reasons: (string | null | undefined)[] = [];
  for (const fault of everyFault({ act: 'fail', code: 'ENOSPC' })) {
    const world = new EvolveWorld({ deploy: {} });
    world.fails('deploy');
    const before = world.text('deploy');
    const disturbed = { files: filesOn(fault.on(world.disk)) };
    const report = await world.apply({}, disturbed).catch(() => undefined);
    world.restart();
    const [candidate] = report?.candidates ?? [];
    if (candidate?.status !== 'failed') continue;
    reasons.push(candidate.reason);
    await world.apply();
    expect(world.text('deploy').startsWith(before), `${fault}`).toBe(true);
    expect(world.text('deploy').split(start).length - 1, `${fault}`).toBe(1);
  }
  expect(new Set(reasons)).toEqual(new Set(['disk-full']));
});
