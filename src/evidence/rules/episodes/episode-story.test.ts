import { expect, test } from 'vitest';
import { type GivenEvent, happened } from '../report/evidence.world.js';
import { deriveEpisodes, deriveStory } from './derive-episodes.js';
import type { RootSession } from './episode.js';

const root: RootSession = { id: 's1', platform: 'linux', project: 'p', headless: new Set() };
const load: GivenEvent = { kind: 'skill-load', skill: 'pdf' };
const ran = (command: string, result: string, facts: GivenEvent = {}): GivenEvent => ({
  args: JSON.stringify({ command }),
  result,
  ...facts,
});
const fails = (command: string, line: string): GivenEvent =>
  ran(command, `Exit code 1\n${line}`, { isError: true });
const says = (text: string, facts: GivenEvent = {}): GivenEvent => ({ kind: 'turn', args: text, ...facts });

/** The steps of the first episode, each in a line. */
function story(given: readonly GivenEvent[]): readonly string[] | undefined {
  const events = happened(given.map((event, index) => ({ at: index * 1_000, ...event })));
  const [first] = deriveEpisodes(events, root);
  return deriveStory(events, root, first?.id ?? '')?.steps.map((step) => {
    switch (step.kind) {
      case 'call':
        return step.attempts
          .map(({ text, outcome, failure }) => `${text}: ${failure?.ending.kind ?? outcome}`)
          .join('; ');
      case 'message':
        return `says ${step.text}, answered ${step.reply}`;
      case 'load':
        return `load by ${step.tool ?? 'the user'}`;
      case 'stop':
        return 'stop';
      default:
        return step satisfies never;
    }
  });
}

test.each<[string, readonly GivenEvent[], readonly string[]]>([
  [
    'a failure, what fixed it, and the success',
    [
      load,
      fails('npm test', "Error: Cannot find module 'vitest'"),
      ran('npm install', 'done'),
      ran('npm test', 'ok'),
    ],
    ['load by Skill', 'npm test: fixed', 'npm install: ok', 'npm test: ok'],
  ],
  [
    'each command of one call',
    [load, ran('make build && make check', 'fine')],
    ['load by Skill', 'make build: ok; make check: ok'],
  ],
  [
    'what the user said, with the first answer, and that the user stopped it',
    [load, says('no, that is wrong', { result: 'I see.' }), { kind: 'interruption' }],
    ['load by Skill', 'says no, that is wrong, answered I see.', 'stop'],
  ],
  [
    'a load by the user, and nothing of what came before it or after its end',
    [
      ran('ls', 'a'),
      { ...load, tool: undefined, args: '' },
      ran('make', 'ok'),
      says('now write a poem'),
      ran('vi', ''),
    ],
    ['load by the user', 'make: ok'],
  ],
])('the story has %s', (_, given, expected) => {
  expect(story(given)).toEqual(expected);
});

test('two failures of one call are distinguished by their order', () => {
  const both = ran('frob a; frob b', 'Exit code 1\nfrob: no such device', { isError: true });
  expect(story([load, both, ran('frob b', 'ok')])?.[1]).toMatch(/frob b: (fixed|went-away|open|repeated)/);
});

test('an id that is no episode has no story', () => {
  expect(deriveStory(happened([load]), root, 'f'.repeat(32))).toBeUndefined();
});

test('a story changes nothing about its episode', () => {
  const events = happened([load, fails('frob', 'frob: no such device'), says('no, use brof')]);
  const [episode] = deriveEpisodes(events, root);
  expect(deriveStory(events, root, episode?.id ?? '')?.episode).toEqual(episode);
});
