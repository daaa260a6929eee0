import { expect, test } from 'vitest';
import { caseOf } from '../eval.world.js';
import { rankTriggers } from './rank-triggers.js';

const trigger = (prompt: string, expected: boolean) =>
  caseOf({
    prompt,
    source: 'triggers',
    graders: [{ name: 'x', type: 'fired', weight: 1, arm: 'with-only', expected }],
  });

const tide = { name: 'tide-table', path: '/t', description: 'When it is high water in a harbour.' };
const poem = { name: 'poems', path: '/p', description: 'Writes poems and verses.' };
const rival = { name: 'harbour-guide', path: '/h', description: 'High water and depth of every harbour.' };

const cases = [trigger('high water in the harbour of Husum', true), trigger('write verses', false)];

test('a request that points to the skill passes, and so does one that points elsewhere', () => {
  expect(rankTriggers([tide, poem], '/t', cases)).toEqual({
    cases: [
      { query: cases[0]?.prompt, shouldTrigger: true, rank: 1, first: 'tide-table', passed: true },
      { query: cases[1]?.prompt, shouldTrigger: false, rank: null, first: 'poems', passed: true },
    ],
    collisions: [],
    passed: 2,
  });
});

test('a skill whose description is cut from the listing loses its requests to another', () => {
  const cut = { ...tide, description: '' };
  const { cases: ranked, collisions } = rankTriggers([cut, poem, rival], '/t', cases);
  expect(ranked[0]).toMatchObject({ rank: null, first: 'harbour-guide', passed: false });
  expect(collisions).toEqual([{ skill: 'harbour-guide', queries: 1 }]);
});

test('a request that should not load the skill and points to it fails', () => {
  const { passed } = rankTriggers([tide, poem], '/t', [trigger('high water in a harbour', false)]);
  expect(passed).toBe(0);
});
