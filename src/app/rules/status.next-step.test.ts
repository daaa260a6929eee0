import { expect, test } from 'vitest';
import type { Status } from './status.js';
import { dueSteps, nextStep } from './status.js';

const curator = { lastRun: null, paused: false, due: false, nextRunAt: 0, wouldMove: 0 };
const evidence = { present: true, days: 7, sessions: 3, events: 9, errors: 1, lastActivityAt: 5 };
const project = (state: 'installed' | 'never-installed' | 'lock-behind' | 'incomplete') => ({
  registry: { login: null, project: { folder: '/p', items: 1, state, updates: null } },
});
const trouble = { code: 'state-damaged', problem: 'it is damaged', hint: null };

/** A machine on which all is well. */
const well: Status = {
  home: '/h',
  roots: [],
  plugins: [],
  lookedIn: [],
  counts: { skills: 3, active: 3, stale: 0, archived: 0, used: 1 },
  curator,
  evolver: { lastRun: null, pending: 0 },
  evidence,
  schedule: { lastRun: null },
  registry: { login: null, project: null },
  observed: { changes: [], left: 0, problem: null },
  unfinished: [],
  attention: [],
  unscanned: 0,
};
const unused = { counts: { ...well.counts, used: 0 } };
const none = { ...well.counts, skills: 0, active: 0, used: 0 };

const tooLong = {
  kind: 'over-budget',
  message: 'the listing is too long',
  command: 'coppice cost',
  count: 1,
  skills: [],
} as const;

const rows: readonly (readonly [string, Partial<Status>, string])[] = [
  ['all is well', {}, 'coppice search TEXT'],
  [
    'something is wrong',
    {
      attention: [
        { kind: 'copies', message: '1 is a copy', command: 'coppice dedupe', count: 1, skills: ['a'] },
      ],
    },
    'coppice dedupe',
  ],
  [
    'a listing is too long although everything in it is used, and no session was read yet',
    { attention: [tooLong], evidence: { ...evidence, present: false, sessions: 0 } },
    'coppice evidence backfill',
  ],
  ['a listing is too long although everything in it is used', { attention: [tooLong] }, 'coppice cost'],
  [
    'skills are not used by what is known, and no session was read yet',
    {
      attention: [{ ...tooLong, kind: 'unused', command: 'coppice tidy' }],
      evidence: { ...evidence, present: false, sessions: 0 },
    },
    'coppice evidence backfill',
  ],
  [
    'skills are not used, and the sessions were read',
    { attention: [{ ...tooLong, kind: 'unused', command: 'coppice tidy' }] },
    'coppice tidy',
  ],
  ['there are no skills at all', { counts: none }, 'coppice create NAME --description TEXT'],
  ['all skills are archived', { counts: { ...none, archived: 2 } }, 'coppice archived'],
  [
    'no session was read yet',
    { evidence: { ...evidence, present: false, sessions: 0 } },
    'coppice evidence backfill',
  ],
  [
    'sessions were looked for and there were none',
    { ...unused, evidence: { ...evidence, sessions: 0 } },
    'coppice hooks install',
  ],
  ['what was read is all there is', unused, 'coppice search TEXT'],
  [
    'a run is due and would move something',
    { curator: { ...curator, due: true, wouldMove: 1 } },
    'coppice curate --dry-run',
  ],
  ['a run is due and would move nothing', { curator: { ...curator, due: true } }, 'coppice search TEXT'],
  [
    'something is to move and no run is due',
    { curator: { ...curator, wouldMove: 4 } },
    'coppice search TEXT',
  ],
  ['a proposal waits', { evolver: { lastRun: null, pending: 1 } }, 'coppice evolve review'],
  ['a project was never installed', project('never-installed'), 'coppice ensure'],
  ['a manifest went on without its lock', project('lock-behind'), 'coppice ensure'],
  ['something installed is gone', project('incomplete'), 'coppice ensure'],
  ['a project has all', project('installed'), 'coppice search TEXT'],
  [
    'a project waits on a machine without skills',
    { counts: none, ...project('never-installed') },
    'coppice ensure',
  ],
  ['a change did not end', { unfinished: ['e1'] }, 'coppice doctor'],
  [
    'parts are not available',
    { curator: trouble, evolver: trouble, evidence: trouble, schedule: trouble, registry: trouble },
    'coppice search TEXT',
  ],
];

test.each(rows)('when %s', (_, change, command) => {
  expect(nextStep({ ...well, ...change }).command).toBe(command);
});

test('everything that is due is listed, the most pressing first', () => {
  const busy: Status = {
    ...well,
    ...project('lock-behind'),
    unfinished: ['e1', 'e2'],
    evolver: { lastRun: null, pending: 2 },
    curator: { ...curator, due: true, wouldMove: 2 },
  };
  expect(dueSteps(busy)).toEqual([
    {
      command: 'coppice doctor',
      why: '2 changes did not complete; the doctor says how they are settled',
    },
    {
      command: 'coppice ensure',
      why: 'the manifest or a source of this project changed since it was locked',
    },
    { command: 'coppice evolve review', why: '2 proposals wait for your decision' },
    {
      command: 'coppice curate --dry-run',
      why: 'shows the 2 skills that a run would retire, and moves nothing',
    },
  ]);
  expect(dueSteps(well)).toEqual([]);
});
