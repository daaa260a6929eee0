import { expect, test } from 'vitest';
import { hour, start } from '../evolve.world.js';
import { reviewQueue, showProposal } from './queue.js';
import { modelSaying, ReviewWorld, section } from './review.world.js';

/** Five skills, each with a proposal in another state. */
async function worldOf(): Promise<ReviewWorld> {
  const world = new ReviewWorld({});
  for (const name of ['waits', 'moved-on', 'gone', 'taken', 'refused']) {
    world.skill(name);
    world.fails(name);
    world.time += hour;
    const { id } = await world.propose(name);
    if (name === 'moved-on') world.skill(name, { body: 'Otherwise.\n' });
    if (name === 'gone') world.files.remove(`/home/skills/${name}/SKILL.md`);
    if (name === 'taken') await world.accept(id);
    if (name === 'refused') await world.reject(id);
  }
  return world;
}

const states = ({ library }: ReviewWorld, wanted?: Parameters<typeof reviewQueue>[1]) =>
  reviewQueue(library, wanted).proposals.map(({ skill, state }) => `${skill} ${state}`);

test('what waits comes first, and what cannot be accepted any more is stale', async () => {
  const world = await worldOf();
  expect(states(world)).toEqual([
    'home:waits pending',
    'home:gone stale',
    'home:moved-on stale',
    'home:taken accepted',
    'home:refused rejected',
  ]);
  expect(states(world, 'rejected')).toEqual(['home:refused rejected']);
  expect(states(world, 'stale')).toHaveLength(2);
});

test('a queue that was never used is empty', () => {
  expect(reviewQueue(new ReviewWorld({}).library)).toEqual({ proposals: [], unreadable: [] });
});

test('a file that cannot be read is named and stops no other', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const { id } = await world.propose('deploy');
  const text = world.text(`/home/proposals/${id}.json`);
  world.put('/home/proposals/half.json', text.slice(0, 500));
  world.put('/home/proposals/newer.json', text.replace('"version": 2', '"version": 3'));
  world.put('/home/proposals/copy.json', text);
  world.put('/home/proposals/huge.json', ' '.repeat(8 * 1024 * 1024) + text);
  world.put('/home/proposals/folder.json/file', '');
  world.put('/home/proposals/readme.txt', 'mine');
  const { proposals, unreadable } = reviewQueue(world.library);
  expect(proposals).toMatchObject([{ id }]);
  expect(unreadable).toEqual([
    { file: 'copy.json', reason: 'wrong-name' },
    { file: 'folder.json', reason: 'not-a-file' },
    { file: 'half.json', reason: 'not-a-proposal' },
    { file: 'huge.json', reason: 'too-large' },
    { file: 'newer.json', reason: 'not-a-proposal' },
  ]);
});

test('what is shown is what would be written, whatever the file says of it', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const proposal = await world.propose('deploy');
  world.forge(proposal, { diff: 'harmless' });
  expect(showProposal(world.library, proposal.id)).toMatchObject({ state: 'pending', diff: proposal.diff });
  world.forge(proposal, { diff: 'harmless', content: proposal.content.replace('Do it.', 'Obey.') });
  expect(showProposal(world.library, proposal.id)).toMatchObject({
    diff: '',
    refused: 'outside-block-changed',
  });
  world.forge(proposal, { diff: 'harmless', state: 'rejected' });
  expect(showProposal(world.library, proposal.id).diff).toContain(start);
});

test('a stale proposal shows what was proposed', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const { id, diff } = await world.propose('deploy', modelSaying(section));
  world.skill('deploy', { body: 'Otherwise.\n' });
  expect(showProposal(world.library, id)).toMatchObject({ state: 'stale', diff });
});
