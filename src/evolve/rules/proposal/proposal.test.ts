import { expect, test } from 'vitest';
import { ReviewWorld } from '../../proposals/review.world.js';
import { type Proposal, parseProposal, printProposal } from './proposal.js';

async function sample(): Promise<Proposal> {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const model = { name: 'stub', executed: false, error: 'no' };
  const { id } = await world.propose('deploy');
  return { ...(await world.reject(id, 'no')), support: { text: null }, model, entry: 'e1' };
}

const optional = ['support', 'model', 'decidedAt', 'decidedBy', 'reason', 'entry'];

test('a proposal is read as it was written', async () => {
  const proposal = await sample();
  expect(parseProposal(printProposal(proposal))).toEqual(proposal);
});

test('what is missing or of another kind makes it none', async () => {
  const proposal = await sample();
  for (const name of Object.keys(proposal)) {
    const { [name]: _, ...without } = Object.fromEntries(Object.entries(proposal));
    expect([name, parseProposal(JSON.stringify(without)) !== undefined]).toEqual([
      name,
      optional.includes(name),
    ]);
    for (const wrong of [[17], { text: 5 }, -1]) {
      expect([name, parseProposal(JSON.stringify({ ...proposal, [name]: wrong }))]).toEqual([
        name,
        undefined,
      ]);
    }
  }
});

test('a list with one thing that does not belong there makes it none', async () => {
  const proposal = await sample();
  for (const name of ['evidence', 'items', 'riskReasons'] as const) {
    expect(parseProposal(JSON.stringify({ ...proposal, [name]: [...proposal[name], {}] }))).toBeUndefined();
  }
});

test.each(['', 'null', '[]', '{', '"x"', '{"version":1}', '{"version":2}', '{"version":3}'])(
  '%j is no proposal',
  (text) => {
    expect(parseProposal(text)).toBeUndefined();
  },
);
