import { expect, test } from 'vitest';
import { day, EvolveWorld, outcomes } from '../evolve.world.js';
import { noteLives } from '../rules/note-life.js';
import { startTrial, stopTrial } from './trials.js';
import { depsOf, hasNote, notedWorld, reportOf, skillOf, worldToSwitch } from './trials.world.js';

/** Four uses in the hours of the day, of which so many fail. */
function use(world: EvolveWorld, bad: number): void {
  for (let load = 0; load < 4; load += 1) {
    const event = {
      skill: 'home:deploy',
      session: `${world.time}-${load}`,
      at: world.time + (load + 1) * 3_600_000,
    };
    world.happens({ ...event, kind: 'skill-load' });
    if (load < bad)
      world.happens({ ...event, at: event.at + 1, isError: true, result: 'boom', cluster: 'boom' });
  }
}

/** Days of use, each begun by a run, in which the skill fails so often with the note and without. */
async function runDays(world: EvolveWorld, days: number, [noted, without]: readonly [number, number]) {
  for (let passed = 0; passed < days; passed += 1) {
    use(world, hasNote(world) ? noted : without);
    world.time += day;
    await world.apply();
  }
}

test('the days are in the ledger before the first one, and every run follows them', async () => {
  const world = await notedWorld();
  const { trial } = await startTrial(depsOf(world), skillOf(world), 28);
  const recorded = world.entries().find(({ action }) => action === 'trial');
  expect(recorded?.fact).toMatchObject({
    key: 'trial',
    before: null,
    after: { days: trial.days, rule: trial.rule },
  });
  const seen: string[] = [];
  for (let passed = 0; passed < 12; passed += 1) {
    seen.push(hasNote(world) ? '1' : '0');
    world.time += day;
    // The skill fails again, and still nobody but the trial writes to it.
    world.fails('deploy');
    const report = await world.apply();
    expect(outcomes(report)['deploy']).toBe('skipped in-trial');
  }
  expect(seen.join('')).toBe(trial.days.slice(0, 12));
  expect(new Set(seen).size).toBe(2);
});

test.for<[string, readonly [number, number], string, stays: boolean]>([
  ['a note that helps stays', [0, 3], 'helped', true],
  ['a note that harms stays out, and the skill rests', [3, 0], 'harmed', false],
  ['a note that changes nothing stays', [1, 1], 'no-change', true],
])('%s', async ([, rates, verdict, stays]) => {
  const world = await notedWorld();
  await startTrial(depsOf(world), skillOf(world), 28);
  await runDays(world, 29, rates);
  expect(reportOf(world).trial.end).toMatchObject({ verdict });
  expect(hasNote(world)).toBe(stays);
  expect(noteLives(world.entries())[0]).toMatchObject({ why: 'trial', trial: { verdict } });
  if (stays) return;
  world.fails('deploy');
  expect(outcomes(await world.apply())['deploy']).toBe('skipped note-harmed');
});

test('it is stopped by a person, who gets the note back and no verdict; undo of a switch brings the note back', async () => {
  const world = await notedWorld();
  const before = world.text('deploy');
  await startTrial(depsOf(world), skillOf(world), 28);
  while (hasNote(world)) await runDays(world, 1, [0, 3]);
  const stopped = await stopTrial(depsOf(world), skillOf(world));
  expect(stopped.trial.end).toMatchObject({ why: 'stopped', verdict: 'cannot-tell' });
  expect(world.text('deploy')).toBe(before);
  await expect(stopTrial(depsOf(world), skillOf(world))).rejects.toMatchObject({ code: 'not-found' });

  await startTrial(depsOf(world), skillOf(world), 14);
  while (hasNote(world)) await runDays(world, 1, [0, 0]);
  const out = world.entries().findLast(({ reason }) => reason === 'trial-out');
  await world.undo(out?.id);
  expect(world.text('deploy')).toBe(before);
  // The file is one that the trial knows, so it goes on as drawn.
  expect(reportOf(world).trial.end).toBeUndefined();
});

test('an edit of the skill ends it, and is left as it is', async () => {
  const world = await notedWorld();
  await startTrial(depsOf(world), skillOf(world), 28);
  const edited = world.text('deploy').replace('Do it.', 'Edited.');
  world.put('/home/skills/deploy/SKILL.md', edited);
  world.time += day;
  const { trials } = await world.apply();
  expect(trials).toMatchObject([{ did: 'ended', end: { why: 'skill-changed', verdict: 'cannot-tell' } }]);
  expect(world.text('deploy')).toContain('Edited.');
  await expect(stopTrial(depsOf(world), skillOf(world))).rejects.toMatchObject({ code: 'not-found' });
});

test('refused: a skill without a note, one that no run may write, a second trial, a length that shows nothing', async () => {
  const world = await notedWorld();
  await expect(startTrial(depsOf(world), skillOf(world), 13)).rejects.toMatchObject({ code: 'bad-value' });
  world.usage.put('home:deploy', { pinLevel: 'pin' });
  await expect(startTrial(depsOf(world), skillOf(world), 28)).rejects.toMatchObject({ code: 'forbidden' });
  world.usage.put('home:deploy', { pinLevel: 'none' });
  await startTrial(depsOf(world), skillOf(world), 28);
  await expect(startTrial(depsOf(world), skillOf(world), 28)).rejects.toMatchObject({
    code: 'already-exists',
  });
  const bare = new EvolveWorld({ deploy: {} });
  await expect(startTrial(depsOf(bare), skillOf(bare), 28)).rejects.toMatchObject({ code: 'not-found' });
});

test('two runs at once switch it once', async () => {
  const { world, wasIn } = await worldToSwitch();
  const switches = () => world.entries().filter(({ reason }) => reason?.startsWith('trial-')).length;
  const before = switches();
  await Promise.allSettled([world.apply(), world.apply()]);
  await world.apply();
  expect([switches() - before, hasNote(world)]).toEqual([1, !wasIn]);
});
