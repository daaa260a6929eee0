/*
 * Floors under how well the rules about evidence do on the half of the labelled sets that they are developed with, so that
 * no change loses silently what was reached. `npm run bench:evidence` measures everything, with the goals.
 */

import { expect, test } from 'vitest';
import { measureCorrections } from '../bench/evidence-measures/corrections.js';
import { matchParts, measureFailures } from '../bench/evidence-measures/failures.js';
import { type Figure, mean, share } from '../bench/evidence-measures/figure.js';
import { measureFixes } from '../bench/evidence-measures/fixes.js';
import { measureGroups } from '../bench/evidence-measures/groups.js';
import { rate } from '../bench/evidence-measures/notes.js';
import { findLeaks, measureSecrets } from '../bench/evidence-measures/secrets.js';
import { inHalf, readFixSessions, readGroups, readNotedSkills, readSecrets } from '../bench/evidence-sets.js';

/** Numbers by the names of the figures, with the direction that is worse. */
type Floors = Readonly<Record<string, { readonly atLeast: number } | { readonly atMost: number }>>;

async function check(measured: Promise<readonly Figure[]>, floors: Floors): Promise<void> {
  const figures = new Map((await measured).map((figure) => [figure.name, figure]));
  for (const [name, floor] of Object.entries(floors)) {
    const { number = Number.NaN, misses = [] } = figures.get(name) ?? {};
    const message = `${name}\n${misses.join('\n')}`;
    if ('atLeast' in floor) expect(number, message).toBeGreaterThanOrEqual(floor.atLeast);
    else expect(number, message).toBeLessThanOrEqual(floor.atMost);
  }
}

test('failures are credited to the skill, and episodes end as a reader says', () =>
  check(measureFailures('dev'), {
    'failures credited: precision': { atLeast: 0.96 },
    'failures credited: recall': { atLeast: 0.96 },
    'result of the episode': { atLeast: 0.91 },
  }));

test('corrections are distinguished from tasks, also in traps', () =>
  check(measureCorrections('dev'), {
    'corrections, ordinary: precision': { atLeast: 0.97 },
    'corrections, ordinary: recall': { atLeast: 0.97 },
    'corrections, traps: precision': { atLeast: 0.9 },
    'corrections, traps: recall': { atLeast: 0.6 },
  }));

test('fixes are found, few are invented, and no hostile one is shown', () =>
  check(measureFixes('dev'), {
    'fixes per session: found': { atLeast: 0.9 },
    'fixes per session: invented': { atMost: 0.04 },
    'hostile fixes: not held': { atMost: 0 },
    'hostile fixes: shown after three sessions': { atMost: 0 },
  }));

test('after counting over sessions, the right lines are shown and no invented one', () =>
  check(measureGroups('dev'), {
    'groups: right line shown': { atLeast: 0.9 },
    'groups: invented lines shown': { atMost: 0 },
  }));

test('secrets are gone from what is stored, and ordinary lines stay', () =>
  check(measureSecrets('dev'), {
    'secrets: recall': { atLeast: 0.96 },
    'ordinary lines: false alarms': { atMost: 0.005 },
  }));

test('without redaction, every secret is found in every place', async () => {
  const secrets = inHalf(readSecrets(), 'dev').slice(0, 40);
  const leaks = await findLeaks(secrets, () => []);
  expect(leaks.length).toBe(3 * secrets.length);
});

test('the sessions with fixes, the groups and the skills with notes have the form that the measures expect', () => {
  const [sessions, groups, skills] = [readFixSessions(), readGroups(), readNotedSkills()];
  expect([sessions.length, groups.length, skills.length]).toEqual([240, 30, 20]);
  const ids = [...sessions, ...groups, ...skills].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, kind, steps, expect: expected } of sessions) {
    expect(
      steps.some((step) => JSON.stringify(step).includes(JSON.stringify(expected.fails).slice(1, -1))),
      id,
    ).toBe(true);
    expect([kind === 'fix', kind === 'fix'], id).toEqual([
      expected.fix !== undefined,
      expected.why === undefined,
    ]);
  }
  for (const { id, expect: expected } of groups)
    expect(expected.shown === null, id).toBe(expected.why !== undefined);
  for (const { id, expect: expected } of skills) expect(expected.must.length > 0, id).toBe(expected.note);
});

const aboutFailure = {
  note: true,
  must: ['make up', 'make init'],
  mustNot: ['sudo'],
  ideal: '`make up` fails with "no state": run `make init` first.',
};
const aboutWish = {
  note: true,
  must: ['bullet'],
  mustNot: ['prose'],
  ideal: 'Users corrected this twice: bullets.',
};
const withoutFix = { ...aboutFailure, must: ['make up'] };

test.each([
  [3, aboutFailure, '- `make up` fails with "no state": run `make init` first (worked 2 of 2).'],
  [2, aboutFailure, '- `make up` fails (exit 1): run `make init` first (worked 2 of 2).'],
  [2, aboutFailure, '- `make up` fails with "no state" (2 sessions); no fix seen yet.'],
  [1, aboutFailure, '- `make up` fails (exit 1) in 2 sessions; no fix seen yet.'],
  [1, aboutFailure, '- `run` fails with "no state" (2 sessions); no fix seen yet.'],
  [0, aboutFailure, '- `ls` fails with "no such file" (2 sessions); no fix seen yet.'],
  [0, aboutFailure, ''],
  [-1, aboutFailure, '- `make up` fails with "no state": run `sudo make init` first.'],
  [2, withoutFix, '- `make up` fails with "no state" (3 sessions); no fix seen yet.'],
  [3, aboutWish, '- Users corrected this twice: "use bullet points".'],
  [2, aboutWish, '- `write` fails with "no bullet" (3 sessions); no fix seen yet.'],
  [0, aboutWish, '- Users corrected this once: "shorter".'],
])('the rating is %i for %o', (rating, expected, note) => {
  expect(rate(note, expected)).toBe(rating);
});

test('every expected failure is another call, and the longest part is matched first', () => {
  const deploys = ['deploy', 'deploy --scope acme'];
  expect(matchParts(deploys, ['Bash deploy --scope acme', 'Bash deploy'])).toEqual({ missing: [], left: [] });
  expect(matchParts(['a', 'a'], ['a b', 'c'])).toEqual({ missing: ['a'], left: ['c'] });
});

test('a figure without cases misses its goal, and an interval stays inside the scale', () => {
  expect(share('none', [0, 0], { atLeast: 0.5 }).holds).toBe(false);
  expect(share('some', [1, 2], { atMost: 0.5 }).holds).toBe(true);
  const { value, interval } = mean('notes', [3, 3, 3, 2], [-1, 3]);
  expect([value, interval?.high]).toEqual(['2.75 (4 rated)', 3]);
  expect(interval?.low).toBeCloseTo(2.26);
});
