import { expect, test } from 'vitest';
import { ensureProject } from '../../src/client/ensure/ensure.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import type { MemoryLinkDisk } from '../../src/client/link/memory-link-disk.fixture.js';
import { type MemoryRemote, memoryRemote } from '../../src/client/remote/memory-remote.fixture.js';
import { DiskStopped, Fault, type FaultAct } from '../../src/system/disk/faulty-disk.js';
import { CoppiceError } from '../../src/text/errors.js';

async function registry(): Promise<MemoryRemote> {
  const remote = memoryRemote();
  await remote.put('pdf@1.0.0', { files: { 'references/a.md': 'a\n' } });
  await remote.put('pdf@2.0.0', { requires: ['leaf'], body: 'newer\n' });
  await remote.put('leaf@1.0.0');
  await remote.put('gone@1.0.0');
  await remote.put('own@1.0.0', { kind: 'agent' });
  await remote.put('own@2.0.0', { kind: 'agent', body: 'newer\n' });
  return remote;
}

/** One item is new, one becomes another version, one leaves. */
async function worldBefore(remote: MemoryRemote, copy: boolean) {
  const world = EnsureWorld.inMemory(remote);
  world.manifest(['pdf@^1', 'gone', 'agent:own@^1']);
  await world.ensure({ copy });
  world.manifest(['pdf@^2', 'agent:own@^2']);
  return world;
}

interface Cause {
  readonly act: FaultAct;
  readonly power?: 'nothing' | 'names';
}

const causes = {
  'the disk is full': { act: { act: 'fail', code: 'ENOSPC' } },
  'a write is short': { act: { act: 'short-write' } },
  'the process ends': { act: { act: 'stop' } },
  'the power goes': { act: { act: 'stop' }, power: 'nothing' },
  'the power goes and names are kept': { act: { act: 'stop' }, power: 'names' },
} as const satisfies Readonly<Record<string, Cause>>;

for (const [when, cause] of Object.entries(causes)) {
  test(`with links, everything is old or new, and the next run heals, whenever ${when}`, async () =>
    await checkEveryFault(cause, false));
}

for (const when of ['the disk is full', 'the process ends', 'the power goes and names are kept'] as const) {
  test(`with copies, everything is old or new, and the next run heals, whenever ${when}`, async () =>
    await checkEveryFault(causes[when], true));
}

async function checkEveryFault({ act, power }: Cause, copy: boolean): Promise<void> {
  const remote = await registry();
  const before = (await worldBefore(remote, copy)).tree();
  const whole = await worldBefore(remote, copy);
  const counter = new Fault(Number.POSITIVE_INFINITY, act);
  await ensureProject(whole.depsWith(counter), { project: whole.project, copy });
  const after = whole.tree();
  const locks = new Set<string>();

  for (const at of changesIn(counter.operations)) {
    const fault = new Fault(at, act);
    const world = await worldBefore(remote, copy);
    const isReported = await succeeds(() =>
      ensureProject(world.depsWith(fault), { project: world.project, copy }),
    );
    if (power !== undefined) world.disk.loseUnsynced(power);
    if (power === undefined) expectOldOrNew(world, before, after, fault);
    const lock = world.text('coppice.lock') ?? '';
    expect([before['coppice.lock'], after['coppice.lock']], `${fault}`).toContain(lock);
    // The lock comes last: once it is new, so is all else.
    const isNew = isReported || (power === undefined && lock === after['coppice.lock']);
    if (isNew) expect(withoutAside(world.tree()), `${fault}`).toEqual(after);
    locks.add(lock);

    restart(world);
    expect(await world.ensure({ copy }), `${fault}`).toMatchObject({ ok: true, skipped: [] });
    expect(withoutTemporary(world.tree()), `${fault}`).toEqual(after);
    expect(world.verify(), `${fault}`).toMatchObject({ ok: true });
  }
  expect(locks.size).toBe(act.act === 'short-write' ? 1 : 2);
}

/** To be stopped at an operation that only looks is to be stopped at the next one that changes something. */
function changesIn(operations: readonly string[]): readonly number[] {
  const changing = ['write', 'fsync', 'fchmod', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'symlink'];
  return operations.flatMap((name, index) => (changing.includes(name) ? index + 1 : []));
}

/** What was replaced is set aside until all is done, and the next run removes it. */
function withoutAside(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/\.coppice-[^/]*\.tmp/.test(path)));
}

/** Of what has been left, only what is empty may stay for a while: it could be anything that is written now. */
function withoutTemporary(tree: Tree): Tree {
  const isLeft = (path: string, text: string) => /^\.coppice-[^/]*\.tmp$/.test(path) && text === '';
  return Object.fromEntries(Object.entries(tree).filter(([path, text]) => !isLeft(path, text)));
}

/** What a place has is what it had or will have; for a moment a folder may be away while another takes its place. */
function expectOldOrNew(world: EnsureWorld, before: Tree, after: Tree, fault: Fault): void {
  for (const [path, value] of Object.entries(world.tree())) {
    if (/\.coppice-[^/]*\.tmp/.test(path)) continue;
    expect([before[path], after[path]], `${fault}: ${path}`).toContain(value);
  }
}

/** The process is gone, and with it what it held. */
function restart(world: EnsureWorld<MemoryLinkDisk>): void {
  for (const { name } of world.files.list(`${world.home}/locks`) ?? [])
    world.files.remove(`${world.home}/locks/${name}`);
}

async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    expect(error instanceof CoppiceError || error instanceof DiskStopped, `${error}`).toBe(true);
    return false;
  }
}

type Tree = Readonly<Record<string, string>>;
