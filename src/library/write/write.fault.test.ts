import { expect, test } from 'vitest';
import { DiskStopped, everyFault, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { archiveSkill, archiveSkills } from './archive.js';
import { archivedSkills, findArchived } from './archive-find.js';
import { restoreSkill } from './archive-restore.js';
import { editSkill, patchSkill, removeSupportFile, writeSupportFile } from './author.js';
import { createSkill } from './author-create.js';
import { renameSkill } from './rename.js';
import { undo } from './undo.js';
import { skillText, World } from './write.world.js';
import type { WriteDeps } from './write-target.js';

const user = { actor: 'user' } as const;
const free = () => undefined;

interface Change {
  /** What happened before. */
  readonly given?: (world: World) => Promise<unknown>;
  readonly run: (world: World, deps: WriteDeps) => Promise<unknown>;
}

const archive = (world: World, deps: WriteDeps) =>
  archiveSkill(deps, { target: world.target('docs/pdf') }, user);
const archiveForLink = (world: World, deps: WriteDeps) =>
  archiveSkill(deps, { target: world.target('docs/pdf'), linkTo: '/elsewhere/pdf' }, user);
const restore = async (world: World, deps: WriteDeps, as?: string) => {
  const [archived] = findArchived(archivedSkills(deps, [world.root]), 'pdf');
  if (archived === undefined) throw new CoppiceError('not-found', 'pdf is not in the archive');
  return await restoreSkill(deps, archived, { ...user, as });
};
const create = (world: World, deps: WriteDeps) =>
  createSkill(
    deps,
    { root: world.root, name: 'new', category: 'more', description: 'New.', createdBy: 'agent', taken: free },
    user,
  );
const undoLast = async (world: World, deps: WriteDeps) => {
  const [outcome] = await undo(deps, world.entries().at(-1)?.id ?? '', user);
  if (outcome?.kind === 'failed') throw outcome.error;
};

const changes: Readonly<Record<string, Change>> = {
  create: { run: create },
  edit: {
    run: (world, deps) => editSkill(deps, world.target('docs/pdf'), skillText('pdf', 'Edited.\n'), user),
  },
  patch: {
    run: (world, deps) =>
      patchSkill(deps, world.target('docs/pdf'), { find: 'Steps', replace: 'Stages' }, user),
  },
  'write-file': {
    run: (world, deps) =>
      writeSupportFile(deps, world.target('docs/pdf'), 'scripts/run/a.sh', 'echo\n', user),
  },
  'remove-file': {
    run: (world, deps) => removeSupportFile(deps, world.target('docs/pdf'), 'references/a.md', user),
  },
  rename: {
    run: (world, deps) => renameSkill(deps, world.target('docs/pdf'), 'forms', { ...user, taken: free }),
  },
  archive: { run: archive },
  restore: { given: (world) => archive(world, world.deps), run: restore },
  'restore as': {
    given: (world) => archive(world, world.deps),
    run: (world, deps) => restore(world, deps, 'forms'),
  },
  'undo of create': { given: (world) => create(world, world.deps), run: undoLast },
  'undo of archive': { given: (world) => archive(world, world.deps), run: undoLast },
  'archive with a link in its place': { run: archiveForLink },
  'undo of archive with a link': { given: (world) => archiveForLink(world, world.deps), run: undoLast },
  'undo of remove-file': {
    given: (world) => removeSupportFile(world.deps, world.target('docs/pdf'), 'references/a.md', user),
    run: undoLast,
  },
};

async function worldOf(change: Change): Promise<World> {
  const world = new World({
    'docs/pdf/SKILL.md': skillText('pdf'),
    'docs/pdf/references/a.md': 'a\n',
    'other/SKILL.md': skillText('other'),
  });
  await change.given?.(world);
  return world;
}

interface Cause {
  readonly faults: (change: Change) => Iterable<Fault> | Promise<Iterable<Fault>>;
  readonly power?: 'nothing' | 'names';
}

const causes: Readonly<Record<string, Cause>> = {
  'the disk fails': { faults: () => everyFault({ act: 'fail', code: 'EIO' }) },
  'the disk is full': { faults: everyStop({ act: 'fail', code: 'ENOSPC' }) },
  'a write is short': { faults: everyStop({ act: 'short-write' }) },
  'the process ends': { faults: everyStop({ act: 'stop' }) },
  'the power goes': { faults: everyStop({ act: 'stop' }), power: 'nothing' },
  'the power goes and names are kept': { faults: everyStop({ act: 'stop' }), power: 'names' },
};

for (const [name, change] of Object.entries(changes)) {
  for (const [when, cause] of Object.entries(causes)) {
    test(`${name} is done or not done, whenever ${when}`, async () => await checkEveryFault(change, cause));
  }
}

test('of many archived at once each is done or not done, whenever the process ends or the power goes', async () => {
  const names = ['a', 'b', 'c'];
  const change: Change = {
    given: async (world) => {
      for (const name of names) world.put(`${name}/SKILL.md`, skillText(name));
    },
    run: (world, deps) =>
      archiveSkills(
        deps,
        names.map((name) => ({ target: world.target(name) })),
        { actor: 'curator', run: 'r' },
      ),
  };
  const counts = new Set<number>();
  for (const power of [undefined, 'nothing'] as const) {
    for (const fault of await everyStop({ act: 'stop' })(change)) {
      const world = await worldOf(change);
      await succeeds(() => change.run(world, world.depsOn(fault.on(world.disk))), fault);
      if (power !== undefined) world.disk.loseUnsynced(power);
      world.restart();
      await expect(nextWrite(world), `${fault}`).rejects.toMatchObject({ code: 'patch-no-match' });
      const committed = world.entries().flatMap(({ skill, state }) => (state === 'committed' ? skill : []));
      const archived = names.filter((name) => world.text(`.archive/${name}/SKILL.md`) === skillText(name));
      const active = names.filter((name) => world.text(`${name}/SKILL.md`) === skillText(name));
      expect(committed, `${fault}`).toEqual(archived.map((name) => `home:${name}`));
      expect([...archived, ...active].sort(), `${fault}`).toEqual(names);
      counts.add(archived.length);
    }
  }
  expect(counts).toEqual(new Set([0, 1, 2, 3]));
});

async function checkEveryFault(change: Change, { faults, power }: Cause): Promise<void> {
  const whole = await worldOf(change);
  const before = whole.tree();
  await change.run(whole, whole.deps);
  const after = whole.tree();
  const seen = new Set<string>();
  for (const fault of await faults(change)) {
    const world = await worldOf(change);
    const entriesBefore = world.entries().length;
    const isReported = await succeeds(() => change.run(world, world.depsOn(fault.on(world.disk))), fault);
    if (power !== undefined) world.disk.loseUnsynced(power);
    world.restart();
    expectOldOrNew(world, before, after, fault);

    await expect(nextWrite(world), `${fault}`).rejects.toMatchObject({ code: 'patch-no-match' });
    const entries = world.entries();
    const isDone = entries[entriesBefore]?.state === 'committed';
    expect(
      entries.filter(({ state }) => state === 'prepared'),
      `${fault}`,
    ).toEqual([]);
    expect(world.tree(), `${fault}`).toEqual(isDone ? after : before);
    expect(isDone || !isReported, `${fault}`).toBe(true);
    expectUsageToFit(world, fault);
    seen.add(isDone ? 'new' : 'old');
  }
  expect(seen).toEqual(new Set(['old', 'new']));
}

/** To be stopped at an operation that only looks is to be stopped at the next one that changes the disk. */
function everyStop(act: FaultAct): Cause['faults'] {
  return async (change) => {
    const world = await worldOf(change);
    const counter = new Fault(Number.POSITIVE_INFINITY, act);
    await change.run(world, world.depsOn(counter.on(world.disk)));
    const changing = ['write', 'fsync', 'fchmod', 'fchown', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'];
    return counter.operations.flatMap((name, index) =>
      changing.includes(name) ? new Fault(index + 1, act) : [],
    );
  };
}

/** Heals what the fault left, and changes nothing itself. */
async function nextWrite(world: World): Promise<unknown> {
  return await patchSkill(world.deps, world.target('other'), { find: 'not in it', replace: '' }, user);
}

/** A skill counts as archived exactly when its folder is in the archive. */
function expectUsageToFit(world: World, fault: Fault): void {
  const usage = new UsageStore({
    path: `${world.home}/usage.json`,
    files: world.files,
    clock: world.deps.clock,
  });
  const isInArchive = world.text('.archive/pdf/SKILL.md') !== undefined;
  expect(usage.get('home:pdf')?.state === 'archived', `${fault}`).toBe(isInArchive);
  const isCreated = world.text('more/new/SKILL.md') !== undefined;
  if (isCreated) expect(usage.get('home:new')?.createdBy, `${fault}`).toBe('agent');
}

/** Whether it was done, as far as the caller knows. */
async function succeeds(run: () => Promise<unknown>, fault: Fault): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
    return false;
  }
}

/** Before anything is healed: every file has all of its old or all of its new bytes. */
function expectOldOrNew(world: World, before: Tree, after: Tree, fault: Fault): void {
  const whole = new Set([...Object.values(before), ...Object.values(after)]);
  const torn = Object.entries(world.tree()).filter(
    ([path, value]) => !whole.has(value) && !isTemporary(path),
  );
  expect(torn, `${fault}`).toEqual([]);
}

function isTemporary(path: string): boolean {
  return /\.coppice-[^/]*\.tmp$/.test(path);
}

type Tree = Readonly<Record<string, string>>;
