import { expect, test } from 'vitest';
import { happened } from '../../../evidence/rules/report/evidence.world.js';
import { commandOf, taughtBy } from '../../lessons.world.js';
import { eventFacts, lessonsOf, rememberedLessons } from './lessons.js';

const window = { from: 0, to: 100 };
const events = happened([
  { skill: 'home:a', session: 's1', at: 1, isError: true, result: 'boom', args: '{"command":"make x"}' },
  { skill: 'home:a', session: 's2', at: 2, isError: true, result: 'boom', args: '{"command":"make x"}' },
  { skill: 'home:a', session: 's2', at: 3, kind: 'turn', isCorrection: true, args: 'use pnpm' },
  { skill: 'home:b', session: 's3', at: 4, isError: true, result: 'bang' },
]);
const evidence = taughtBy(events, new Map([['boom', { kind: 'steps', commands: ['make deps'] }]]));

test('the lessons about a skill are its failures and the words of its users', () => {
  expect(lessonsOf(evidence, 'home:a', window)).toMatchObject({
    failures: [{ command: 'make x', sessions: 2, fix: { commands: ['make deps'] } }],
    corrections: [{ text: 'use pnpm', session: 's2', at: 3 }],
  });
  expect(lessonsOf(evidence, 'home:a', { from: 2, to: 3 })).toMatchObject({
    failures: [{ sessions: 1, fix: null }],
    corrections: [],
  });
});

test('an event has what became of it', () => {
  const facts = [...eventFacts(evidence.episodes(window)).values()];
  expect(facts.map(({ text, outcome, fix }) => [text, outcome, ...fix])).toEqual([
    ['make x', 'fixed', 'make deps'],
    ['make x', 'fixed', 'make deps'],
    ['use pnpm', 'corrected'],
    ['Bash', 'failed'],
  ]);
});

test.each([
  ['went-away', { kind: 'went-away' }],
  ['failed-again', { kind: 'repeated', tried: undefined }],
  ['failed', { kind: 'open' }],
] as const)('an ending is named: %s', (outcome, ending) => {
  const [episode] = evidence.episodes(window);
  const failures = (episode?.failures ?? []).map((failure) => ({ ...failure, ending }));
  const facts = eventFacts(episode ? [{ ...episode, failures }] : []);
  expect([...facts.values()]).toMatchObject([{ outcome, fix: [] }]);
});

test('the commands of a fix that is held are not shown', () => {
  const [episode] = evidence.episodes(window);
  const fix = {
    kind: 'steps',
    shape: '',
    commands: [commandOf('sudo make')],
    events: [],
    held: 'more-rights',
  } as const;
  const failures = (episode?.failures ?? []).map((failure) => ({
    ...failure,
    ending: { kind: 'fixed', fix } as const,
  }));
  const facts = eventFacts(episode ? [{ ...episode, failures }] : []);
  expect([...facts.values()]).toMatchObject([{ outcome: 'fixed', fix: [] }]);
});

test('what a run asks for twice is computed once', () => {
  let asked = 0;
  const taught = rememberedLessons({
    failures: () => {
      asked += 1;
      return [];
    },
    corrections: () => [],
  });
  const window = { from: 0, to: 9 };
  for (const skill of ['a', 'b', 'a', 'b']) lessonsOf(taught, skill, window);
  expect(asked).toBe(2);
  lessonsOf(taught, 'a', { from: 1, to: 9 });
  expect(asked).toBe(3);
});
