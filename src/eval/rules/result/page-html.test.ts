import { expect, test } from 'vitest';
import { caseOf, utcGrader } from '../../eval.world.js';
import type { EvalResult, RunResult } from './eval-result.js';
import { htmlPage } from './page-html.js';
import { markdownPage } from './page-text.js';
import { summarise } from './summarise.js';

const hostile = `"><script>alert(1)</script><img src=x onerror='x'>\u202e|[a](http://x)`;

function hostileResult(): EvalResult {
  const run: RunResult = {
    run: 1,
    outcome: { kind: 'failed', failure: 'other', message: hostile },
    score: null,
    firing: 'unknown',
    turns: 1,
    costUsd: null,
    judgeCostUsd: 0,
    tokens: null,
    startedAt: 0,
    durationMs: 1,
    answer: hostile,
    graders: [
      { name: hostile, passed: null, weight: 1, explanation: hostile, withOnly: false, scored: true },
    ],
    recording: hostile,
  };
  const { name: _, path, source, prompt: __ } = caseOf();
  const cases = [
    {
      ...{ path, source, name: hostile, prompt: hostile, model: hostile, maxTurns: 1, timeoutSeconds: 1 },
      graders: [utcGrader],
      arms: { with: [run] },
      scores: { with: null },
      difference: null,
    },
  ];
  return {
    format: 1,
    skill: { id: hostile, name: hostile, digest: hostile, description: hostile },
    agent: { name: hostile, version: hostile, model: hostile },
    startedAt: null,
    durationSeconds: 0,
    runsPerCase: 1,
    cases,
    summary: summarise(cases, null),
    partial: null,
    faults: [hostile],
  };
}

test('no text of a stranger becomes an element, an attribute or an address of the page', () => {
  const page = htmlPage(hostileResult());
  expect(page).toContain('&lt;script&gt;');
  expect(page.match(/<(?:script|img|a|link|iframe|object|form)\b/gi)).toBeNull();
  expect(page.match(/<[^>]*\son\w+=/gi)).toBeNull();
  expect(page.match(/(?:src|href)\s*=\s*["']/g)).toBeNull();
  expect(page).not.toContain('\u202e');
  expect(page).toContain("default-src 'none'");
});

test('in Markdown it stays text on its line', () => {
  const lines = markdownPage(hostileResult()).split('\n');
  expect(lines.filter((line) => /(?<!\\)[<[]/.test(line))).toEqual([]);
});
