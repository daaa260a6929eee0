import { describe, expect, test } from 'vitest';
import { evaluationClaim } from './evaluation.js';
import { evaluatedOn, evaluationText } from './evaluation-text.js';

const good = {
  digest: `sha256:${'a'.repeat(64)}`,
  agent: 'claude',
  model: 'claude-sonnet-5',
  ran_at: '2026-01-14T09:00:00.000Z',
  score: 0.9,
  difference: { value: 0.5, low: 0.1, high: 0.8, against: 'without' },
  verdict: 'helps',
  cases: 4,
  runs: 3,
};

test('a claim has its figures, and a model that is not known is null', () => {
  expect(evaluationClaim.parse(good)).toEqual(good);
  expect(evaluationClaim.parse({ ...good, model: null }).model).toBeNull();
  const models = ['gpt-5.1-codex', 'anthropic/claude-opus-4.5', 'us.anthropic.claude:0', 'sonnet[1m]'];
  for (const model of models) expect(evaluationClaim.safeParse({ ...good, model }).success, model).toBe(true);
});

describe('a hostile claim is refused', () => {
  test.each([
    ['a score that is no number', { score: Number.NaN }],
    ['a score without end', { score: Number.POSITIVE_INFINITY }],
    ['a score above all', { score: 1.01 }],
    ['a score as text', { score: '0.9' }],
    ['a huge number of cases', { cases: 1e15 }],
    ['no case', { cases: 0 }],
    ['half a run', { runs: 1.5 }],
    ['markup as an agent', { agent: '<img src=x onerror=alert(1)>' }],
    ['markup as a model', { model: '<script>alert(1)</script>' }],
    ['a line break in a model', { model: 'a\nb' }],
    ['a text direction in a model', { model: 'a\u202Eb' }],
    ['a long model', { model: 'm'.repeat(101) }],
    ['a time that is none', { ran_at: 'yesterday' }],
    [
      'an interval the wrong way round',
      { difference: { value: 0.5, low: 0.8, high: 0.1, against: 'without' } },
    ],
    [
      'a difference outside its interval',
      { difference: { value: 0.9, low: 0.1, high: 0.8, against: 'old' } },
    ],
    ['help without a difference', { difference: null }],
    [
      'help with an interval that contains 0',
      { difference: { value: 0.1, low: -0.1, high: 0.3, against: 'old' } },
    ],
    ['harm with an interval above 0', { verdict: 'harms' }],
    ['a verdict that is none', { verdict: 'great' }],
  ])('%s', (_, change) => {
    expect(evaluationClaim.safeParse({ ...good, ...change }).success).toBe(false);
  });
});

test('a claim in words says what was compared with what', () => {
  const claim = evaluationClaim.parse(good);
  expect(evaluatedOn(claim)).toBe('claude (claude-sonnet-5)');
  expect(evaluatedOn({ ...claim, model: null })).toBe('claude');
  expect(evaluationText(claim)).toBe(
    'score 0.90, +0.50 (+0.10 to +0.80) against no skill: helps; 4 cases, 3 runs each',
  );
  const old = { value: 0, low: -0.2, high: 0.2, against: 'old' } as const;
  expect(evaluationText({ ...claim, difference: old, verdict: 'no-verdict', cases: 1, runs: 1 })).toBe(
    'score 0.90, 0.00 (-0.20 to +0.20) against its text before: no verdict; 1 case, 1 run each',
  );
  expect(evaluationText({ ...claim, difference: null })).toContain('score 0.90, compared with nothing;');
});
