import { expect, test } from 'vitest';
import { absorbedSkills } from '../../library/read/absorbed.js';
import { undo } from '../../library/write/undo.js';
import { skillText, World } from '../../library/write/write.world.js';
import type { WriteDeps } from '../../library/write/write-target.js';
import { DiskStopped, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { applyMerge, settleMerges } from './apply-merge.js';

const run = '2026-01-31-merge';
const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text), mode: 0o644 });

const merge = (world: World, deps: WriteDeps) =>
  applyMerge(
    deps,
    {
      target: world.target('both'),
      files: new Map([
        ['SKILL.md', bytes(skillText('both'))],
        ['references/one/one.md', bytes('Steps for one.\n')],
        ['references/two/two.md', bytes('Steps for two.\n')],
      ]),
      digest: null,
      createdBy: 'user',
      sources: ['one', 'two'].map((name) => ({ target: world.target(name), digest: null })),
    },
    run,
  );

const undoMerge = async (_: World, deps: WriteDeps) => {
  for (const outcome of await undo(deps, run, { actor: 'user' })) {
    if (outcome.kind === 'failed') throw outcome.error;
  }
};

interface Change {
  readonly given?: (world: World) => Promise<unknown>;
  readonly act: (world: World, deps: WriteDeps) => Promise<unknown>;
}

const changes: Readonly<Record<string, Change>> = {
  'a merge': { act: merge },
  'the undo of a merge': { given: (world) => merge(world, world.deps), act: undoMerge },
};

const causes: Readonly<Record<string, { readonly act: FaultAct; readonly power?: 'nothing' | 'names' }>> = {
  'the disk fails': { act: { act: 'fail', code: 'EIO' } },
  'the disk is full': { act: { act: 'fail', code: 'ENOSPC' } },
  'the process ends': { act: { act: 'stop' } },
  'the power goes': { act: { act: 'stop' }, power: 'nothing' },
};

for (const [name, change] of Object.entries(changes)) {
  for (const [when, cause] of Object.entries(causes)) {
    test(`${name} is done as a whole or not at all after the next look, whenever ${when}`, async () => {
      const whole = await worldOf(change);
      const before = stateOf(whole);
      await change.act(whole, whole.deps);
      const after = stateOf(whole);
      const seen = new Set<string>();
      for (const fault of await faultsOf(change, cause.act)) {
        const world = await worldOf(change);
        const isReported = await succeeds(() => change.act(world, world.depsOn(fault.on(world.disk))), fault);
        if (cause.power !== undefined) world.disk.loseUnsynced(cause.power);
        world.restart();
        expectNothingLost(world, fault);
        await settleMerges(world.depsOn(world.disk));
        const now = stateOf(world);
        const isDone = JSON.stringify(now) === JSON.stringify(after);
        expect(now, `${fault}`).toEqual(isDone ? after : before);
        expect(isDone || !isReported, `${fault}`).toBe(true);
        seen.add(isDone ? 'new' : 'old');
      }
      expect(seen).toEqual(new Set(['old', 'new']));
    });
  }
}

test('a source that changed since the proof is not merged, and nothing is left of the merge', async () => {
  const world = await worldOf({ act: merge });
  const before = stateOf(world);
  const change = applyMerge(
    world.deps,
    {
      target: world.target('both'),
      files: new Map([['SKILL.md', bytes(skillText('both'))]]),
      digest: null,
      createdBy: 'user',
      sources: [
        { target: world.target('one'), digest: null },
        { target: world.target('two'), digest: 'sha256:another' },
      ],
    },
    run,
  );
  await expect(change).rejects.toMatchObject({ code: 'changed-on-disk' });
  expect(stateOf(world)).toEqual(before);
});

async function worldOf({ given }: Change): Promise<World> {
  const world = new World({
    'one/SKILL.md': skillText('one'),
    'one/scripts/run.sh': 'echo one\n',
    'two/SKILL.md': skillText('two'),
    'other/SKILL.md': skillText('other'),
  });
  await given?.(world);
  return world;
}

/** The files, the old names that lead elsewhere, and what counts as archived. */
function stateOf(world: World): unknown {
  const usage = new UsageStore({
    path: `${world.home}/usage.json`,
    files: world.files,
    clock: world.deps.clock,
  });
  return {
    files: world.fileTree(),
    absorbed: absorbedSkills(world).map(({ id, into }) => `${id} ${into}`),
    archived: ['one', 'two', 'both'].filter((name) => usage.get(`home:${name}`)?.state === 'archived'),
  };
}

/** Before anything is healed: each source is whole where it was, or in the archive. */
function expectNothingLost(world: World, fault: Fault): void {
  for (const name of ['one', 'two']) {
    const text = world.text(`${name}/SKILL.md`) ?? world.text(`.archive/${name}/SKILL.md`);
    expect(text, `${fault}`).toBe(skillText(name));
  }
}

/** Every operation that changes the disk. */
async function faultsOf(change: Change, act: FaultAct): Promise<readonly Fault[]> {
  const world = await worldOf(change);
  const counter = new Fault(Number.POSITIVE_INFINITY, act);
  await change.act(world, world.depsOn(counter.on(world.disk)));
  const changing = ['write', 'fsync', 'fchmod', 'fchown', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'];
  return counter.operations.flatMap((name, index) =>
    changing.includes(name) ? new Fault(index + 1, act) : [],
  );
}

async function succeeds(act: () => Promise<unknown>, fault: Fault): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
    return false;
  }
}
