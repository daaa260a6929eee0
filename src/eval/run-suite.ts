/*
 * Runs a suite: every step by the agent, or from its recording where it is replayed. Each run is stored as soon as it is
 * done, so an interruption keeps what was run. The result is computed from the recordings in both cases.
 */

import { CoppiceError } from '../text/errors.js';
import { type AgentToRun, recordRun } from './record-run.js';
import { isDecided, judgePrompt, maxVotes } from './rules/grade/judge-prompt.js';
import { type Recording, type RecordingKey, recordingPath } from './rules/recording.js';
import type { EvalResult, PartialReason } from './rules/result/eval-result.js';
import { evaluate, traceOf, votesOn } from './rules/result/evaluate.js';
import { armTitles } from './rules/result/figures.js';
import { isGraded } from './rules/run-outcome.js';
import { readStream } from './rules/streams/read-stream.js';
import { judgeKey, keyOf, modelOf, type Step, type Suite, stepsOf } from './rules/suite.js';
import { boundedMatcher } from './run/count-matches.js';
import type { RecordingStore } from './store/recordings.js';

export interface SuiteRun {
  readonly suite: Suite;
  readonly recordings: RecordingStore;
  readonly agent: AgentToRun | 'replay';
  /** Whether a run that is recorded with a result is not done again. */
  readonly reuses?: boolean | undefined;
  readonly onProgress?: ((progress: SuiteProgress) => void) | undefined;
}

export interface SuiteProgress {
  readonly done: number;
  readonly total: number;
  readonly costUsd: number | null;
}

export const defaultLimits = { idleMs: 180_000, graceMs: 10_000, maxOutputBytes: 64 * 1024 * 1024 } as const;

const judgeLimits = { maxTurns: 3, timeoutMs: 180_000 } as const;

export async function runSuite(run: SuiteRun): Promise<EvalResult> {
  const { suite, agent, recordings, onProgress } = run;
  const done = new Map<string, Recording>();
  const find = (key: RecordingKey) => done.get(recordingPath(key));
  const steps = stepsOf(suite);
  const budget = new Budget(agent === 'replay' ? undefined : agent.maxCostUsd);
  let partial: PartialReason | null = null;
  const paidBefore = new Set<Recording>();
  const recorded = (key: RecordingKey): Recording | undefined => {
    const found = run.reuses ? recordings.find(key) : undefined;
    if (found?.kind !== 'found' || !isGraded(found.recording.outcome)) return undefined;
    paidBefore.add(found.recording);
    return found.recording;
  };
  const keep = (recording: Recording): Recording => {
    const path = recordingPath(recording.key);
    const isNew = done.get(path) !== recording && !paidBefore.has(recording);
    done.set(path, recording);
    if (isNew) budget.add(readStream(recording.stream, recording.lines).costUsd);
    return recording;
  };
  onProgress?.({ done: 0, total: steps.length, costUsd: 0 });
  for (const [index, step] of steps.entries()) {
    const key = keyOf(suite, step);
    if (agent === 'replay') {
      const recording = keep(replayed(recordings, key, step));
      await judge({ suite, find, keep }, step, recording, async (vote) => replayed(recordings, vote, step));
    } else {
      if (agent.signal?.aborted) partial ??= 'interrupted';
      else if (budget.isSpent()) partial ??= 'cost_ceiling';
      if (partial !== null) break;
      // Two cases that ask for the same have one answer: a second one would replace the first in the recordings.
      const earlier = find(key) ?? recorded(key);
      const recording = earlier ?? (await runStep(suite, agent, step, key, budget.left()));
      // What was interrupted is no recording of the case: a later run does it again.
      if (recording.outcome.kind === 'interrupted') {
        partial = 'interrupted';
        break;
      }
      if (earlier === undefined) recordings.put(recording);
      keep(recording);
      if (index === 0 && isNotReady(recording)) {
        partial = 'auth_failed';
        break;
      }
      await judge({ suite, find, keep }, step, recording, newVote(run, agent, budget, recorded));
    }
    onProgress?.({ done: index + 1, total: steps.length, costUsd: budget.spent });
  }
  if (agent !== 'replay' && agent.signal?.aborted) partial ??= 'interrupted';
  return evaluate({ suite, find, countMatches: boundedMatcher(), partial });
}

/** Runs without a stated cost make the sum unknown, and not the limit void: each counts like the most expensive one. */
class Budget {
  readonly #limit: number | undefined;
  #stated = 0;
  #most = 0;
  #unstated = 0;

  constructor(limit: number | undefined) {
    this.#limit = limit;
  }

  get spent(): number | null {
    return this.#unstated > 0 ? null : this.#stated;
  }

  add(costUsd: number | null): void {
    if (costUsd === null) this.#unstated += 1;
    this.#stated += costUsd ?? 0;
    this.#most = Math.max(this.#most, costUsd ?? 0);
  }

  isSpent(): boolean {
    return this.#limit !== undefined && this.#assumed() >= this.#limit;
  }

  left(): number | undefined {
    return this.#limit === undefined ? undefined : Math.max(0.01, this.#limit - this.#assumed());
  }

  #assumed(): number {
    return this.#stated + this.#unstated * this.#most;
  }
}

/** An agent that ends without a line will do the same in every other run. */
function isNotReady({ outcome, lines }: Recording): boolean {
  if (outcome.kind === 'crashed') return lines.length === 0;
  return outcome.kind === 'not-started' || (outcome.kind === 'failed' && outcome.failure === 'sign-in');
}

/** A replay has every recording that it needs, or fails and says which one it lacks. */
function replayed(recordings: RecordingStore, key: RecordingKey, { given, arm, run }: Step): Recording {
  const found = recordings.find(key);
  if (found.kind === 'found') return found.recording;
  const what = `${key.arm === 'judge' ? `judge ${key.run} on ` : ''}run ${run} of ${given.name} ${armTitles[arm]}`;
  const path = `${recordings.folder}/${recordingPath(key)}`;
  if (found.kind === 'missing')
    throw new CoppiceError('not-found', `there is no recording of ${what}: ${path}`, {
      hint: 'the case, the skill or the agent has changed; run the evaluation with the agent again',
    });
  throw new CoppiceError('recording-damaged', `the recording of ${what} is damaged: ${path} ${found.why}`, {
    hint: 'restore the file from version control, or run the evaluation with the agent again, which replaces it',
  });
}

async function runStep(
  suite: Suite,
  agent: AgentToRun,
  { given, arm }: Step,
  key: RecordingKey,
  maxCostUsd: number | undefined,
): Promise<Recording> {
  const skill = agent.files[arm];
  return await recordRun(suite, agent, key, {
    prompt: given.prompt,
    model: modelOf(suite, given),
    maxTurns: given.maxTurns,
    timeoutMs: given.timeoutSeconds * 1000,
    maxCostUsd,
    isToolless: false,
    appendSystemPrompt: given.appendSystemPrompt,
    skill: skill === undefined ? undefined : { name: suite.skill.name, files: skill },
    given,
  });
}

/** A recording of a judge; undefined where no more are to be had. */
type ObtainVote = (key: RecordingKey, prompt: string) => Promise<Recording | undefined>;

interface Judging {
  readonly suite: Suite;
  readonly find: (key: RecordingKey) => Recording | undefined;
  readonly keep: (recording: Recording) => Recording;
}

/** Asks as many judges as are needed to decide. */
async function judge(
  { suite, find, keep }: Judging,
  { given, arm }: Step,
  recording: Recording,
  obtain: ObtainVote,
): Promise<void> {
  if (!isGraded(recording.outcome)) return;
  const trace = traceOf(suite, recording, arm);
  for (const grader of given.graders) {
    if (grader.type !== 'llm' && grader.type !== 'baseline') continue;
    const prompt = judgePrompt(grader, given, trace);
    for (let vote = 1; vote <= maxVotes; vote += 1) {
      if (isDecided(votesOn({ suite, find }, given, grader, trace).votes)) break;
      const key = judgeKey(suite, prompt, vote);
      if (find(key) !== undefined) continue;
      const made = await obtain(key, prompt);
      if (made === undefined) return;
      keep(made);
    }
  }
}

function newVote(
  { suite, recordings }: SuiteRun,
  agent: AgentToRun,
  budget: Budget,
  recorded: (key: RecordingKey) => Recording | undefined,
): ObtainVote {
  return async (key, prompt) => {
    const earlier = recorded(key);
    if (earlier !== undefined) return earlier;
    if (budget.isSpent() || agent.signal?.aborted) return undefined;
    const made = await recordRun(suite, agent, key, {
      prompt,
      model: suite.judgeModel ?? suite.model,
      ...judgeLimits,
      maxCostUsd: budget.left(),
      isToolless: true,
      appendSystemPrompt: undefined,
      skill: undefined,
      given: undefined,
    });
    if (made.outcome.kind === 'interrupted') return undefined;
    recordings.put(made);
    return made;
  };
}
