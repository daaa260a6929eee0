/*
 * The result in the shape of the `aggregate-result.json` of Claude Code, for programs that read that. What it has no place
 * for is left out: intervals, tokens, whether the skill was loaded.
 */

import type { Grader } from '../cases/eval-case.js';
import type { Arm } from '../recording.js';
import { isGraded, outcomeText } from '../run-outcome.js';
import type { CaseResult, EvalResult, RunResult } from './eval-result.js';
import { mean } from './statistics.js';
import { rounded } from './summarise.js';

export function aggregateResult(result: EvalResult, threshold: number): unknown {
  const { agent, startedAt, durationSeconds, summary, partial, skill, cases } = result;
  const documents = cases.map((one) => caseDocument(one, result, threshold));
  const scores = cases.flatMap(({ scores: { with: own } }) => own ?? []);
  const deltas = cases.flatMap(({ difference }) => difference ?? []);
  const isCompared = cases.some(({ arms }) => arms.without !== undefined);
  const meanDelta = mean(deltas);
  return {
    schemaVersion: 1,
    claudeVersion: agent.version ?? 'unknown',
    startedAt: startedAt ?? '',
    durationSeconds,
    costUsd: summary.costUsd ?? 0,
    partial: partial !== null,
    ...(partial !== null && { partialReason: partial }),
    suite: {
      root: skill.id,
      ablation: isCompared ? 'with-without' : 'none',
      threshold,
      plugins: [{ name: skill.name, path: skill.id }],
      ...(agent.model !== null && { modelOverride: agent.model }),
    },
    cases: documents,
    aggregates: {
      casesTotal: cases.length,
      casesPassed: cases.filter(({ scores: { with: own } }) => (own ?? 0) >= threshold).length,
      overallScore: mean(scores) ?? 0,
      overallPassRate: mean(cases.map((one) => passRate(one, 'with', threshold))) ?? 0,
      ...(isCompared && meanDelta !== null && { meanDelta: rounded(meanDelta) }),
    },
  };
}

function caseDocument(one: CaseResult, { runsPerCase }: EvalResult, threshold: number) {
  const { arms, scores, difference } = one;
  const isCompared = arms.without !== undefined;
  return {
    name: one.name,
    dir: one.path,
    source: one.source === 'evals_json' || one.source === 'triggers' ? 'prose' : one.source,
    promptMarkdown: one.prompt,
    ...(one.model !== null && { model: one.model }),
    runsPerCase,
    timeoutSeconds: one.timeoutSeconds,
    maxTurns: one.maxTurns,
    graders: one.graders.map(graderDocument),
    arms: {
      with: (arms.with ?? []).map((run) => runDocument(run, threshold)),
      ...(isCompared && { without: (arms.without ?? []).map((run) => runDocument(run, threshold)) }),
    },
    aggregates: {
      score: scores.with ?? 0,
      passRate: passRate(one, 'with', threshold),
      ...(isCompared && {
        scoreWithout: scores.without ?? 0,
        passRateWithout: passRate(one, 'without', threshold),
      }),
      ...(isCompared && difference !== null && { delta: difference }),
    },
  };
}

function passRate({ arms }: CaseResult, arm: Arm, threshold: number): number {
  return mean((arms[arm] ?? []).map(({ score }) => ((score ?? 0) >= threshold ? 1 : 0))) ?? 0;
}

function graderDocument(grader: Grader) {
  const { name, type, weight, arm, ...config } = grader;
  return { name, type, weight, config: { ...config, ...(arm !== undefined && { arm }) } };
}

function runDocument(run: RunResult, threshold: number) {
  return {
    score: run.score ?? 0,
    passed: (run.score ?? 0) >= threshold,
    turns: run.turns,
    costUsd: run.costUsd ?? 0,
    judgeCostUsd: run.judgeCostUsd,
    durationSeconds: run.durationMs / 1000,
    startedAt: new Date(run.startedAt).toISOString(),
    error: isGraded(run.outcome) ? null : outcomeText(run.outcome),
    tracePath: run.recording,
    skippedPaidGraders: run.graders.some(
      ({ judgeVotes, passed }) => judgeVotes !== undefined && passed === null,
    ),
    graders: run.graders.map(({ passed, ...grader }) => ({ ...grader, passed: passed === true })),
  };
}
