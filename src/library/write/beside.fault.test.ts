import { expect, test } from 'vitest';
import { DiskStopped, Fault, type FaultAct } from '../../system/disk/faulty-disk.js';
import { CoppiceError } from '../../text/errors.js';
import { patchSkill } from './author.js';
import { factOf } from './fact-store.js';
import { setFacts } from './facts.js';
import { writeSettings } from './settings.js';
import { undo } from './undo.js';
import { writePackages } from './write.js';
import { skillText, World } from './write.world.js';
import type { WriteDeps } from './write-target.js';

const user = { actor: 'user' } as const;
const settings = '/user/settings.json';
const place = { agent: 'claude', file: settings, keyPath: ['skillOverrides', 'pdf'] };

interface Change {
  readonly given?: (world: World) => Promise<unknown>;
  readonly run: (world: World, deps: WriteDeps) => Promise<readonly { readonly kind: string }[]>;
  readonly state: (world: World) => unknown;
}

const fact = (key: string, action: 'pin' | 'accept', value: string): Change => ({
  run: (world, deps) => setFacts(deps, [{ target: world.target('pdf'), action, key, value }], user),
  state: (world) => factOf(world.depsOn(world.disk), 'home:pdf', key),
});
const quiet: Change = {
  run: (world, deps) =>
    writeSettings(deps, [{ ...place, target: world.target('pdf'), action: 'quiet', value: 'off' }], user),
  state: (world) => {
    const content = world.files.read(settings);
    return content && JSON.parse(new TextDecoder().decode(content.bytes));
  },
};
const wake: Change = {
  given: (world) => quiet.run(world, world.deps),
  run: (world, deps) =>
    writeSettings(deps, [{ ...place, target: world.target('pdf'), action: 'wake', value: null }], user),
  state: quiet.state,
};
const unlink: Change = {
  given: async (world) => world.disk.symlink('../gone/tool', '/skills/tool'),
  run: (world, deps) => {
    const target = { id: 'home:tool', name: 'tool', root: world.root, folder: '/skills/tool' };
    const link = { path: 'tool', before: '../gone/tool', after: null };
    return writePackages(deps, [{ target, plan: () => ({ action: 'unlink', link }) }], user);
  },
  state: (world) => world.files.readLink('/skills/tool'),
};
const undone = ({ given, run, state }: Change): Change => ({
  given: async (world) => {
    await given?.(world);
    await run(world, world.deps);
  },
  run: (world, deps) => undo(deps, world.entries()[0]?.id ?? '', user),
  state,
});
const withFile = (change: Change): Change => ({
  ...change,
  given: async (world) => {
    world.files.makeFolder('/user');
    world.files.write(settings, new TextEncoder().encode('{ "env": {"A": 1} }'));
    await change.given?.(world);
  },
});

const changes: Readonly<Record<string, Change>> = {
  pin: fact('pinned', 'pin', 'freeze'),
  'undo of pin': undone(fact('pinned', 'pin', 'freeze')),
  accept: fact('scan-accepted', 'accept', 'sha256:1'),
  quiet: withFile(quiet),
  'quiet without a settings file': quiet,
  wake: withFile(wake),
  'wake without a settings file': wake,
  unlink,
  'undo of unlink': undone(unlink),
  'undo of quiet': withFile(undone(quiet)),
  'undo of quiet without a settings file': undone(quiet),
};
const acts: Readonly<Record<string, FaultAct>> = {
  'the disk fails': { act: 'fail', code: 'EIO' },
  'a write is short': { act: 'short-write' },
  'the process ends': { act: 'stop' },
};

for (const [name, change] of Object.entries(changes)) {
  for (const [when, act] of Object.entries(acts)) {
    test(`${name} is old or new, as the ledger says, whenever ${when}`, async () => await check(change, act));
  }
}

async function worldOf({ given }: Change): Promise<World> {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf') });
  await given?.(world);
  return world;
}

async function check(change: Change, act: FaultAct): Promise<void> {
  const whole = await worldOf(change);
  const before = change.state(whole);
  await change.run(whole, whole.deps);
  const after = change.state(whole);
  expect(after).not.toEqual(before);
  const counter = new Fault(Number.POSITIVE_INFINITY, act);
  const counted = await worldOf(change);
  await change.run(counted, counted.depsOn(counter.on(counted.disk)));
  const seen = new Set<string>();
  // To stop at an operation that only looks is to stop at the next one that changes the disk.
  const changing = ['write', 'fsync', 'fchmod', 'fchown', 'rename', 'link', 'unlink', 'mkdir'];
  const faults = counter.operations.flatMap((name, index) =>
    act.act === 'fail' || changing.includes(name) ? new Fault(index + 1, act) : [],
  );
  for (const fault of faults) {
    const world = await worldOf(change);
    const earlier = world.entries().length;
    const isReported = await succeeds(() => change.run(world, world.depsOn(fault.on(world.disk))), fault);
    world.restart();
    // A write that changes nothing settles what was left.
    const next = patchSkill(world.deps, world.target('pdf'), { find: 'not in it', replace: '' }, user);
    await expect(next, `${fault}`).rejects.toMatchObject({ code: 'patch-no-match' });
    const entries = world.entries();
    expect(
      entries.filter(({ state }) => state === 'prepared'),
      `${fault}`,
    ).toEqual([]);
    const isDone = entries[earlier]?.state === 'committed';
    expect(change.state(world), `${fault}`).toEqual(isDone ? after : before);
    expect(isDone || !isReported, `${fault}`).toBe(true);
    expect(withSettings(world), `${fault}`).toEqual([]);
    seen.add(isDone ? 'new' : 'old');
  }
  expect(seen).toEqual(new Set(['old', 'new']));
}

/** What a killed change left of the settings in other files; an empty file has nothing of them. */
function withSettings({ files }: World): readonly string[] {
  const names = files.list('/user')?.map(({ name }) => name) ?? [];
  return names.filter((name) => name.endsWith('.tmp') && files.stat(`/user/${name}`)?.sizeBytes !== 0);
}

async function succeeds(run: () => ReturnType<Change['run']>, fault: Fault): Promise<boolean> {
  try {
    return (await run()).every(
      ({ kind }) => kind === 'recorded' || kind === 'undone' || kind === 'committed',
    );
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${fault}: ${error}`).toBe(true);
    return false;
  }
}
