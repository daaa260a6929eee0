import { expect, test } from 'vitest';
import { findSkillToChange } from '../library/read/resolve.js';
import { outcomes, start } from './evolve.world.js';
import { promote } from './promote.js';
import { ReviewWorld } from './proposals/review.world.js';
import type { Proposal } from './rules/proposal/proposal.js';

async function worldWithNote(): Promise<ReviewWorld> {
  const world = new ReviewWorld({ deploy: {} });
  world.fixes('no image', ['docker build -t x .']);
  world.fails('deploy', { result: 'no image', args: '{"command":"docker run x"}' });
  world.fails('deploy', { result: 'boom' });
  await world.apply();
  return world;
}

async function promoted(world: ReviewWorld, line: number): Promise<Proposal> {
  const { library } = world;
  const { evidence } = world.deps();
  const made = await promote({ library, evidence }, findSkillToChange(library, 'deploy'), line, 30);
  if (made.kind === 'nothing') throw new Error(made.reason);
  return made.proposal;
}

const step = '- If `docker run x` fails with "no image", run `docker build -t x .` first.';

test('a line is proposed as a step, and nothing is written before somebody accepts it', async () => {
  const world = await worldWithNote();
  const before = world.text('deploy');
  const proposal = await promoted(world, 1);
  expect(proposal).toMatchObject({
    kind: 'promotion',
    state: 'pending',
    risk: 'review',
    riskReasons: ['changes-the-text'],
    items: [{ kind: 'fix', worked: 3, of: 3 }],
    evidence: [{ outcome: 'fixed' }, {}, {}],
  });
  expect(proposal.diff).toContain(`+${step}\n`);
  expect(world.text('deploy')).toBe(before);
  expect((await promoted(world, 1)).id).toBe(proposal.id);
});

test('accepted, the step is in the text, the line has left the note, and stays out', async () => {
  const world = await worldWithNote();
  const before = world.text('deploy');
  const { id } = await promoted(world, 1);
  const { entry } = await world.accept(id);
  const after = world.text('deploy');
  expect(after).toContain(`\n## Learned from use\n\n${step}\n\n${start}\n`);
  expect(after.slice(after.indexOf(start))).not.toContain('docker');
  expect(after.slice(after.indexOf(start))).toContain('boom');
  expect(world.entries().at(-1)).toMatchObject({ action: 'note', actor: 'user', notes: [{}] });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
  await world.undo(entry);
  expect(world.text('deploy')).toBe(before);
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
});

test('new evidence brings the line back', async () => {
  const world = await worldWithNote();
  await world.accept((await promoted(world, 1)).id);
  world.fails('deploy', { count: 1, result: 'no image', args: '{"command":"docker run x"}' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  const text = world.text('deploy');
  expect(text.slice(text.indexOf(start))).toContain('docker build');
});

test('the last line takes the note with it', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.corrects('deploy', 'always pass --language de');
  await world.apply();
  await world.accept((await promoted(world, 1)).id);
  expect(world.text('deploy')).toContain('\n- Always pass --language de.\n');
  expect(world.text('deploy')).not.toContain(start);
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
});

test('a skill that was changed meanwhile is not touched', async () => {
  const world = await worldWithNote();
  const { id } = await promoted(world, 1);
  const mine = world.text('deploy').replace('Do it.', 'Do it well.');
  world.put('/home/skills/deploy/SKILL.md', mine);
  await expect(world.accept(id)).rejects.toMatchObject({ code: 'changed-on-disk' });
  expect(world.text('deploy')).toBe(mine);
});

test.each([
  [2, 'names no fix'],
  [3, 'has no line 3'],
])('line %i cannot become a step: %s', async (line, message) => {
  const world = await worldWithNote();
  await expect(promoted(world, line)).rejects.toMatchObject({
    code: 'bad-value',
    message: expect.stringContaining(message),
  });
});

test('a skill without a note has no line', async () => {
  await expect(promoted(new ReviewWorld({ deploy: {} }), 1)).rejects.toMatchObject({ code: 'not-found' });
});
