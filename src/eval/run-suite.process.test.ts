import { expect, test } from 'vitest';
import { streamFormats } from '../agents/headless/run-recipe.js';
import { caseOf, evaluateFake, utcGrader } from './eval.world.js';
import type { Grader } from './rules/cases/eval-case.js';
import { tideSkill } from './run/run-agent.world.js';

const frame = { weight: 1, arm: undefined } as const;

test.each(streamFormats)(
  '%s: scores are exact, and a replay without an agent gives the same bytes',
  async (format) => {
    const { result, files } = await evaluateFake({ format });
    expect(result.summary).toMatchObject({
      arms: {
        with: { runs: 2, noResult: 0, score: { value: 1 }, firing: { fired: 2 } },
        without: { runs: 2, noResult: 0, score: { value: 0 }, firing: { 'not-fired': 2 } },
      },
      difference: { against: 'without', value: 1 },
      warnings: [],
    });
    const replayed = await evaluateFake({ format, files, isReplay: true });
    expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(result));
  },
);

test('three runs each are enough to say that a skill which decides the answer helps', async () => {
  const { result } = await evaluateFake({ runs: 3 });
  expect(result.summary).toMatchObject({
    verdict: 'helps',
    why: 'Better than with no skill, beyond chance.',
  });
});

test('a skill whose text is emptied loses its difference', async () => {
  const emptied = tideSkill.replace('Answer: 04:12 UTC', '');
  const { result } = await evaluateFake({ skill: emptied, runs: 3 });
  expect(result.summary).toMatchObject({ difference: { value: 0 }, verdict: 'no-verdict' });
});

test('a skill that misleads has a negative difference and is named harmful', async () => {
  const misleading = tideSkill.replace('04:12 UTC', 'noon, local time');
  const known = caseOf({ prompt: 'When is high water?\nKnown: 04:12 UTC\n' });
  const { result } = await evaluateFake({ skill: misleading, cases: [known], runs: 3 });
  expect(result.summary).toMatchObject({ difference: { value: -1 }, verdict: 'harms' });
});

test('a change is compared with the text before it', async () => {
  const old = tideSkill.replace('04:12 UTC', '04:12');
  const { result } = await evaluateFake({ old, arms: ['with', 'old'], runs: 3 });
  expect(result.summary).toMatchObject({ difference: { against: 'old', value: 1 }, verdict: 'helps' });
});

test('one run each is no verdict', async () => {
  const { result } = await evaluateFake({ runs: 1 });
  expect(result.summary).toMatchObject({ difference: { value: 1 }, verdict: 'no-verdict' });
});

test('every kind of grader is applied, with its weight', async () => {
  const graders: readonly Grader[] = [
    utcGrader,
    {
      ...frame,
      name: 'loaded',
      type: 'tool_used',
      tool: 'Skill',
      inputMatch: 'tide',
      min: 1,
      max: undefined,
    },
    { ...frame, name: 'never', type: 'tool_used', tool: 'Bash', inputMatch: undefined, min: 0, max: 0 },
    {
      ...frame,
      name: 'order',
      type: 'tool_order',
      before: { tool: 'Glob', inputMatch: undefined },
      after: { tool: 'Write', inputMatch: undefined },
    },
    { ...frame, name: 'file', type: 'file_exists', path: 'out/*.txt', exists: true },
    { ...utcGrader, name: 'in file', target: { file: 'out/tide.txt' }, weight: 2 },
    { ...frame, name: 'judged', type: 'llm', criteria: 'contains: UTC', focus: 'last_message' },
    {
      ...frame,
      name: 'as good',
      type: 'baseline',
      baseline: 'High water 04:12 UTC.',
      criteria: 'contains: UTC',
    },
  ];
  const given = caseOf({ graders, prompt: 'When is high water?\nWrite: out/tide.txt\n' });
  const { result, files } = await evaluateFake({ cases: [given] });
  const [only] = result.cases;
  const shown = (arm: 'with' | 'without') =>
    only?.arms[arm]?.[0]?.graders.map(({ name, passed, scored }) => [name, passed, scored]);
  expect(shown('with')).toEqual([
    ['utc', true, true],
    ['loaded', true, false],
    ['never', true, true],
    ['order', true, true],
    ['file', true, true],
    ['in file', true, true],
    ['judged', true, true],
    ['as good', true, true],
  ]);
  expect(shown('without')?.map(([name, passed]) => [name, passed])).toEqual([
    ['utc', false],
    ['never', true],
    ['order', true],
    ['file', true],
    ['in file', false],
    ['judged', false],
    ['as good', false],
  ]);
  expect(only?.scores).toEqual({ with: 1, without: 0.375 });
  expect(only?.arms.with?.[0]?.judgeCostUsd).toBe(0.04);
  const replayed = await evaluateFake({ cases: [given], files, isReplay: true });
  expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(result));
});

test('a replay fails on a miss, and names it', async () => {
  const { files } = await evaluateFake({ runs: 1 });
  await expect(evaluateFake({ runs: 2, files, isReplay: true })).rejects.toThrow(
    /^there is no recording of run 2 of husum with the skill: \/r\/claude\//,
  );
  const changed = caseOf({ prompt: 'When is high water, please?' });
  await expect(evaluateFake({ runs: 1, files, isReplay: true, cases: [changed] })).rejects.toThrow('run 1');
  await expect(evaluateFake({ runs: 1, files, isReplay: true, skill: `${tideSkill}.` })).rejects.toThrow();
});

test('recorded answers can be graded again by other graders', async () => {
  const { files } = await evaluateFake({ runs: 1 });
  const other = caseOf({ graders: [{ ...utcGrader, pattern: 'local' }] });
  const { result } = await evaluateFake({ runs: 1, files, isReplay: true, cases: [other] });
  expect(result.cases[0]?.scores).toEqual({ with: 0, without: 0 });
});

test('secrets and the folder of the run are in no recording', async () => {
  const secret = ['sk', 'live', 'Zt7Qw2Lm9Xc4Vb8N'].join('-');
  const { files } = await evaluateFake({
    runs: 1,
    behaviour: `secret=${secret}`,
    environment: { FAKE_KEY: secret },
  });
  const stored: string[] = [];
  const walk = (folder: string): void => {
    for (const { name, kind } of files.list(folder) ?? []) {
      if (kind === 'folder') walk(`${folder}/${name}`);
      else stored.push(new TextDecoder().decode(files.read(`${folder}/${name}`)?.bytes));
    }
  };
  walk('/r');
  expect(stored).toHaveLength(2);
  expect(stored.join('\n')).not.toContain(secret);
  expect(stored.join('\n')).not.toContain('coppice-eval-');
});

test('a run that is stopped gives no result, and there is no verdict', async () => {
  const { result } = await evaluateFake({ behaviour: 'limit' });
  expect(result.summary).toMatchObject({ verdict: 'no-verdict', why: '4 of 4 runs gave no result.' });
  expect(result.cases[0]?.scores).toEqual({ with: null, without: null });
});

test('an agent that reports a skill which it was not given is not believed', async () => {
  const { result } = await evaluateFake({ behaviour: 'lie=tide' });
  expect(result.summary.verdict).toBe('no-verdict');
  expect(result.summary.why).toContain('cannot be trusted');
});

test('the cost limit ends the suite, and what was run is kept', async () => {
  const { result } = await evaluateFake({ maxCostUsd: 0.015 });
  expect(result).toMatchObject({
    partial: 'cost_ceiling',
    summary: { costUsd: 0.02, verdict: 'no-verdict' },
  });
});

test('a run that does not state its cost counts like the most expensive one', async () => {
  const crashing = caseOf({ name: 'crash', prompt: 'When is high water? Crash.' });
  const { result } = await evaluateFake({
    cases: [caseOf(), crashing],
    arms: ['with'],
    behaviour: 'crash-if=Crash.',
    maxCostUsd: 0.03,
  });
  expect(result.partial).toBe('cost_ceiling');
  expect(result.cases.map(({ arms }) => arms.with?.length)).toEqual([2, 1]);
});

test('cases that ask for the same share their runs and judges, are paid once, and can be replayed', async () => {
  const judged: Grader = {
    ...frame,
    name: 'j',
    type: 'llm',
    criteria: 'contains: UTC',
    focus: 'last_message',
  };
  const cases = [caseOf({ graders: [judged] }), caseOf({ name: 'again' })];
  const costs: (number | null)[] = [];
  const { result, files } = await evaluateFake({
    cases,
    behaviour: 'random',
    onProgress: ({ costUsd }) => costs.push(costUsd),
  });
  expect(result.cases.map(({ scores }) => scores)).toEqual([
    { with: 1, without: 0 },
    { with: 1, without: 0 },
  ]);
  expect(result.summary.costUsd).toBeCloseTo(costs.at(-1) ?? 0);
  const replayed = await evaluateFake({ cases, files, isReplay: true });
  expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(result));
});

test('the same question to a judge is paid once, however many runs gave the same answer', async () => {
  const judged: Grader = {
    ...frame,
    name: 'j',
    type: 'llm',
    criteria: 'contains: UTC',
    focus: 'last_message',
  };
  const costs: (number | null)[] = [];
  const { result } = await evaluateFake({
    cases: [caseOf({ graders: [judged] })],
    onProgress: ({ costUsd }) => costs.push(costUsd),
  });
  expect(result.summary.costUsd).toBe(0.08);
  expect(costs.at(-1)).toBeCloseTo(0.08);
});

test('what was recorded with a result is neither run nor paid again where it may be reused', async () => {
  const judged = caseOf({
    graders: [
      { name: 'j', type: 'llm', weight: 1, arm: undefined, criteria: 'contains: UTC', focus: 'last_message' },
    ],
  });
  const { result, files } = await evaluateFake({ cases: [judged] });
  const costs: (number | null)[] = [];
  const again = await evaluateFake({
    cases: [judged],
    files,
    reuses: true,
    behaviour: 'crash',
    onProgress: ({ costUsd }) => costs.push(costUsd),
  });
  expect(again.result).toEqual(result);
  expect(costs.at(-1)).toBe(0);
  const another = await evaluateFake({ cases: [judged], files, reuses: true, behaviour: 'crash', runs: 3 });
  expect(another.result.cases[0]?.arms.with?.map(({ outcome }) => outcome.kind)).toEqual([
    'completed',
    'completed',
    'crashed',
  ]);
});

test('an interruption keeps what was run', async () => {
  const controller = new AbortController();
  const { result, files } = await evaluateFake({
    signal: controller.signal,
    onProgress: ({ done }) => {
      if (done === 2) controller.abort();
    },
  });
  expect(result.partial).toBe('interrupted');
  expect(result.cases[0]?.arms.with).toHaveLength(1);
  const replayed = await evaluateFake({ files, isReplay: true, runs: 1 });
  expect(replayed.result.cases[0]?.scores).toEqual({ with: 1, without: 0 });
});

test('an agent that cannot start ends the suite at once', async () => {
  const seen: number[] = [];
  const { result } = await evaluateFake({
    behaviour: 'crash',
    onProgress: ({ done }) => seen.push(done),
  });
  expect(result.cases[0]?.arms.with?.[0]?.outcome.kind).toBe('crashed');
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});

test('trigger cases run with the skill alone, and an answer that is unknown is no failure', async () => {
  const trigger = (name: string, prompt: string, expected: boolean) =>
    caseOf({
      name,
      source: 'triggers',
      prompt,
      graders: [{ name: 'loads', type: 'fired', weight: 1, arm: 'with-only', expected }],
    });
  const cases = [trigger('a', 'When is high water?', true), trigger('b', 'Write a poem.', false)];
  const good = await evaluateFake({ cases });
  expect(good.result.cases.map(({ scores }) => scores)).toEqual([{ with: 1 }, { with: 1 }]);
  const broken = await evaluateFake({ cases, skill: tideSkill.replace('high water', 'nothing') });
  expect(broken.result.summary.warnings[0]).toContain('No trigger case loaded the skill.');
  const mixed = await evaluateFake({ cases: [...cases, caseOf()] });
  expect(mixed.result.summary.warnings).toEqual([
    '2 cases ran with the skill alone: they count in its score, and not in the difference.',
  ]);
  const denied = await evaluateFake({ cases, behaviour: 'deny' });
  expect(denied.result.cases.map(({ scores }) => scores)).toEqual([{ with: null }, { with: 1 }]);
});

test('scripts and variables of cases are used only if they are trusted', async () => {
  const given = caseOf({
    scaffold: 'echo 04:12 UTC > seed.txt; mkdir out',
    environment: { EVAL_SEA: 'north' },
    graders: [{ ...frame, name: 'file', type: 'file_exists', path: 'seed.txt', exists: false }],
  });
  const trusted = await evaluateFake({ cases: [given], runs: 1, trustsCases: true });
  const other = await evaluateFake({ cases: [given], runs: 1 });
  // What the script made was there before the run, so the run did not create it.
  for (const { result } of [trusted, other]) expect(result.cases[0]?.scores).toEqual({ with: 1, without: 1 });
  const failing = await evaluateFake({
    cases: [{ ...given, scaffold: 'exit 3' }],
    runs: 1,
    trustsCases: true,
  });
  expect(failing.result.cases[0]?.arms.with?.[0]?.outcome).toEqual({
    kind: 'scaffold-failed',
    message: 'exit code 3',
  });
});
