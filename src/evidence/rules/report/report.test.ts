import { expect, test } from 'vitest';
import { noEpisodes, noEvidence } from '../evidence.js';
import { evidenceOf, type GivenEvent, happened } from './evidence.world.js';
import { evidenceReport } from './report.js';
import { sampleEvents, sampleNow } from './sample-evidence.fixture.js';

const sample = evidenceOf(sampleEvents);
const day = 86_400_000;

function recentOf(event: GivenEvent) {
  const events = happened([{ at: sampleNow, ...event }]);
  return evidenceReport(evidenceOf(events), { now: sampleNow, days: 1 }).recent[0];
}

test('it counts the window and the one before', () => {
  const report = evidenceReport(sample, { now: sampleNow, days: 7 });
  expect(report).toMatchObject({
    window: { days: 7, from: sampleNow - 7 * day, to: sampleNow },
    skill: null,
    summary: { toolEvents: 15, skillEvents: 6, errorEvents: 3, turns: 5, sessions: 4 },
    previous: { toolEvents: 5, skillEvents: 1, errorEvents: 1, turns: 2, sessions: 2 },
    unresolved: ['lost-skill'],
    readOnly: true,
  });
  expect(report.days).toHaveLength(8);
});

test('a skill has its figures, and those of the window before', () => {
  const { skills } = evidenceReport(sample, { now: sampleNow, days: 7 });
  expect(skills.map(({ id }) => id)).toEqual(['home:deploy', 'claude:review', 'lost-skill']);
  expect(skills[0]).toEqual({
    id: 'home:deploy',
    loads: 3,
    episodes: { ...noEpisodes, recovered: 2, corrected: 1 },
    errors: 3,
    failedLoads: 1,
    errorRate: 1 / 3,
    corrections: 1,
    previous: {
      loads: 1,
      episodes: { ...noEpisodes, failed: 1 },
      errors: 1,
      failedLoads: 1,
      errorRate: 1,
      corrections: 0,
    },
    lastUsedAt: sampleNow - 4 * day + 60_000,
    agents: ['claude', 'codex'],
  });
  expect(skills[1]?.previous).toEqual({
    loads: 0,
    episodes: noEpisodes,
    errors: 0,
    failedLoads: 0,
    errorRate: null,
    corrections: 0,
  });
});

test('episodes, what fails with its fix, and corrections', () => {
  const report = evidenceReport(sample, { now: sampleNow, days: 7 });
  expect(report.episodes).toEqual({ ...noEpisodes, clean: 1, recovered: 2, corrected: 1, unknown: 1 });
  expect(report.previous.episodes).toEqual({ ...noEpisodes, failed: 1 });
  const [image, publish] = report.failures;
  expect(image).toMatchObject({
    program: 'docker',
    command: 'docker run site-build',
    error: "Unable to find image 'site-build:latest' locally",
    ...{ skills: ['home:deploy'], sessions: 2, failures: 2, lastAt: sampleNow - 4 * day + 120_000 },
    fix: { kind: 'steps', commands: ['docker build -t site-build .'], worked: 2, of: 2 },
    held: null,
  });
  expect(publish).toMatchObject({ program: 'npm', command: 'npm publish', sessions: 1, fix: null });
  expect(report.corrections).toEqual([
    {
      ...{ at: sampleNow - 4 * day + 240_000, text: 'no, that is the wrong registry', by: 'wording' },
      ...{ skill: 'home:deploy', agent: 'claude', session: 'a3' },
    },
  ]);
});

test('episodes by model', () => {
  const { models } = evidenceReport(sample, { now: sampleNow, days: 7 });
  expect(models).toEqual([
    {
      ...{ model: 'gpt-6', errors: 1, corrections: 0, tokens: 160 },
      episodes: { ...noEpisodes, clean: 1, recovered: 1, unknown: 1 },
    },
    {
      ...{ model: 'opus-5', errors: 2, corrections: 1, tokens: 140 },
      episodes: { ...noEpisodes, recovered: 1, corrected: 1 },
    },
  ]);
});

test('one skill alone is reported alone', () => {
  const report = evidenceReport(sample, { now: sampleNow, days: 7, skill: 'claude:review' });
  expect(report).toMatchObject({
    skill: 'claude:review',
    summary: { toolEvents: 2, skillEvents: 2, errorEvents: 0, turns: 0, sessions: 1 },
    previous: { toolEvents: 0 },
    tools: [
      { tool: 'Read', events: 1 },
      { tool: 'Skill', events: 1 },
    ],
    clusters: [],
  });
  expect(report.skills.map(({ id }) => id)).toEqual(['claude:review']);
  expect(report.recent.map(({ kind }) => kind)).toEqual(['reference-read', 'skill-load']);
  expect(report.days.reduce((sum, { tools }) => sum + tools, 0)).toBe(2);
});

test('this very millisecond belongs to the window, and so does its first', () => {
  const at = [sampleNow - 8 * day, sampleNow - 7 * day - 1, sampleNow - 7 * day, sampleNow, sampleNow + 1];
  const evidence = evidenceOf(happened(at.map((each) => ({ at: each }))));
  const { recent, summary, previous } = evidenceReport(evidence, { now: sampleNow, days: 7 });
  expect(recent.map((row) => row.at)).toEqual([sampleNow, sampleNow - 7 * day]);
  expect([summary.toolEvents, previous.toolEvents]).toEqual([2, 2]);
});

test('a recent row shows what went wrong, else what was asked, on one short line', () => {
  const rows: readonly (readonly [GivenEvent, string])[] = [
    [{ args: 'asked', result: 'answered' }, 'asked'],
    [{ args: '', result: 'answered' }, 'answered'],
    [{ args: 'asked', result: 'broke', isError: true }, 'broke'],
    [{ args: 'asked', result: '', isError: true }, 'asked'],
    [{ args: ' two\n\tlines ' }, 'two lines'],
    [{ args: '🚀'.repeat(160) }, '🚀'.repeat(160)],
    [{ args: '🚀'.repeat(161) }, `${'🚀'.repeat(159)}…`],
  ];
  for (const [event, preview] of rows) expect(recentOf(event)?.preview).toBe(preview);
});

test('without any evidence there are zeros, and every day', () => {
  const report = evidenceReport(noEvidence, { now: sampleNow, days: 2 });
  expect(report).toMatchObject({ summary: { sessions: 0 }, skills: [], tools: [], clusters: [], recent: [] });
  expect(report).toMatchObject({ episodes: noEpisodes, failures: [], corrections: [], models: [] });
  expect(report.days.map(({ day: name }) => name)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
});
