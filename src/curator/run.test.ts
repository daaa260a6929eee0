import { expect, test } from 'vitest';
import { longTest } from '../../test/long.js';
import { SkillLibrary } from '../library/skill-library.js';
import { readLedger } from '../library/write/ledger.js';
import { filesOn } from '../system/disk/disk-files.js';
import { everyFault, Fault } from '../system/disk/faulty-disk.js';
import type { Files } from '../system/files.js';
import { tryLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import { CuratorWorld, day, now } from './curator.world.js';
import type { CuratorReport } from './rules/report.js';
import { runCurator } from './run.js';
import { loadState } from './state.js';

const changed = ({ transitioned }: CuratorReport) =>
  transitioned.map(({ id, from, to }) => `${id}: ${from} -> ${to}`);
const left = ({ skipped }: CuratorReport) => skipped.map(({ id, reason }) => `${id}: ${reason}`);

test('a run moves what is due, says why for the rest, and remembers', async () => {
  const world = new CuratorWorld({
    old: { idle: 100 },
    idle: { idle: 40 },
    back: { idle: 1, state: 'stale' },
    fresh: { idle: 1 },
    mine: { idle: 400, createdBy: 'user' },
    kept: { idle: 400, pinLevel: 'pin' },
  });
  const report = await world.run();
  expect(changed(report)).toEqual([
    'home:back: stale -> active',
    'home:idle: active -> stale',
    'home:old: active -> archived',
  ]);
  expect(left(report)).toEqual([
    'home:fresh: no-change',
    'home:kept: pinned',
    'home:mine: not-agent-created',
  ]);
  expect(report).toMatchObject({
    runId: '2026-01-31-e1',
    dryRun: false,
    seeded: false,
    at: now,
    error: null,
  });
  expect(world.skills()).toEqual(['.archive/old', 'back', 'fresh', 'idle', 'kept', 'mine']);
  expect(world.record('home:old')).toMatchObject({ state: 'archived', archivedAt: now });
  expect(loadState(world.deps())).toEqual({ lastRun: { id: '2026-01-31-e1', at: now }, paused: false });
  expect(changed(await world.run())).toEqual([]);
});

test('a link from one skill to the others does not keep it from being moved', async () => {
  const world = new CuratorWorld({ a: { idle: 100 }, b: {} });
  world.disk.symlink('/home/skills', '/home/skills/a/others');
  const report = await world.run();
  expect([changed(report), report.error]).toEqual([['home:a: active -> archived'], null]);
  expect(world.skills()).toEqual(['.archive/a', 'b']);
});

test('a file that cannot be read does not keep its skill from being moved', async () => {
  const world = new CuratorWorld({ a: { idle: 100 } });
  world.put('/home/skills/a/output.bin', 'x');
  world.disk.chmod('/home/skills/a/output.bin', 0);
  const report = await world.run();
  expect([changed(report), report.error]).toEqual([['home:a: active -> archived'], null]);
});

test('a skill that is created again where an old one was archived is not idle', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  expect(changed(await world.run())).toEqual(['home:old: active -> archived']);
  const recreated = { name: 'old', description: 'Does it better.' };
  await new SkillLibrary(world.deps()).create(recreated, { by: 'agent' });
  expect(changed(await world.run())).toEqual([]);
  world.time += 90 * day;
  expect(changed(await world.run())).toEqual(['home:old: active -> archived']);
});

test('a run leaves a report for programs and one for people, and a compacted journal', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  const report = await world.run();
  const folder = `/home/reports/${report.runId}`;
  expect(JSON.parse(world.text(`${folder}/run.json`))).toEqual(report);
  expect(world.text(`${folder}/REPORT.md`)).toContain(
    '- `home:old`: active -> archived, idle for 100 days\n',
  );
  expect(world.usage().health().waitingLines).toBe(0);
});

test('the ledger knows what a run archived, and why', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  const { runId } = await world.run();
  expect(readLedger(world.deps()).entries).toMatchObject([
    {
      actor: 'curator',
      action: 'archive',
      state: 'committed',
      manifest: { id: 'home:old', originalPath: 'old', reason: 'idle for 100 days', run: runId },
    },
  ]);
});

test('what a run archived can be restored as it was, and is not archived again at once', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  const before = world.text('/home/skills/old/SKILL.md');
  await world.run();
  world.time += day;
  await new SkillLibrary(world.deps()).restore('old');
  expect(world.text('/home/skills/old/SKILL.md')).toBe(before);
  expect(world.record('home:old')).toMatchObject({ state: 'active', restoredAt: now + day });
  expect(changed(await world.run())).toEqual([]);
  world.time += 89 * day;
  expect(changed(await world.run())).toEqual(['home:old: active -> stale']);
  world.time += day;
  expect(changed(await world.run())).toEqual(['home:old: stale -> archived']);
});

test('a whole run can be undone', async () => {
  const world = new CuratorWorld({ old: { idle: 100 }, older: { idle: 200 } });
  const { runId } = await world.run();
  await new SkillLibrary(world.deps()).undo(runId);
  expect(world.skills()).toEqual(['old', 'older']);
});

test('the first run is a preview, unless it is asked to act', async () => {
  const world = new CuratorWorld({ old: { idle: 100 }, fresh: { idle: 1 } });
  const first = await world.run({});
  expect(first).toMatchObject({ seeded: true, transitioned: [], remaining: [{ id: 'home:old' }] });
  expect(left(first)).toEqual(['home:fresh: no-change', 'home:old: first-run']);
  expect(world.record('home:old')?.state).toBe('active');
  const second = await world.run({});
  expect(second.seeded).toBe(false);
  expect(changed(second)).toEqual(['home:old: active -> archived']);
});

test.each([{ now: true }, {}])(
  'a dry run with %o is the plan of the run, and writes nothing',
  async (request) => {
    const world = new CuratorWorld({ old: { idle: 100 }, idle: { idle: 40 }, mine: { createdBy: 'user' } });
    const before = world.tree();
    const dry = await world.run({ ...request, dryRun: true });
    expect(world.tree()).toEqual(before);
    expect(changed(dry)).toEqual(['home:idle: active -> stale', 'home:old: active -> archived']);
    const live = await world.run({ now: true });
    expect({ ...dry, dryRun: false, runId: live.runId, seeded: false }).toEqual(live);
  },
);

test('with never_used = "quiet", an agent lists the name of a skill that nobody used, and undo takes it back', async () => {
  const world = new CuratorWorld();
  const settings = '/user/.claude/settings.json';
  world.put(settings, '{}');
  world.put('/home/config.toml', '[curator]\nnever_used = "quiet"\n');
  world.skill('/user/.claude/skills/never', 'claude:never');
  world.skill('/user/.claude/skills/used', 'claude:used', { idle: 1 });
  world.skill('/user/.claude/skills/mine', 'claude:mine', { createdBy: 'user' });
  const dry = await world.run({ dryRun: true });
  expect(dry.quieted).toEqual([
    { id: 'claude:never', agent: 'claude', setting: 'skillOverrides', file: settings },
  ]);
  expect(world.text(settings)).toBe('{}');
  expect((await world.run({})).quieted).toEqual([]);
  const live = await world.run();
  expect(live).toMatchObject({ quieted: dry.quieted, error: null });
  expect(JSON.parse(world.text(settings))).toEqual({ skillOverrides: { never: 'name-only' } });
  expect(world.record('claude:never')?.state).toBe('active');
  expect((await world.run()).quieted).toEqual([]);
  await new SkillLibrary(world.deps()).undo(live.runId);
  expect(world.text(settings)).toBe('{}');
});

test('where the states cannot be recorded, nothing is moved, and what was due is named', async () => {
  const world = new CuratorWorld({ aa: { idle: 100 }, bb: { idle: 40 } });
  const files = filesOn(world.disk);
  const locked: Files = {
    ...files,
    append: (path, ...rest) => {
      if (path === '/home/usage.journal') throw new CoppiceError('no-permission', 'read-only');
      files.append(path, ...rest);
    },
  };
  const report = await runCurator({ ...world.deps(), files: locked }, { now: true });
  expect(report).toMatchObject({ transitioned: [], unfinished: [], error: { code: 'no-permission' } });
  expect(report.remaining.map(({ id }) => id)).toEqual(['home:aa', 'home:bb']);
  expect(world.skills()).toEqual(['aa', 'bb']);
});

test('the first failure ends the run, and the next run reports what it settled', async () => {
  const world = new CuratorWorld({ aa: { idle: 100 }, bb: { idle: 100 }, cc: { idle: 100 } });
  const files = filesOn(world.disk);
  let puts = 0;
  const failing: Files = {
    ...files,
    append: (path, bytes, options) => {
      const isPut = path === '/home/usage.journal' && bytes.length > 0;
      if (isPut && new TextDecoder().decode(bytes).includes('archived')) puts += 1;
      if (isPut && puts === 2) throw new CoppiceError('disk-full', 'no room');
      files.append(path, bytes, options);
    },
  };
  const first = await runCurator({ ...world.deps(), files: failing }, { now: true });
  expect(changed(first)).toEqual(['home:aa: active -> archived']);
  expect(first).toMatchObject({
    remaining: [{ id: 'home:bb' }, { id: 'home:cc' }],
    error: { code: 'disk-full' },
  });
  expect(first.unfinished).toHaveLength(1);
  expect(world.skills()).toEqual(['.archive/aa', '.archive/bb', 'cc']);
  const second = await world.run();
  expect(second.settled).toMatchObject([
    { entry: first.unfinished[0], action: 'archive', skill: 'home:bb', state: 'committed' },
  ]);
  expect(changed(second)).toEqual(['home:cc: active -> archived']);
  expect(second).toMatchObject({ remaining: [], unfinished: [], error: null });
});

longTest(
  'a dry run leaves a damaged snapshot and interrupted changes to others, and reports them',
  async () => {
    const world = new CuratorWorld({ old: { idle: 100 } });
    await world.usage().compact();
    await interrupted(world);
    world.put('/home/usage.json', '{"broken');
    const before = world.tree();
    const dry = await world.run({ now: true, dryRun: true });
    expect(world.tree()).toEqual(before);
    expect(dry.unfinished).toEqual(readLedger(world.deps()).entries.map(({ id }) => id));
    expect(dry.unfinished).toHaveLength(1);
  },
);

/** Stops a run right after it has noted that it is going to move a folder. */
async function interrupted(world: CuratorWorld): Promise<void> {
  for (const fault of everyFault({ act: 'stop' })) {
    const tried = world.run({ now: true }, fault.on(world.disk));
    await expect(tried).rejects.toThrow();
    world.restart();
    if (readLedger(world.deps()).entries.length > 0) return;
  }
}

test.each([
  ['used', 'no-change', (world: CuratorWorld) => world.usage().record('home:old', 'use')],
  ['pinned', 'pinned', (world: CuratorWorld) => world.usage().put('home:old', { pinLevel: 'pin' })],
])('a skill that is %s after it was planned is left alone', async (_, reason, happens) => {
  const runWith = async (at: number) => {
    const world = new CuratorWorld({ old: { idle: 100 } });
    let isPlanned = false;
    const meanwhile = () => {
      // The usage is read before the skills, and what was read of these is in the cache.
      isPlanned = world.files.stat('/home/cache/index.json') !== undefined;
      if (isPlanned) happens(world);
    };
    const fault = new Fault(at, { act: 'meanwhile', run: meanwhile });
    const report = await world.run({ now: true }, fault.on(world.disk));
    return { isPlanned, report, world, operations: fault.operations.length };
  };
  // The first operation after the plan: the cache stays once it is there.
  let [before, after] = [0, (await runWith(Number.POSITIVE_INFINITY)).operations];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if ((await runWith(middle)).isPlanned) after = middle;
    else before = middle;
  }
  const { report, world } = await runWith(after);
  expect(left(report)).toEqual([`home:old: ${reason}`]);
  expect(world.skills()).toEqual(['old']);
});

test('only one run works at a time', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  world.files.makeFolder('/home/locks');
  const attempt = tryLock(world.files, '/home/locks/curator');
  await expect(world.run()).rejects.toMatchObject({ code: 'lock-busy' });
  expect((await world.run({ now: true, dryRun: true })).transitioned).toHaveLength(1);
  if (attempt.kind === 'locked') attempt.lock.release();
  expect((await world.run()).transitioned).toHaveLength(1);
});

test('nothing is done by a clock that is behind the last run', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  await world.run({});
  world.time -= 1;
  const before = world.tree();
  await expect(world.run()).rejects.toMatchObject({ code: 'clock-behind' });
  await expect(world.run({ dryRun: true })).rejects.toMatchObject({ code: 'clock-behind' });
  expect(world.tree()).toEqual(before);
});

test('a run that is not certain moves nothing, says why, and is not the last run', async () => {
  const world = new CuratorWorld({ old: { idle: 100 } });
  world.put('/home/bundles/kit.toml', 'skills = 5\n');
  const report = await world.run();
  expect(left(report)).toEqual(['home:old: unreadable-state']);
  expect(report.error).toMatchObject({ code: 'bad-config' });
  expect(loadState(world.deps()).lastRun).toBeNull();
});

test('an archived skill that somebody put back into its root ages from when it was archived', async () => {
  const archived = { idle: 400, state: 'archived' } as const;
  const world = new CuratorWorld({
    lately: { ...archived, archivedAt: now - 10 * day },
    stale: { ...archived, archivedAt: now - 40 * day },
    again: { ...archived, archivedAt: now - 90 * day },
  });
  expect(changed(await world.run())).toEqual([
    'home:again: active -> archived',
    'home:stale: active -> stale',
  ]);
  expect(world.skills()).toEqual(['.archive/again', 'lately', 'stale']);
});

test('what was noted as archived before is not reported as done by a run that failed to move it', async () => {
  const world = new CuratorWorld({ again: { idle: 400, state: 'archived', archivedAt: now - 90 * day } });
  world.put('/home/skills/.archive', 'a file');
  const report = await world.run();
  expect(changed(report)).toEqual([]);
  expect(report.error).not.toBeNull();
});

test('a step that fails ends the run, which reports what is done; the next one continues', async () => {
  const world = new CuratorWorld({ a: { idle: 40 }, b: { idle: 100 }, c: { idle: 100 } });
  // The archive cannot be made.
  world.put('/home/skills/.archive', 'a file');
  const report = await world.run();
  expect(changed(report)).toEqual(['home:a: active -> stale']);
  expect(report.error).not.toBeNull();
  expect(JSON.parse(world.text(`/home/reports/${report.runId}/run.json`))).toEqual(report);
  expect(world.skills()).toEqual(['a', 'b', 'c']);
  world.files.remove('/home/skills/.archive');
  expect(changed(await world.run())).toEqual(['home:b: active -> archived', 'home:c: active -> archived']);
});
