import { expect, test } from 'vitest';
import { noEvidence } from '../evidence.js';
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
    summary: { toolEvents: 13, skillEvents: 6, errorEvents: 2, turns: 5, sessions: 4 },
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
    errors: 2,
    failedLoads: 2,
    errorRate: 2 / 3,
    corrections: 1,
    previous: { loads: 1, errors: 1, failedLoads: 1, errorRate: 1, corrections: 0 },
    lastUsedAt: sampleNow - 4 * day + 60_000,
    agents: ['claude', 'codex'],
  });
  expect(skills[1]?.previous).toEqual({
    loads: 0,
    errors: 0,
    failedLoads: 0,
    errorRate: null,
    corrections: 0,
  });
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
  expect(report.days.map(({ day: name }) => name)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
});
