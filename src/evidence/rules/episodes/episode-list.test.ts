import { expect, test } from 'vitest';
import type { EpisodeResult } from './episode.js';
import { type EpisodeCount, type EpisodeFilter, episodeFigures, totalOf } from './episode-list.js';

const count = (
  day: number,
  agent: string,
  model: string | null,
  result: EpisodeResult,
  n = 1,
): EpisodeCount => ({
  day,
  agent,
  model,
  result,
  count: n,
});
const counts = [
  count(1, 'claude', 'opus', 'clean', 3),
  count(1, 'claude', 'opus', 'failed'),
  count(2, 'claude', null, 'clean'),
  count(2, 'codex', 'gpt', 'failed', 2),
];

function shown(filter: EpisodeFilter) {
  const { total, byDay, byAgent, byModel } = episodeFigures(counts, filter);
  return {
    total,
    days: [...byDay].map(([day, each]) => `${day}: ${totalOf(each)}`).join(', '),
    agents: byAgent.map(({ name, counts: each }) => `${name} ${totalOf(each)}`).join(', '),
    models: byModel.map(({ name, counts: each }) => `${name} ${totalOf(each)}`).join(', '),
  };
}

test.each<[string, EpisodeFilter, ReturnType<typeof shown>]>([
  [
    'all of them',
    {},
    { total: 7, days: '1: 4, 2: 3', agents: 'claude 5, codex 2', models: 'opus 4, gpt 2, null 1' },
  ],
  [
    'one agent, beside which the others can still be chosen',
    { agent: 'codex' },
    { total: 2, days: '2: 2', agents: 'claude 5, codex 2', models: 'gpt 2' },
  ],
  [
    'models without a name',
    { model: null },
    { total: 1, days: '2: 1', agents: 'claude 1', models: 'opus 4, gpt 2, null 1' },
  ],
  [
    'one result of one agent',
    { agent: 'claude', result: 'failed' },
    { total: 1, days: '1: 1', agents: 'codex 2, claude 1', models: 'opus 1' },
  ],
  ['nothing', { agent: 'nobody' }, { total: 0, days: '', agents: 'claude 5, codex 2', models: '' }],
])('the figures are of %s', (_, filter, expected) => {
  expect(shown(filter)).toEqual(expected);
});
