import { expect, test } from 'vitest';
import { unfinishedEntries } from '../library/ledger.js';
import { CoppiceError } from '../system/errors.js';
import { DiskStopped, everyFault, type FaultAct } from '../system/faulty-disk.js';
import { CuratorWorld } from './curator.world.js';
import type { CuratorReport } from './report.js';

/** One of each kind of move, one that only its journal keeps young, one that another needs. */
function newWorld(): CuratorWorld {
  const world = new CuratorWorld({
    app: { idle: 1, extra: 'requires:\n  - lib\n' },
    back: { idle: 1, state: 'stale' },
    idle: { idle: 40 },
    lib: { idle: 400 },
    old: { idle: 100 },
  });
  return world;
}

const after = { app: 'active', back: 'active', idle: 'stale', lib: 'active', old: 'archived' } as const;

/** `state, folder` of each skill, as a reader sees them. */
function standing(world: CuratorWorld): Readonly<Record<string, string>> {
  const folders = world.skills();
  return Object.fromEntries(
    Object.keys(after).map((name) => [
      name,
      `${world.record(`home:${name}`)?.state}, ${folders.includes(name) ? 'here' : folders.includes(`.archive/${name}`) ? 'archived' : 'lost'}`,
    ]),
  );
}

const before = {
  app: 'active, here',
  back: 'stale, here',
  idle: 'active, here',
  lib: 'active, here',
  old: 'active, here',
};
const done = {
  app: 'active, here',
  back: 'active, here',
  idle: 'stale, here',
  lib: 'active, here',
  old: 'archived, archived',
};

const acts: readonly FaultAct[] = [{ act: 'fail', code: 'EIO' }, { act: 'stop' }];

test.each(acts)(
  'a pass disturbed anywhere ($act) leaves each skill old or new, and the next one heals',
  async (act) => {
    const seen = new Set<string>();
    for (const fault of everyFault(act)) {
      const world = newWorld();
      const report = await world.run({ now: true }, fault.on(world.disk)).catch(expected);
      world.restart();

      const unfinished = new Set(unfinishedEntries(world.deps()).map(({ skill }) => skill));
      for (const [name, stands] of Object.entries(standing(world))) {
        const [old, late] = [before[name as keyof typeof before], done[name as keyof typeof done]];
        // What is between is noted in the ledger, and the next run settles it.
        if (!unfinished.has(`home:${name}`)) expect([old, late], `${name}, ${fault}`).toContain(stands);
      }
      for (const { id, to } of report?.transitioned ?? [])
        expect(world.record(id)?.state, `${id}, ${fault}`).toBe(to);
      seen.add(report === undefined ? 'refused' : report.error === null ? 'done' : 'partly');

      const next = await world.run();
      expect(next.error, `${fault}`).toBeNull();
      expect(standing(world), `${fault}`).toEqual(done);
    }
    expect(seen).toEqual(new Set(act.act === 'stop' ? ['refused', 'done'] : ['refused', 'partly', 'done']));
  },
);

function expected(error: unknown): CuratorReport | undefined {
  if (error instanceof CoppiceError || error instanceof DiskStopped) return undefined;
  throw error;
}
