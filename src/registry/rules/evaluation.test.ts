import { expect, test } from 'vitest';
import { sha256Hex } from '../../text/hash.js';
import type { EvalRequirement, EvaluationClaim } from '../api/evaluation.js';
import { evaluatedDigest, refuseOtherClaim, requirementRefusal, unmetBecause } from './evaluation.js';

const now = Date.UTC(2026, 0, 15, 12);
const file = (path: string, text: string, executable = false) => ({
  path,
  executable,
  digest: `sha256:${sha256Hex(text)}`,
});
const files = [file('SKILL.md', 'text'), file('evals/one/prompt.md', 'ask'), file('run.sh', 'echo', true)];

const claim: EvaluationClaim = {
  digest: evaluatedDigest(files) ?? '',
  agent: 'claude',
  model: null,
  ran_at: '2026-01-14T09:00:00.000Z',
  score: 0.9,
  difference: { value: 0.5, low: 0.1, high: 0.8, against: 'without' },
  verdict: 'helps',
  cases: 4,
  runs: 3,
};

test('the digest is that of what the agent is given, so the cases do not count and everything else does', () => {
  const changed = (path: string, text: string) =>
    evaluatedDigest(files.map((one) => (one.path === path ? { ...one, ...file(path, text) } : one)));
  expect(changed('evals/one/prompt.md', 'ask otherwise')).toBe(claim.digest);
  expect(changed('SKILL.md', 'other text')).not.toBe(claim.digest);
  expect(evaluatedDigest(files.map((one) => ({ ...one, executable: false })))).not.toBe(claim.digest);
  // A file that only begins like the folder is part of the skill.
  expect(evaluatedDigest([...files, file('evals.md', 'x')])).not.toBe(claim.digest);
});

test.each<[string, Partial<EvaluationClaim>, 'skill' | 'agent', RegExp]>([
  [
    'other bytes',
    { digest: `sha256:${'b'.repeat(64)}` },
    'skill',
    /about other bytes than those of the bundle/,
  ],
  ['a time two days ahead', { ran_at: '2026-01-17T12:00:00.000Z' }, 'skill', /run in the future/],
  ['an agent, which nothing evaluates', {}, 'agent', /only skills have an evaluation, not agents/],
])('a claim about %s is refused', (_, change, kind, message) => {
  expect(() => refuseOtherClaim({ ...claim, ...change }, { kind, files }, now)).toThrow(message);
});

test('a claim about these bytes is accepted, also by a clock that is some hours ahead', () => {
  refuseOtherClaim(claim, { kind: 'skill', files }, now);
  refuseOtherClaim({ ...claim, ran_at: '2026-01-15T20:00:00.000Z' }, { kind: 'skill', files }, now);
});

function check(
  result: Partial<EvaluationClaim> | undefined,
  required: EvalRequirement,
  because: string | undefined,
): void {
  expect(unmetBecause(result && { ...claim, ...result }, required)).toBe(because);
}

test('a requirement without numbers asks for a result that does not harm', () => {
  check({}, {}, undefined);
  check({ score: 0, difference: null, verdict: 'no-verdict' }, {}, undefined);
  check(undefined, {}, 'it has no result of an evaluation of exactly these bytes');
  check({ verdict: 'harms' }, { min_score: 0.1 }, 'its evaluation says that it harms');
});

test('a score and a difference are compared with what is required', () => {
  check({}, { min_score: 0.9, min_difference: 0.5 }, undefined);
  check({ score: 0.6 }, { min_score: 0.8 }, 'its score is 0.60, and 0.8 is required');
  check({ score: 0.7999 }, { min_score: 0.8 }, 'its score is 0.7999, and 0.8 is required');
  check({}, { min_difference: 0.7 }, 'its difference is 0.50, and 0.7 is required');
  check(
    { difference: null },
    { min_difference: 0 },
    'its evaluation compared nothing, and a difference to no skill is required',
  );
  check(
    { difference: { value: 0.9, low: 0.8, high: 1, against: 'old' } },
    { min_difference: 0 },
    'its evaluation compared it with its text before, and a difference to no skill is required',
  );
});

test('a refusal says what the registry asks for and what to do', () => {
  const refusal = requirementRefusal('tide', { min_score: 0.8, min_difference: 0.1 }, 'it has none');
  expect([refusal.code, refusal.message]).toEqual(['conflict', '`tide` is not published: it has none']);
  expect(refusal.hint).toBe(
    'this registry asks for a score of at least 0.8 and a difference to no skill of at least 0.1; run coppice eval on the skill, then publish it again',
  );
  expect(requirementRefusal('tide', {}, '').hint).toContain('an evaluation that does not say that it harms');
});
