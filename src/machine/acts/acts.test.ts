import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../app/context.js';
import { contextWith, now } from '../../app/context.world.js';
import { skillLibraryOf } from '../../app/skill-library.js';
import { fixedClock } from '../../system/clock.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { UsageStore } from '../../usage/store.js';
import type { ActRequest, DoneAnswer } from '../api/acts.js';
import type { WriteHandlers } from '../api/routes.js';
import { readOverlaps } from '../views/tidy.js';
import { actHandlers } from './acts.js';
import { RunningActs } from './running-acts.js';

const day = 86_400_000;
const claude = '/user/.claude/skills';
const codex = '/user/.codex/skills';
let files: Files;
let context: Context;
let acts: WriteHandlers;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
  acts = actHandlers(context);
  for (const name of ['one', 'two', 'three']) put(`${claude}/${name}`, skillText(name));
});

const skillText = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo it.\n`;

function put(folder: string, text: string): void {
  files.makeFolder(folder);
  files.write(`${folder}/SKILL.md`, new TextEncoder().encode(text));
}

const textOf = (path: string) => {
  const bytes = files.read(path)?.bytes;
  return bytes && new TextDecoder().decode(bytes);
};

/** Plans it, and applies all of the plan unless lines are given. */
async function carryOut(request: ActRequest, keys?: readonly string[]): Promise<DoneAnswer> {
  const { lines } = await acts.plan({ request });
  return await acts.apply({ request, lines: [...(keys ?? lines.map(({ key }) => key))] });
}

const everything = () =>
  ['one', 'two', 'three'].map((name) => textOf(`${claude}/${name}/SKILL.md`)).join('---8<---');

/** That it is in the ledger under the id of the answer, and that undoing that id gives the files back. */
async function expectUndoable({ undo }: DoneAnswer, action: string): Promise<void> {
  const entries = skillLibraryOf(context).history().entries;
  const made = entries.filter(({ id, run }) => id === undo || run === undo);
  expect(made.map((entry) => entry.action)).toContain(action);
  await acts.undo({ id: undo ?? '' });
}

test('archive moves what was chosen, names what stays, and is undone as one', async () => {
  const before = everything();
  const request: ActRequest = { act: 'archive', skills: ['claude:one', 'claude:two', 'claude:nobody'] };
  const plan = await acts.plan({ request });
  expect(plan.lines.map(({ skill }) => skill)).toEqual(['claude:one', 'claude:two']);
  expect(plan.left).toEqual([{ skill: 'claude:nobody', why: expect.stringContaining('not in a folder') }]);
  const done = await carryOut(request);
  expect(done).toMatchObject({ message: 'Archived 2 skills.', problem: null });
  expect(textOf(`${claude}/one/SKILL.md`)).toBeUndefined();
  await expectUndoable(done, 'archive');
  expect(everything()).toBe(before);
});

test('a pinned skill is left alone', async () => {
  put(`${claude}/one`, '---\nname: one\ndescription: Does one.\npinned: true\n---\nDo it.\n');
  const { lines, left } = await acts.plan({ request: { act: 'archive', skills: ['claude:one'] } });
  expect([lines, left]).toEqual([[], [{ skill: 'claude:one', why: 'it is pinned' }]]);
});

test('only the lines that were kept are carried out', async () => {
  await carryOut({ act: 'archive', skills: ['claude:one', 'claude:two'] }, ['claude:two']);
  expect(textOf(`${claude}/one/SKILL.md`)).toBeDefined();
  expect(textOf(`${claude}/two/SKILL.md`)).toBeUndefined();
});

test('what was not in the plan is not done', async () => {
  const request: ActRequest = { act: 'archive', skills: ['claude:one'] };
  await expect(acts.apply({ request, lines: ['claude:one', 'claude:two'] })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(everything()).toContain('Does one.');
});

test('an act that cannot leave anything out is refused when there is more to do than was shown', async () => {
  put(`${codex}/one`, skillText('one'));
  const shown = (await acts.plan({ request: { act: 'dedupe' } })).lines.map(({ key }) => key);
  put(`${codex}/two`, skillText('two'));
  const all = (await acts.plan({ request: { act: 'dedupe' } })).lines.map(({ key }) => key);
  expect([shown.length, all.length]).toEqual([1, 2]);
  await expect(acts.apply({ request: { act: 'dedupe' }, lines: shown })).rejects.toMatchObject({
    code: 'conflict',
  });
  const done = await acts.apply({ request: { act: 'dedupe' }, lines: all });
  expect(done).toMatchObject({ message: 'Archived 2 copies.', problem: null });
  await expectUndoable(done, 'archive');
});

test('restore brings several back from the archive, and is undone as one', async () => {
  await carryOut({ act: 'archive', skills: ['claude:one', 'claude:two'] });
  const request: ActRequest = { act: 'restore', skills: ['claude:one', 'claude:two', 'claude:three'] };
  const { left } = await acts.plan({ request });
  expect(left).toEqual([{ skill: 'claude:three', why: 'it is not in the archive' }]);
  const done = await carryOut(request);
  expect(done).toMatchObject({ message: 'Restored 2 skills.', problem: null });
  expect(everything()).toContain('Does one.');
  await expectUndoable(done, 'restore');
  expect(textOf(`${claude}/one/SKILL.md`)).toBeUndefined();
});

test('a skill whose place was taken ends the restore, and the others are named', async () => {
  await carryOut({ act: 'archive', skills: ['claude:one', 'claude:two'] });
  put(`${claude}/one`, skillText('one'));
  const { message, problem } = await carryOut({ act: 'restore', skills: ['claude:two', 'claude:one'] });
  expect([message, problem]).toEqual([
    'Restored 1 skill.',
    expect.stringMatching(/^Not done: claude:one\. .*already exists/),
  ]);
});

test('quiet edits the settings of the agent, wake and undo give them back', async () => {
  files.makeFolder('/user/.claude');
  const settings = '{ "theme": "dark" }\n';
  files.write('/user/.claude/settings.json', new TextEncoder().encode(settings));
  const skills = ['claude:one', 'claude:two'];
  const done = await carryOut({ act: 'quiet', skills });
  expect(done.message).toBe('Made 2 skills quiet.');
  expect(textOf('/user/.claude/settings.json')).toContain('"one"');
  const woken = await carryOut({ act: 'wake', skills });
  expect(woken.message).toBe('Woke 2 skills.');
  expect(textOf('/user/.claude/settings.json')).toBe(settings);
  const again = await carryOut({ act: 'quiet', skills });
  await acts.undo({ id: again.undo ?? '' });
  expect(textOf('/user/.claude/settings.json')).toBe(settings);
});

test('adopt declares who made a skill, and undo takes it back', async () => {
  const request: ActRequest = { act: 'adopt', skills: ['claude:one', 'claude:two'] };
  const done = await carryOut(request);
  expect(done.message).toBe('Adopted 2 skills.');
  expect((await acts.plan({ request })).left.map(({ why }) => why)).toEqual([
    'it is known already who made it',
    'it is known already who made it',
  ]);
  await expectUndoable(done, 'adopt');
  expect((await acts.plan({ request })).lines).toHaveLength(2);
});

test('fix repairs what is mechanical, byte for byte undone', async () => {
  const broken = '---\nname: one\ndescription: Use it: always\n---\nDo it.\n';
  put(`${claude}/one`, broken);
  const done = await carryOut({ act: 'fix' });
  expect(done).toMatchObject({ message: 'Fixed 1 fault.', problem: null });
  expect(textOf(`${claude}/one/SKILL.md`)).not.toBe(broken);
  await acts.undo({ id: done.undo ?? '' });
  expect(textOf(`${claude}/one/SKILL.md`)).toBe(broken);
});

test('tidy archives what an agent made and nobody used, as far as it was chosen', async () => {
  const usage = new UsageStore({
    path: '/user/.coppice/usage.json',
    files,
    clock: fixedClock(now - 100 * day),
  });
  for (const name of ['one', 'two']) usage.put(`claude:${name}`, { createdBy: 'agent' });
  usage.noteSeen(['claude:one', 'claude:two', 'claude:three']);
  const { lines } = await acts.plan({ request: { act: 'tidy' } });
  expect(lines.map(({ skill, does, why }) => [skill, does, why])).toEqual([
    ['claude:one', 'archive', 'never used'],
    ['claude:two', 'archive', 'never used'],
    ['claude:three', 'quiet for claude', 'never used'],
  ]);
  const done = await carryOut({ act: 'tidy' }, ['claude:two']);
  expect(done.message).toBe('Archived 1 skill, made 0 skills quiet (not used in 30 days).');
  await expectUndoable(done, 'archive');
});

test('skills that are called distinct are no group any more, until that is undone', async () => {
  for (const name of ['one', 'two'])
    put(
      `${claude}/${name}`,
      `---\nname: ${name}\ndescription: Deploys the shop to production with the release script.\n---\nRun release.sh and watch the log.\n`,
    );
  const groups = async () => (await readOverlaps(context)).clusters.map(({ skills }) => skills);
  expect(await groups()).toEqual([['claude:one', 'claude:two']]);
  const request: ActRequest = { act: 'distinct', skills: ['claude:one', 'claude:two'] };
  const { lines } = await acts.plan({ request });
  expect(lines).toMatchObject([{ skill: 'claude:one', does: 'is distinct from claude:two' }]);
  const done = await carryOut(request);
  expect(await groups()).toEqual([]);
  expect((await carryOut(request)).message).toBe('That was known already.');
  await expectUndoable(done, 'distinct');
  expect(await groups()).toEqual([['claude:one', 'claude:two']]);
});

test('other days of the policy say what they would retire, and are undone', async () => {
  const config = '/user/.coppice/config.toml';
  const usage = new UsageStore({
    path: '/user/.coppice/usage.json',
    files,
    clock: fixedClock(now - 60 * day),
  });
  usage.put('claude:one', { createdBy: 'agent' });
  usage.record('claude:one', 'use');
  const request: ActRequest = { act: 'policy', staleAfterDays: 90, archiveAfterDays: 180 };
  const { says, lines } = await acts.plan({ request });
  expect(says).toContain('0 skills instead of 1');
  expect(lines.map(({ skill, does }) => [skill, does])).toEqual([
    ['curator.stale_after_days', '90 days instead of 30'],
    ['curator.archive_after_days', '180 days instead of 90'],
  ]);
  const done = await carryOut(request);
  expect(textOf(config)).toBe('[curator]\nstale_after_days = 90\narchive_after_days = 180\n');
  await expectUndoable(done, 'configure');
  expect(textOf(config)).toBeUndefined();
});

/** Handlers whose act `long` is stopped when so much of it is done. */
function stoppedAfter(changes: number): WriteHandlers {
  let now = 0;
  const realTime = {
    now: () => {
      now += 1_000;
      return now;
    },
  };
  const running = new RunningActs({ turns: { take: () => Promise.resolve() }, realTime });
  running.listen(({ act, done }) => {
    if (done >= changes) running.stop(act);
  });
  return actHandlers(context, running);
}

const many = Array.from({ length: 100 }, (_, index) => `skill-${index}`);

test('a long act that is stopped says what it did, leaves the rest as it was, and is undone', async () => {
  for (const name of many) put(`${claude}/${name}`, skillText(name));
  const skills = many.map((name) => `claude:${name}`);
  const request: ActRequest = { act: 'archive', skills };
  const done = await stoppedAfter(30).apply({ request, lines: skills, act: 'long' });
  expect(done).toMatchObject({
    message: 'Archived 32 skills.',
    problem: expect.stringMatching(/^Not done: claude:skill-32, .* and 63 more\. you stopped it/),
  });
  const there = () => many.filter((name) => textOf(`${claude}/${name}/SKILL.md`) !== undefined);
  expect(there()).toHaveLength(68);
  expect(
    skillLibraryOf(context)
      .history()
      .entries.every(({ state }) => state === 'committed'),
  ).toBe(true);
  // The undo is one too.
  const undo = { id: done.undo ?? '' };
  await expect(stoppedAfter(0).undo({ ...undo, act: 'long' })).rejects.toMatchObject({ code: 'stopped' });
  await acts.undo(undo);
  expect(there()).toHaveLength(100);
});

test.each(['adopt', 'quiet'] as const)('%s is stopped in the middle, too, and undone', async (act) => {
  for (const name of many) put(`${claude}/${name}`, skillText(name));
  files.makeFolder('/user/.claude');
  files.write('/user/.claude/settings.json', new TextEncoder().encode('{}\n'));
  const skills = many.map((name) => `claude:${name}`);
  const done = await stoppedAfter(30).apply({ request: { act, skills }, lines: skills, act: 'long' });
  expect(done.message).toContain('32 skills');
  expect(done.problem).toContain('you stopped it');
  const made = skillLibraryOf(context).history().entries;
  expect(made.map(({ action }) => action)).toEqual(Array.from({ length: 32 }, () => act));
  await expectUndoable(done, act);
  expect(textOf('/user/.claude/settings.json')).toBe('{}\n');
});

test('nothing chosen is nothing done', async () => {
  expect(await carryOut({ act: 'archive', skills: ['claude:one'] }, [])).toEqual({
    message: 'There was nothing to do.',
    undo: null,
    problem: null,
  });
});

test('undoing something unknown is refused', async () => {
  await expect(acts.undo({ id: 'nothing' })).rejects.toMatchObject({ code: 'not-found' });
});
