import { expect, test } from 'vitest';
import { start } from '../evolve.world.js';
import { modelSaying, section } from '../proposals/review.world.js';
import { ForgetWorld, secret } from './purge-quotes.world.js';
import { remainingQuotes } from './remaining-quotes.js';

async function worldWithNote(): Promise<ForgetWorld> {
  const world = new ForgetWorld({ deploy: {} });
  world.fails('deploy', { result: `${secret} is wrong` });
  await world.apply();
  return world;
}

/** As `kind skill entry`. */
function quoting(world: ForgetWorld): readonly string[] {
  const { notes, drafts } = remainingQuotes(world.library, world.known);
  return [
    ...notes.map(({ skill, entry }) => `note ${skill} ${entry}`),
    ...drafts.map(({ skill, entry }) => `draft ${skill} ${entry}`),
  ];
}

test('a note is named as long as it stands and evidence behind it is gone', async () => {
  const world = await worldWithNote();
  expect(quoting(world)).toEqual([]);
  world.purgeSecret();
  const entry = world.entries()[0]?.id;
  expect(quoting(world)).toEqual([`note home:deploy ${entry}`]);
  await world.undo(entry);
  expect(quoting(world)).toEqual([]);
});

test('a note that another has replaced is in no skill', async () => {
  const world = await worldWithNote();
  world.purgeSecret();
  world.fails('deploy', { result: 'Another fault' });
  await world.apply();
  expect(world.text('deploy')).not.toContain(secret);
  expect(quoting(world)).toEqual([]);
});

test('a note that was taken out by hand is not named, and one that was edited is', async () => {
  const world = await worldWithNote();
  world.purgeSecret();
  const text = world.text('deploy');
  world.put('/home/skills/deploy/SKILL.md', text.replace('is wrong', 'was wrong'));
  expect(quoting(world)).toHaveLength(1);
  world.put('/home/skills/deploy/SKILL.md', text.slice(0, text.indexOf(start)));
  expect(quoting(world)).toEqual([]);
  world.put('/home/skills/deploy/references/coppice-auto-deploy.md', secret);
  expect(quoting(world)).toHaveLength(1);
});

test('a skill that was moved by hand is found by its id, and one that is nowhere is not named', async () => {
  const world = await worldWithNote();
  world.purgeSecret();
  const text = world.text('deploy');
  world.files.remove('/home/skills/deploy/SKILL.md');
  world.files.remove('/home/skills/deploy');
  expect(quoting(world)).toEqual([]);
  world.put('/home/skills/group/deploy/SKILL.md', text);
  expect(quoting(world)).toHaveLength(1);
});

test('a draft that was accepted is named until it is undone, also when its proposal has lost its words', async () => {
  const world = new ForgetWorld({ deploy: {} });
  world.fails('deploy', { result: `${secret} is wrong` });
  const { id } = await world.propose('deploy', modelSaying(section));
  expect(quoting(world)).toEqual([]);
  const { entry } = await world.accept(id);
  world.purgeSecret();
  expect((await world.forget()).proposals).toEqual([id]);
  expect(quoting(world)).toEqual([`draft home:deploy ${entry}`]);
  await world.undo(entry);
  expect(quoting(world)).toEqual([]);
});
