import { expect, test } from 'vitest';
import { findSkillToChange } from '../library/read/resolve.js';
import { day } from './evolve.world.js';
import { ReviewWorld } from './proposals/review.world.js';
import { type ShownNote, showNote } from './show.js';

function shown(world: ReviewWorld, name = 'deploy', days = 7): ShownNote {
  const { library } = world;
  return showNote({ library, evidence: world.deps().evidence }, findSkillToChange(library, name), days);
}

function worldWithFix(): ReviewWorld {
  const world = new ReviewWorld({ deploy: {} });
  world.fixes('no image', ['docker build -t x .']);
  world.fails('deploy', { result: 'no image', args: '{"command":"docker run x"}' });
  world.fails('deploy', { result: 'rare', count: 2 });
  return world;
}

const fixLine =
  '`docker run x` fails with "no image": run `docker build -t x .` first (worked 3 of 3 times, last 2026-06-15).';

test('a note is shown with the evidence behind each line', async () => {
  const world = worldWithFix();
  world.corrects('deploy', 'always pass --language de');
  await world.apply();
  const { note, lines, waiting, whyNot } = shown(world);
  expect([note?.entry, whyNot]).toEqual([world.entries()[0]?.id, null]);
  expect(lines).toMatchObject([
    { text: fixLine, kind: 'fix', sessions: 3, worked: 3, of: 3, cited: 3 },
    { kind: 'correction', sessions: 2, worked: 0, of: 0, cited: 2 },
  ]);
  expect(lines[0]?.events[0]).toMatchObject({
    ...{ agent: 'claude', outcome: 'fixed', text: 'docker run x', fix: ['docker build -t x .'] },
  });
  expect(lines[1]?.events[0]).toMatchObject({ outcome: 'corrected', text: 'always pass --language de' });
  expect(waiting).toMatchObject([
    { sessions: 2, why: 'a failure without a fix is noted from 3 sessions on' },
  ]);
});

test('it is shown long after, and also when its evidence is gone', async () => {
  const world = worldWithFix();
  await world.apply();
  world.time += 40 * day;
  expect(shown(world).lines).toMatchObject([{ kind: 'fix', sessions: 3, worked: 3, events: [{}, {}, {}] }]);
  world.purge(() => true);
  expect(shown(world).lines).toMatchObject([
    { text: fixLine, kind: 'fix', worked: 3, of: 3, events: [], cited: 3 },
  ]);
});

test('the lines of a spilled note are those of its support file', async () => {
  const world = new ReviewWorld({ deploy: { body: `${'x'.repeat(89_900)}\n` } });
  for (const result of ['a', 'b', 'c']) world.fails('deploy', { result });
  await world.apply();
  expect(shown(world).lines).toHaveLength(3);
});

test.each<[string, Parameters<ReviewWorld['skill']>[1], string]>([
  ['no run has been made', {}, 'not-written-yet'],
  ['no run may write it', { createdBy: 'user' }, 'source-not-agent-created'],
  ['it is pinned', { pinLevel: 'pin' }, 'pinned-skill'],
])('without a note it shows what a note would say, and why there is none: %s', (_, facts, reason) => {
  const world = worldWithFix();
  world.skill('deploy', facts);
  expect(shown(world)).toMatchObject({
    note: null,
    lines: [{ text: fixLine, kind: 'fix', events: [{ outcome: 'fixed' }, {}, {}] }],
    whyNot: { reason },
  });
});

test('without anything to say it says so, and what was rejected stays out', async () => {
  const world = new ReviewWorld({ deploy: {} });
  expect(shown(world)).toMatchObject({ note: null, lines: [], whyNot: { reason: 'nothing-to-say' } });
  world.fails('deploy');
  await world.reject((await world.propose('deploy')).id);
  expect(shown(world)).toMatchObject({ note: null, lines: [], whyNot: { reason: 'already-rejected' } });
});

test('each line of a note says whether what it is about stopped', async () => {
  const world = new ReviewWorld({ deploy: {} });
  const everyDay = (result: string, first: number, last: number) => {
    for (let at = first; at <= last; at += 1)
      world.fails('deploy', { result, count: 1, at: world.time + at * day - 1 });
  };
  everyDay('no image', -30, 0);
  everyDay('port refused', -30, 0);
  await world.apply();
  expect(shown(world).lines).toMatchObject([
    { effect: { verdict: 'too-early' } },
    { effect: { verdict: 'too-early' } },
  ]);
  everyDay('port refused', 1, 30);
  world.time += 30 * day;
  const effects = shown(world).lines.map(({ text, effect }) => [text.includes('port'), effect?.verdict]);
  expect(new Map(effects as [boolean, string][])).toEqual(
    new Map([
      [true, 'goes-on'],
      [false, 'stopped'],
    ]),
  );
});

test('a line that was not written yet has no effect', () => {
  expect(shown(worldWithFix()).lines).toMatchObject([{ effect: null }]);
});
