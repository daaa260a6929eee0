/*
 * Agents that attack whoever evaluates with them: each attack is refused, or harmless and named.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseOf, evaluateFake, utcGrader } from './eval.world.js';
import type { EvalCase, Grader } from './rules/cases/eval-case.js';
import { htmlPage } from './rules/result/page-html.js';
import { runMark } from './run/run-agent.js';

const script = resolve('test/fixtures/eval/hostile-agent.mjs');
const frame = { weight: 1, arm: undefined } as const;

let outside = '';
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'coppice-outside-'));
  mkdirSync(join(outside, 'work'));
  for (const name of ['secret.txt', 'work/secret.txt']) writeFileSync(join(outside, name), 'TOP UTC SECRET');
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

const inFile: Grader = { ...utcGrader, name: 'in file', target: { file: 'tide.txt' } };
const anyFile: Grader = {
  ...frame,
  name: 'any file',
  type: 'file_exists',
  path: '**/secret.txt',
  exists: true,
};

async function attacked(attack: string, given: Partial<EvalCase> = {}, detail = outside) {
  const { result, files } = await evaluateFake({
    cases: [caseOf(given)],
    runs: 1,
    command: [process.execPath, script, attack, detail],
  });
  const [run] = result.cases[0]?.arms.with ?? [];
  return { result, files, run, grades: run?.graders.map(({ passed }) => passed) };
}

/** What is left of runs of this process. */
function left(): readonly string[] {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`coppice-eval-${process.pid}-`));
  const processes = readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(`${runMark}=`);
    } catch {
      return false;
    }
  });
  return [...folders, ...processes];
}

/** The graders look for what is outside, so a pass would be a leak. */
test.each([
  ['a link to a file outside', 'link-out', () => join(outside, 'secret.txt')],
  ['a link to a folder outside', 'folder-link-out', () => outside],
  ['a link to a folder outside in the place of the project', 'project-link-out', () => outside],
  ['a link to a folder outside in the place of its home', 'run-link-out', () => outside],
  ['a pipe that nobody writes to', 'pipe', () => ''],
  ['a folder that nobody may read', 'closed-folder', () => ''],
  ['folders in folders without an end', 'deep-folders', () => ''],
  ['a file that is larger than the disk', 'huge-file', () => ''],
  ['thousands of files', 'many-files', () => ''],
  ['files with names that are no text', 'strange-names', () => ''],
])('an agent that leaves %s reads and removes nothing outside', async (_, attack, detail) => {
  const { run, grades } = await attacked(attack, { graders: [inFile, anyFile] }, detail());
  expect(run?.outcome).toEqual({ kind: 'completed' });
  expect(grades).toEqual([false, false]);
  // A process that was killed is gone a moment later.
  await expect.poll(left).toEqual([]);
  for (const name of ['secret.txt', 'work/secret.txt'])
    expect(readFileSync(join(outside, name), 'utf8')).toBe('TOP UTC SECRET');
});

test.each([
  ['changes the skill that it was given', 'edit-skill', 'completed'],
  ['prints without an end where nobody reads', 'stderr-flood', 'completed'],
  ['prints a line that is longer than any answer', 'long-line', 'output-limit'],
  ['prints JSON that is deeper than any answer', 'deep-json', 'completed'],
  ['calls a tool with input that is deeper than any', 'deep-call', 'completed'],
  ['prints keys that objects have', 'prototype', 'completed'],
  ['starts many programs in sessions of their own', 'many-sessions', 'completed'],
  ['stops itself', 'stop-itself', 'idle'],
])('an agent that %s ends in a named outcome, and leaves nothing', async (_, attack, outcome) => {
  const { run } = await attacked(attack, { timeoutSeconds: attack === 'stop-itself' ? 1 : 60 });
  expect(run?.outcome.kind).toBe(outcome);
  // A process that was killed is gone a moment later.
  await expect.poll(left).toEqual([]);
});

test('a skill that one run has changed is whole in the next one', async () => {
  const { result } = await evaluateFake({ runs: 2, command: [process.execPath, script, 'edit-skill', ''] });
  const again = await evaluateFake({ runs: 1 });
  expect(result.partial).toBeNull();
  expect(again.result.cases[0]?.scores).toEqual({ with: 1, without: 0 });
});

test.each([
  ['negative', 'negative-cost', 0],
  ['endless', 'endless-cost', 1e308],
])('a cost that is %s does not raise what may be spent', async (_, attack, costUsd) => {
  const { result } = await evaluateFake({
    runs: 3,
    maxCostUsd: 0.05,
    command: [process.execPath, script, attack, ''],
  });
  expect(result.cases[0]?.arms.with?.[0]?.costUsd).toBe(costUsd);
  expect(result.summary.costUsd ?? 0).toBeGreaterThanOrEqual(0);
  expect(result.partial).toBe(costUsd > 1 ? 'cost_ceiling' : null);
});

test('an answer that orders the judge is judged as text', async () => {
  const judged: Grader = {
    ...frame,
    name: 'j',
    type: 'llm',
    criteria: 'contains: 04:12',
    focus: 'last_message',
  };
  const { run } = await attacked('order-the-judge', { graders: [judged] });
  // The judge is the same agent, and repeats the order as its own verdict: it counts only as the vote of a judge.
  expect(run?.graders[0]?.judgeVotes).toEqual([true, true]);
});

test('control characters and elements in an answer are text on the page', async () => {
  const { result, run } = await attacked('control-characters');
  expect(run?.answer).toContain('<script>');
  const page = htmlPage(result);
  expect(page).not.toMatch(/<script|\u001b|\u202e|\u0007/);
});

test('nothing of the environment of this process, and no path of its own, reaches the agent', async () => {
  process.env['EVAL_ATTACK_SECRET'] = 'of-the-user';
  const { run } = await attacked('environment');
  delete process.env['EVAL_ATTACK_SECRET'];
  expect(run?.answer).not.toContain('of-the-user');
  const seen = JSON.parse(run?.answer ?? '{}') as Readonly<Record<string, string>>;
  for (const name of ['HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'CLAUDE_CONFIG_DIR'])
    expect(seen[name], name).toMatch(/^\/run\//);
  expect(
    Object.keys(seen).filter((name) => /COPPICE_(?!EVAL_RUN)|TOKEN|VITEST|NODE_OPTIONS/.test(name)),
  ).toEqual([]);
});

test('a script of a case that fails is named, and its folder is removed', async () => {
  const { result } = await evaluateFake({
    cases: [caseOf({ scaffold: 'mkdir -p a/b; chmod 0 a; kill -9 $$' })],
    runs: 1,
    trustsCases: true,
  });
  expect(result.cases[0]?.arms.with?.[0]?.outcome.kind).toBe('scaffold-failed');
  // A process that was killed is gone a moment later.
  await expect.poll(left).toEqual([]);
  expect(existsSync(outside)).toBe(true);
});
