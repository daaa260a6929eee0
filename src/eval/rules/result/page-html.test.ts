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

/** Cases with these scores, of which those with a request are trigger cases. */
function pageOf(rows: readonly (readonly [string, number, string?])[]): string {
  const result = hostileResult();
  const [one] = result.cases;
  if (one === undefined) throw new Error('there is no case');
  const cases = rows.map(([name, score, request]) => ({
    ...one,
    ...{ name, scores: { with: score }, prompt: request ?? 'Ask.' },
    source: request === undefined ? ('prose' as const) : ('triggers' as const),
  }));
  return htmlPage({ ...result, cases });
}

function openIn(page: string): readonly string[] {
  return [...page.matchAll(/<details open>\n<summary><span class="case">([^<]*)</g)].map(
    ([, name]) => name ?? '',
  );
}

test('the cases that did not pass are open, or the first one', () => {
  expect(
    openIn(
      pageOf([
        ['a', 1],
        ['b', 0.5],
        ['c', 1],
        ['d', 0],
        ['e', 0],
        ['f', 0],
      ]),
    ),
  ).toEqual(['b', 'd', 'e']);
  expect(
    openIn(
      pageOf([
        ['a', 1],
        ['b', 1],
      ]),
    ),
  ).toEqual(['a']);
});

test('a trigger case is shown with its request, cut if it is long', () => {
  expect(openIn(pageOf([['trigger-1', 0, 'When is\nhigh water?']]))).toEqual([
    'trigger-1 &quot;When is high water?&quot;',
  ]);
  expect(openIn(pageOf([['trigger-1', 0, 'w'.repeat(60)]]))[0]).toBe(
    `trigger-1 &quot;${'w'.repeat(50)}…&quot;`,
  );
});

test('the figures of the arms are side by side, so that no column is cut on a phone', () => {
  const { summary, ...result } = hostileResult();
  const arm = {
    runs: 3,
    noResult: 0,
    score: null,
    turns: 2,
    costUsd: 0.01,
    tokens: 45,
    seconds: 1,
    firing: {},
  };
  const page = htmlPage({ ...result, summary: { ...summary, arms: { with: arm, without: arm } } });
  const table = /<table[\s\S]*<\/table>/.exec(page)?.[0] ?? '';
  expect(table.match(/<th scope="col">[^<]*/g)).toEqual([
    '<th scope="col">with the skill',
    '<th scope="col">without it',
  ]);
  expect(table).toContain('<th scope="row">Runs</th><td>3</td><td>3</td>');
  expect(table).toContain('<th scope="row">Cost</th><td>0.0100 USD</td><td>0.0100 USD</td>');
});

test('in Markdown it stays text on its line', () => {
  const lines = markdownPage(hostileResult()).split('\n');
  expect(lines.filter((line) => /(?<!\\)[<[]/.test(line))).toEqual([]);
});
