/*
 * Computes the result of a suite from its recordings alone. The same cases and recordings give the same bytes, whether the
 * agent has just run or never ran on this machine.
 */

import type { EvalCase, Grader } from '../cases/eval-case.js';
import { type GradedTrace, type Grading, gradeRun, type MatchCounter, scoreOf } from '../grade/grade-run.js';
import { isDecided, judgePrompt, maxVotes, voteIn } from '../grade/judge-prompt.js';
import { type Arm, type Recording, type RecordingKey, recordingPath } from '../recording.js';
import { isGraded } from '../run-outcome.js';
import { firingOf } from '../streams/firing.js';
import { readStream } from '../streams/read-stream.js';
import { armsOf, judgeKey, keyOf, modelOf, runsOf, type Suite } from '../suite.js';
import type { CaseResult, EvalResult, PartialReason, RunResult } from './eval-result.js';
import { mean } from './statistics.js';
import { rounded, summarise } from './summarise.js';

/** Undefined for a run that was not done. */
export type FindRecording = (key: RecordingKey) => Recording | undefined;

export interface EvaluateRequest {
  readonly suite: Suite;
  readonly find: FindRecording;
  readonly countMatches: MatchCounter;
  readonly partial: PartialReason | null;
}

export function evaluate(request: EvaluateRequest): EvalResult {
  const { suite, partial } = request;
  const paid = new Set<Recording>();
  const cases = suite.cases.map((given) => caseResult({ ...request, paid }, given));
  const runs = cases.flatMap((one) => Object.values(one.arms).flat());
  const starts = runs.map(({ startedAt }) => startedAt);
  const facts = factsOfAgent(request);
  return {
    format: 1,
    skill: suite.skill,
    agent: { name: suite.agent, version: facts.version ?? null, model: facts.model ?? suite.model ?? null },
    startedAt: starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString(),
    durationSeconds: Math.round(runs.reduce((sum, { durationMs }) => sum + durationMs, 0) / 100) / 10,
    runsPerCase: Math.max(0, ...suite.cases.map((given) => runsOf(suite, given))),
    cases,
    summary: summarise(cases, partial),
    partial,
    faults: suite.faults,
  };
}

/** With the judges that an earlier run asked: the same question is asked and paid once. */
type Evaluating = EvaluateRequest & { readonly paid: Set<Recording> };

/** What is graded of a recording. */
export function traceOf(suite: Suite, recording: Recording, arm: Arm): GradedTrace {
  const facts = readStream(recording.stream, recording.lines);
  const firing = firingOf(facts, { skill: suite.skill.name, text: suite.texts[arm] });
  return { facts, lines: recording.lines, files: recording.files, firing };
}

/** The votes so far on one grader of a run. */
export function votesOn(
  { suite, find }: Pick<EvaluateRequest, 'suite' | 'find'>,
  given: EvalCase,
  grader: Grader,
  trace: GradedTrace,
): { readonly votes: readonly boolean[]; readonly asked: readonly Recording[] } {
  const votes: boolean[] = [];
  const asked: Recording[] = [];
  if (grader.type !== 'llm' && grader.type !== 'baseline') return { votes, asked };
  const prompt = judgePrompt(grader, given, trace);
  for (let vote = 1; vote <= maxVotes && !isDecided(votes); vote += 1) {
    const recording = find(judgeKey(suite, prompt, vote));
    if (recording === undefined) break;
    asked.push(recording);
    const { finalText } = readStream(recording.stream, recording.lines);
    const given = isGraded(recording.outcome) ? voteIn(finalText) : undefined;
    if (given !== undefined) votes.push(given);
  }
  return { votes, asked };
}

function caseResult(request: Evaluating, given: EvalCase): CaseResult {
  const { suite } = request;
  const used = armsOf(suite, given);
  const arms: Partial<Record<Arm, readonly RunResult[]>> = {};
  for (const arm of used) {
    const runs = Array.from({ length: runsOf(suite, given) }, (_, index) => index + 1);
    arms[arm] = runs.flatMap((run) => runResult(request, given, arm, run) ?? []);
  }
  const scoreIn = (arm: Arm) => mean((arms[arm] ?? []).flatMap(({ score }) => score ?? []));
  const scores = Object.fromEntries(used.map((arm) => [arm, scoreIn(arm)]));
  const other = used.includes('old') ? scoreIn('old') : used.includes('without') ? scoreIn('without') : null;
  const own = scoreIn('with');
  return {
    name: given.name,
    path: given.path,
    source: given.source,
    prompt: given.prompt,
    model: modelOf(suite, given) ?? null,
    maxTurns: given.maxTurns,
    timeoutSeconds: given.timeoutSeconds,
    graders: given.graders,
    arms,
    scores,
    difference: own === null || other === null ? null : rounded(own - other),
  };
}

function runResult(request: Evaluating, given: EvalCase, arm: Arm, run: number): RunResult | undefined {
  const { suite, find, countMatches, paid } = request;
  const key = keyOf(suite, { given, arm, run });
  const recording = find(key);
  if (recording === undefined) return undefined;
  const trace = traceOf(suite, recording, arm);
  const graded = isGraded(recording.outcome);
  let judgeCostUsd = 0;
  const votes = (grader: Grader) => {
    const { votes: found, asked } = votesOn(request, given, grader, trace);
    for (const one of asked.filter((recorded) => !paid.has(recorded))) {
      paid.add(one);
      judgeCostUsd += readStream(one.stream, one.lines).costUsd ?? 0;
    }
    return asked.length === 0 ? undefined : found;
  };
  const isCompared = armsOf(suite, given).length > 1;
  const graders: readonly Grading[] = graded
    ? gradeRun(given, arm, isCompared, trace, { countMatches, votesOn: votes })
    : [];
  return {
    run,
    outcome: recording.outcome,
    score: graded && trace.firing !== 'claimed' ? scoreOf(graders) : null,
    firing: trace.firing,
    turns: trace.facts.turns,
    costUsd: trace.facts.costUsd,
    judgeCostUsd: rounded(judgeCostUsd),
    tokens: trace.facts.tokens,
    startedAt: recording.startedAt,
    durationMs: recording.durationMs,
    answer: trace.facts.finalText.slice(0, maxAnswer),
    graders,
    recording: recordingPath(key),
  };
}

const maxAnswer = 4_000;

/** From the first recording that states them. */
function factsOfAgent({ suite, find }: EvaluateRequest) {
  for (const given of suite.cases)
    for (const arm of armsOf(suite, given)) {
      const recording = find(keyOf(suite, { given, arm, run: 1 }));
      if (recording !== undefined) return readStream(recording.stream, recording.lines);
    }
  return { version: undefined, model: undefined };
}
