import { expect, test } from 'vitest';
import type { EpisodeResult } from '../../../evidence/rules/episodes/episode.js';
import { substitutionScore, substitutionsIn } from './substitution.js';

const load = (session: string, name: string, minute: number, result: EpisodeResult) => ({
  session,
  skill: { name },
  startedAt: minute * 60_000,
  result,
});

function check(
  loads: Parameters<typeof substitutionsIn>[0],
  expected: readonly (readonly [number, number])[],
) {
  expect(substitutionsIn(loads).map(({ givenUp, bothNeeded }) => [givenUp, bothNeeded])).toEqual(expected);
}

test('one that failed, and another that helped soon after, is a substitution, in whatever order they come', () => {
  const loads = [
    load('s', 'a', 0, 'failed'),
    load('s', 'b', 5, 'clean'),
    load('t', 'b', 0, 'abandoned'),
    load('t', 'a', 9, 'recovered'),
  ];
  check(loads, [[2, 0]]);
  check(loads.toReversed(), [[2, 0]]);
});

test('what came much later, in another session, or without success is none', () => {
  check([load('s', 'a', 0, 'failed'), load('s', 'b', 60, 'clean')], []);
  check([load('s', 'a', 0, 'failed'), load('t', 'b', 1, 'clean')], []);
  check([load('s', 'a', 0, 'failed'), load('s', 'b', 1, 'failed')], []);
  check([load('s', 'a', 0, 'failed'), load('s', 'a', 1, 'clean')], []);
});

test('a session that needed both speaks against it', () => {
  const loads = [
    ...['s', 't', 'u'].flatMap((session) => [
      load(session, 'a', 0, 'failed'),
      load(session, 'b', 1, 'clean'),
    ]),
    load('v', 'a', 0, 'clean'),
    load('v', 'b', 1, 'clean'),
  ];
  check(loads, [[3, 1]]);
  expect([
    substitutionScore({ givenUp: 3, bothNeeded: 1 }),
    substitutionScore({ givenUp: 1, bothNeeded: 0 }),
    substitutionScore({ givenUp: 3, bothNeeded: 0 }),
  ]).toEqual([0, 0, 0.75]);
});
