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

test('skills of the user and their agent are never refused', () => {
  check('user', []);
  check('agent', []);
});

test('skills chosen from elsewhere are refused on block', () => {
  for (const provenance of ['bundled', 'hub', 'plugin', 'external', 'registry'] as const)
    check(provenance, ['block']);
});

test('skills of a project or of unknown origin are refused on warn', () => {
  check('project', ['warn', 'block']);
  check('unknown', ['warn', 'block']);
});

test('the policy of the user overrides the default for its provenance', () => {
  check('hub', ['review', 'warn', 'block'], { hub: 'review' });
  check('project', [], { project: 'never' });
  check('unknown', ['warn', 'block'], { project: 'never' });
});
