import { expect, test } from 'vitest';
import { type Verdict, verdicts } from './finding.js';
import { isRefused } from './verdict.js';

type Provenance = Parameters<typeof isRefused>[1];

function check(
  provenance: Provenance,
  refused: readonly Verdict[],
  policy?: Parameters<typeof isRefused>[2],
) {
  expect(
    verdicts.filter((verdict) => isRefused(verdict, provenance, policy)),
    provenance,
  ).toEqual(refused);
}

test('what a person or their agent wrote is never refused', () => {
  check('user', []);
  check('agent', []);
});

test('what is chosen from elsewhere is refused when it is blocked', () => {
  for (const provenance of ['bundled', 'hub', 'plugin', 'external', 'registry'] as const)
    check(provenance, ['block']);
});

test('what comes with a project, or from nobody knows where, is refused from a warning on', () => {
  check('project', ['warn', 'block']);
  check('unknown', ['warn', 'block']);
});

test('the user’s policy goes before the usual, for the provenance it names', () => {
  check('hub', ['review', 'warn', 'block'], { hub: 'review' });
  check('project', [], { project: 'never' });
  check('unknown', ['warn', 'block'], { project: 'never' });
});
