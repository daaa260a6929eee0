import { expect, test } from 'vitest';
import type { Episode } from '../../../evidence/rules/episodes/episode.js';
import { dayMs } from '../../../text/time.js';
import { appliedAt, daysFrom, noteOf, written } from './effect.fixture.js';
import { judgeLine, type LineVerdict, lineEffects } from './line-effect.js';

const weeks = (pattern: string) => pattern.repeat(20).slice(0, 35);

test.for<[string, before: string, after: string, LineVerdict]>([
  ['a cause that is not seen any more', weeks('121'), '0'.repeat(14), 'stopped'],
  ['one that is seen less often', weeks('323'), '10010001000100', 'less-often'],
  ['one that is as frequent as before', weeks('121'), '12101211012101', 'goes-on'],
  ['one that is more frequent', weeks('010'), '22222222222222', 'goes-on'],
  ['one that began in the week of the note', `${'0'.repeat(28)}2222222`, '12101211012101', 'goes-on'],
  ['the same, and it is not seen any more', `${'0'.repeat(28)}2222222`, '0'.repeat(14), 'cannot-tell'],
  ['a rare one', weeks('000000001'), '0'.repeat(14), 'cannot-tell'],
  ['one bad day', weeks('010'), '00000400000000', 'cannot-tell'],
  ['the first week', weeks('121'), '121', 'too-early'],
  ['as frequent, and the time is not over', weeks('121'), '12112112', 'too-early'],
  ['too little use', weeks('121'), `0${'-'.repeat(26)}0`, 'cannot-tell'],
])('%s', ([, before, after, expected]) => {
  const own = [...daysFrom(written - before.length, before), ...daysFrom(written + 1, after)];
  expect(judgeLine(own, { written, earliest: 0, latest: written + after.length })).toBe(expected);
});

type Happened = 'docker' | 'ssh' | 'list' | 'fine';

/** One episode; its event has the id of the episode. */
function episode(day: number, index: number, happened: Happened): Episode {
  const event = `${day}-${index}`;
  const at = (written + day) * dayMs + index * 1_000;
  const cause = { key: happened, family: 'other', line: happened, exitCode: 1 };
  const command = { text: happened, signature: happened };
  const failure = { event, at, tool: 'bash', command, cause, ending: { kind: 'open' } };
  const correction = { event, at, text: 'I asked for a short list instead', by: 'wording' };
  const isFailure = happened === 'docker' || happened === 'ssh';
  return {
    ...{ id: event, agent: 'claude', session: event, thread: event, startedAt: at, endedAt: at },
    failures: isFailure ? [failure] : [],
    corrections: happened === 'list' ? [correction] : [],
  } as unknown as Episode;
}

test('each line is judged by its own cause, and by the day on which it was added', () => {
  const episodes = Array.from({ length: 50 }, (_, index) => index - 30).flatMap((day) => [
    episode(day, 1, day < 0 ? 'docker' : 'fine'),
    episode(day, 2, 'ssh'),
    episode(day, 3, day < 4 ? 'list' : 'fine'),
    episode(day, 4, 'fine'),
  ]);
  const item = (id: string, evidence: readonly string[]) => ({
    ...{ id, evidence, firstSeen: 0, lastSeen: 0, expiresAt: 0 },
  });
  const added = appliedAt + 4 * dayMs;
  const note = noteOf({
    items: [item('d', ['-1-1', '-2-1']), item('s', ['-1-2']), item('l', ['-1-3', '1-3'])],
    said: new Map([
      ['d', appliedAt],
      ['s', appliedAt],
      ['l', added],
    ]),
  });
  const effects = lineEffects({ episodes: () => episodes }, note, appliedAt + 20 * dayMs);
  expect(
    effects.map(({ id, since, verdict, before, after }) => [
      ...[id, since, verdict],
      ...[before.failed, before.loads, after.failed, after.loads],
    ]),
  ).toEqual([
    ['d', appliedAt, 'stopped', 14, 56, 0, 56],
    ['s', appliedAt, 'goes-on', 14, 56, 14, 56],
    ['l', added, 'stopped', 14, 56, 0, 56],
  ]);
});

test('a note without lines has no effects of lines', () => {
  expect(lineEffects({ episodes: () => [] }, noteOf(), appliedAt)).toEqual([]);
});
