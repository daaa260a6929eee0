import { expect, test } from 'vitest';
import { unfinishedEntries } from '../library/ledger/unfinished.js';
import { DiskStopped, everyFault, type FaultAct } from '../system/disk/faulty-disk.js';
import { CoppiceError } from '../text/errors.js';
import { CuratorWorld } from './curator.world.js';
import type { CuratorReport } from './rules/report.js';

/** One of each kind of move, one whose use only the journal knows, and one that this one needs. */
function newWorld(): CuratorWorld {
  return new CuratorWorld({
    app: { idle: 1, extra: 'requires:\n  - lib\n' },
    back: { idle: 1, state: 'stale' },
    idle: { idle: 40 },
    lib: { idle: 400 },
    old: { idle: 100 },
  });
}

type States = Readonly<Record<string, string>>;

const before: States = {
  app: 'active, here',
  back: 'stale, here',
  idle: 'active, here',
  lib: 'active, here',
  old: 'active, here',
};
const after: States = { ...before, back: 'active, here', idle: 'stale, here', old: 'archived, away' };

/** State and place of each skill, as a reader sees them. */
function statesOf(world: CuratorWorld): States {
  const folders = world.skills();
  const placeOf = (name: string) =>
    [
      ...(folders.includes(name) ? ['here'] : []),
      ...(folders.includes(`.archive/${name}`) ? ['away'] : []),
    ].join();
  return Object.fromEntries(
    Object.keys(before).map((name) => [name, `${world.record(`home:${name}`)?.state}, ${placeOf(name)}`]),
  );
}

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
      for (const [name, state] of Object.entries(statesOf(world))) {
        // What is between is noted in the ledger, and the next run settles it.
        if (!unfinished.has(`home:${name}`))
          expect([before[name], after[name]], `${name}, ${fault}`).toContain(state);
      }
      // What is in the archive was reported: as moved, or as an entry for the next run.
      for (const [name, state] of Object.entries(statesOf(world))) {
        const isReported = report?.transitioned.some(({ id }) => id === `home:${name}`);
        if (report !== undefined && state.endsWith('away'))
          expect(isReported || unfinished.has(`home:${name}`), `${name}, ${fault}`).toBe(true);
      }
      if (report !== undefined && report.error?.code === 'file-failed')
        expect(accountedFor(report)).toEqual(names);
      for (const { id, to } of report?.transitioned ?? [])
        expect(world.record(id)?.state, `${id}, ${fault}`).toBe(to);
      seen.add(report === undefined ? 'refused' : report.error === null ? 'done' : 'partly');

      const next = await world.run();
      expect(next.error, `${fault}`).toBeNull();
      expect(statesOf(world), `${fault}`).toEqual(after);
    }
    expect(seen).toEqual(new Set(act.act === 'stop' ? ['refused', 'done'] : ['refused', 'partly', 'done']));
  },
);

test.each(acts)(
  'settings are old or new when a run is disturbed anywhere ($act), and the next run heals',
  async (act) => {
    const settings = '/user/.claude/settings.json';
    const quieted = '{"model":"opus","skillOverrides":{"never":"name-only"}}';
    for (const fault of everyFault(act)) {
      const world = new CuratorWorld();
      world.put(settings, '{"model":"opus"}');
      world.put('/home/config.toml', '[curator]\nnever_used = "quiet"\n');
      world.skill('/user/.claude/skills/never', 'claude:never');
      const report = await world.run({ now: true }, fault.on(world.disk)).catch(expected);
      world.restart();
      const text = JSON.stringify(JSON.parse(world.text(settings)));
      expect(['{"model":"opus"}', quieted], `${fault}`).toContain(text);
      if (report !== undefined && report.quieted.length > 0) expect(text, `${fault}`).toBe(quieted);
      const next = await world.run();
      expect(next.error, `${fault}`).toBeNull();
      expect(JSON.stringify(JSON.parse(world.text(settings))), `${fault}`).toBe(quieted);
      expect(unfinishedEntries(world.deps()), `${fault}`).toEqual([]);
    }
  },
);

const names = Object.keys(before).map((name) => `home:${name}`);

/** Every skill is in exactly one of the lists. */
function accountedFor({ transitioned, remaining, skipped }: CuratorReport): readonly string[] {
  return [...transitioned, ...remaining, ...skipped].map(({ id }) => id).sort();
}

function expected(error: unknown): CuratorReport | undefined {
  if (error instanceof CoppiceError || error instanceof DiskStopped) return undefined;
  throw error;
}
