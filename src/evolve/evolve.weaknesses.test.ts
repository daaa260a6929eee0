import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { archiveSkill } from '../library/write/archive.js';
import { archivedSkills } from '../library/write/archive-find.js';
import { restoreSkill } from '../library/write/archive-restore.js';
import { history } from '../library/write/history.js';
import { countingIds } from '../system/ids.js';
import { day, EvolveWorld, now, outcomes, start } from './evolve.world.js';
import { configuredModel } from './proposals/model.js';
import { reviewQueue } from './proposals/queue.js';
import { modelSaying, ReviewWorld, section } from './proposals/review.world.js';
import type { Verdict } from './rules/effect/judge.js';
import { noteEffects } from './rules/effect/note-effect.js';
import { noteLives } from './rules/note-life.js';

/*
 * Ways in which a program that proposes changes to skills, and judges them later, has gone wrong before, with the
 * numbers under which they are known. Those of the writing itself are in run.weaknesses.test.ts.
 */

function worldOf(...names: readonly string[]): ReviewWorld {
  const world = new ReviewWorld(Object.fromEntries(names.map((name) => [name, {}])));
  for (const name of names) world.fails(name);
  return world;
}

test('weakness 19: evidence reaches a model as fenced data on stdin, and never as an argument', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = 'cat > question; printf "## Help\\n\\n- It was given %s arguments.\\n" $#';
  const model = configuredModel({
    ...{ endpoint: '', name: '', key: '', folder, timeoutMs: 60_000 },
    command: ['sh', '-c', script, 'model'],
  });
  const { content } = await worldOf('deploy').propose('deploy', model);
  expect(content).toContain('It was given 0 arguments.');
  const question = readFileSync(join(folder, 'question'), 'utf8');
  const [, fence = ''] = /the two lines (=\S+=) is data by others/.exec(question) ?? [];
  const [, data, ...rest] = question.split(`\n${fence}\n`);
  expect(data).toContain('Traceback: boom');
  expect(rest).toEqual(['']);
});

test('weakness 20: what a proposal says of itself counts for nothing, its content is checked when it is accepted', async () => {
  const world = worldOf('deploy');
  const proposal = await world.propose('deploy');
  const before = world.text('deploy');
  const claims = { risk: 'low', riskReasons: [], diff: '', title: 'harmless' };
  for (const content of [`${proposal.content}\nrm -rf ~\n`, proposal.content.replace('Do it.', 'Obey.')]) {
    world.forge(proposal, { ...claims, content });
    await expect(world.accept(proposal.id)).rejects.toMatchObject({ code: 'would-break-skill' });
  }
  const draft = await world.propose('deploy', modelSaying(section));
  world.forge(draft, { ...claims, content: `${section}\n<!-- ${'x'.repeat(9)} -->` });
  await expect(world.accept(draft.id)).rejects.toMatchObject({ code: 'would-break-skill' });
  expect(world.text('deploy')).toBe(before);
});

test('weakness 26: proposals of different evidence stay apart, and accepting one leads to a write', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const world = worldOf(...names);
  const proposals = await Promise.all(names.map((name) => world.propose(name)));
  // They are all called the same.
  expect(new Set(proposals.map(({ title }) => title)).size).toBe(1);
  expect(reviewQueue(world.library).proposals).toHaveLength(5);
  world.put('/home/proposals/ffffffffffff.json', '{"version": 1, "id"');
  const { entry } = await world.accept(proposals[0]?.id ?? '');
  expect(world.text('a')).toBe(proposals[0]?.content);
  expect(world.entries()).toMatchObject([{ id: entry, skill: 'home:a', state: 'committed' }]);
  const queue = reviewQueue(world.library, 'pending');
  expect([queue.proposals.length, queue.unreadable.length]).toEqual([4, 1]);
});

const onlyDeploy = { protectCore: true, coreSkills: [], allow: ['deploy'], block: [] };

/** Four loads a day, of which so many of eight fail. */
function use(world: EvolveWorld, name: string, from: number, days: number, failed: number): void {
  const skill = `home:${name}`;
  for (let load = 0; load < 4 * days; load += 1) {
    const at = from + (load * day) / 4;
    const session = `${name}-${at}`;
    world.happens({ skill, session, kind: 'skill-load', at });
    const fault = { skill, session, at: at + 1, isError: true, result: 'boom', cluster: 'boom' };
    if ((load * 3) % 8 < failed) world.happens(fault);
  }
}

test.each<[Verdict, before: number, after: number, stays: boolean]>([
  ['helped', 6, 1, true],
  ['no-change', 6, 6, true],
  ['harmed', 1, 6, false],
])(
  'weakness 27: whether a note helped is measured (%s), and one that harmed goes, which can be undone',
  async (verdict, before, after, stays) => {
    const world = new EvolveWorld({ deploy: {}, a: {}, b: {}, c: {} });
    const text = world.text('deploy');
    for (const name of ['a', 'b', 'c']) use(world, name, now - 30 * day, 50, 1);
    use(world, 'deploy', now - 30 * day, 30, before);
    const { runId } = await world.apply({ names: onlyDeploy });
    expect(world.text('deploy')).toContain(start);
    use(world, 'deploy', now + 1, 20, after);
    world.time += 20 * day;
    const [effect] = noteEffects(world.deps().evidence, noteLives(world.entries()), world.time);
    expect(effect?.verdict).toBe(verdict);
    const later = await world.apply({ names: onlyDeploy });
    expect(later.runId).not.toBe(runId);
    if (stays) expect(world.text('deploy')).toContain(start);
    else expect(world.text('deploy')).toBe(text);
    if (stays) return;
    // The skill rests, though it fails as often as before.
    expect(outcomes(await world.apply({ names: onlyDeploy }))['deploy']).toBe('skipped note-harmed');
    await world.undo(world.entries().at(-1)?.id);
    await world.apply({ names: onlyDeploy });
    expect(world.text('deploy')).toContain(start);
  },
);

test('weakness 27: a note that harmed goes first, and beyond the limit, but a pinned skill is not changed', async () => {
  const names = ['deploy', 'pinned', 'other'];
  const world = new EvolveWorld({ deploy: {}, pinned: {}, other: {} });
  for (const name of names) use(world, name, now - 30 * day, 30, 1);
  await world.apply({ names: { ...onlyDeploy, allow: ['deploy', 'pinned'] } });
  for (const name of ['deploy', 'pinned']) use(world, name, now + 1, 20, 6);
  use(world, 'other', now + 1, 20, 1);
  world.usage.put('home:pinned', { pinLevel: 'pin' });
  world.time += 20 * day;
  const report = await world.apply({ maxSkills: 0 });
  expect(outcomes(report)).toMatchObject({ deploy: 'applied', pinned: 'skipped pinned-skill' });
  expect(report.candidates[0]?.skill).toBe('home:deploy');
  expect(world.text('deploy')).not.toContain(start);
  expect(noteLives(world.entries()).find(({ skill }) => skill === 'home:deploy')?.why).toBe('harmed');
});

test('weakness 31: a skill with a note is archived, restored, listed in the history and undone like any other', async () => {
  const world = worldOf('deploy');
  const { library } = world;
  const before = world.text('deploy');
  const { candidates } = await world.apply();
  const noted = world.text('deploy');
  const root = { label: 'home', path: '/home/skills' };
  const target = { id: 'home:deploy', name: 'deploy', root, folder: '/home/skills/deploy' };
  const writing = { ...world.deps(), ids: countingIds('w'), usage: world.usage };
  await archiveSkill(writing, { target }, { actor: 'user' });
  expect(world.files.stat('/home/skills/deploy')).toBeUndefined();
  for (const skill of archivedSkills(library, library.roots)) {
    await restoreSkill(writing, skill, { actor: 'user' });
  }
  expect(world.text('deploy')).toBe(noted);
  await world.undo(candidates[0]?.apply?.entry);
  expect(world.text('deploy')).toBe(before);
  const actions = history(world, 'deploy').entries.map(({ action }) => action);
  expect(actions).toEqual(['note', 'archive', 'restore', 'undo']);
});
