/*
 * One run of an agent: folders for it alone, its environment built from nothing, and limits for time, silence, turns, cost
 * and output that are counted here, because agents have none of their own or exceed them. However it ends, the run has a
 * named outcome, and none of its processes is left.
 */

import type { RunPlan, RunRecipe } from '../../agents/headless/run-recipe.js';
import { elapsedMs } from '../../system/clock.js';
import type { TemporaryFolder } from '../../system/disk/temporary-folder.js';
import { killMarkedProcesses } from '../../system/process/marked-processes.js';
import { type ProcessOutcome, runProcess } from '../../system/process/process.js';
import type { RunOutcome } from '../rules/run-outcome.js';
import { streamReader } from '../rules/streams/read-stream.js';
import type { StreamFacts } from '../rules/streams/stream.js';
import { LineSplitter } from './line-splitter.js';

export interface AgentRun {
  readonly recipe: RunRecipe;
  /** The program and what is put before the arguments of the plan. */
  readonly command: readonly string[];
  readonly plan: RunPlan;
  /** The folder that is removed after the run, and the one in it that the agent starts in. */
  readonly folder: TemporaryFolder;
  readonly workingFolder: string;
  /** Everything that the agent gets, besides what every program needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Identifies the processes of this run. */
  readonly id: string;
  readonly limits: RunLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** The longest time without a line of output. */
  readonly idleMs: number;
  readonly maxTurns: number;
  readonly maxCostUsd: number | undefined;
  readonly maxOutputBytes: number;
  /** How long the agent may live on after its last line. */
  readonly graceMs: number;
}

export interface FinishedRun {
  readonly outcome: RunOutcome;
  readonly lines: readonly string[];
  readonly facts: StreamFacts;
  readonly durationMs: number;
  /** The end of stderr, for people. */
  readonly stderr: string;
}

/** The variable that every process of a run inherits. */
export const runMark = 'COPPICE_EVAL_RUN';

const maxStderrBytes = 64 * 1024;
/** One line can be the whole output of a tool. */
const maxLineBytes = 16 * 1024 * 1024;

export async function runAgent(run: AgentRun): Promise<FinishedRun> {
  const { recipe, plan, limits, id } = run;
  const reader = streamReader(recipe.stream);
  const lines: string[] = [];
  const stop = new Stop(run.signal);
  const began = elapsedMs();
  let sizeBytes = 0;
  const idle = new Alarm(limits.idleMs, () => stop.because('idle'));
  const grace = new Alarm(limits.graceMs, () => stop.because('ended'));
  const onLine = (line: string): void => {
    if (stop.reason !== undefined) return;
    lines.push(line);
    reader.line(line);
    const { end, turns, costUsd } = reader.progress();
    if (end === undefined) grace.cancel();
    else grace.start();
    if (end !== undefined) return;
    if (turns > limits.maxTurns) stop.because('turn-limit');
    else if (limits.maxCostUsd !== undefined && (costUsd ?? 0) > limits.maxCostUsd)
      stop.because('cost-limit');
  };
  const splitter = new LineSplitter(maxLineBytes, onLine, () => stop.because('output-limit'));
  idle.start();
  try {
    const { outcome, stderr } = await runProcess({
      argv: [...run.command, ...plan.arguments],
      cwd: run.workingFolder,
      environment: { ...run.environment, ...plan.environment, [runMark]: id },
      ...(plan.stdin !== undefined && { stdin: plan.stdin }),
      timeoutMs: limits.timeoutMs,
      maxOutputBytes: maxStderrBytes,
      graceMs: Math.min(2_000, limits.graceMs),
      signal: stop.signal,
      onStdout: (piece) => {
        idle.restart();
        sizeBytes += piece.length;
        if (sizeBytes > limits.maxOutputBytes) stop.because('output-limit');
        else splitter.push(piece);
      },
    });
    splitter.end();
    const facts = reader.facts();
    return {
      outcome: outcomeOf(outcome, stop.reason, facts, lastLine(stderr)),
      lines,
      facts,
      durationMs: Math.round(elapsedMs() - began),
      stderr: stderr.slice(-2_000),
    };
  } finally {
    idle.cancel();
    grace.cancel();
    stop.release();
    killMarkedProcesses(runMark, id);
  }
}

type StopReason = 'idle' | 'turn-limit' | 'cost-limit' | 'output-limit' | 'ended' | 'interrupted';

/** The first reason to stop is the one that counts. */
class Stop {
  reason: StopReason | undefined;
  /** Forgets the signal from outside, which lives longer than a run. */
  readonly release: () => void;
  readonly #controller = new AbortController();

  constructor(outer: AbortSignal | undefined) {
    const interrupt = () => this.because('interrupted');
    outer?.addEventListener('abort', interrupt);
    this.release = () => outer?.removeEventListener('abort', interrupt);
    if (outer?.aborted) interrupt();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  because(reason: StopReason): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}

/** A timer that can be set again. */
class Alarm {
  readonly #afterMs: number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, ring: () => void) {
    this.#afterMs = afterMs;
    this.#ring = ring;
  }

  /** Begins again where it is running. */
  restart(): void {
    this.cancel();
    this.start();
  }

  start(): void {
    this.#timer ??= setTimeout(this.#ring, this.#afterMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** What the agent said about its end counts more than how its process ended. */
function outcomeOf(
  outcome: ProcessOutcome,
  stopped: StopReason | undefined,
  { end, strayLines }: StreamFacts,
  complaint: string,
): RunOutcome {
  if (stopped !== undefined && stopped !== 'ended') return { kind: stopped };
  if (end?.kind === 'failed') return { kind: 'failed', failure: end.failure, message: end.message };
  if (end?.kind === 'done') return { kind: 'completed' };
  if (end !== undefined) return { kind: end.kind };
  switch (outcome.kind) {
    case 'timed-out':
      return { kind: 'timed-out' };
    case 'not-started':
      return { kind: 'not-started', message: outcome.reason };
    case 'aborted':
      return { kind: 'interrupted' };
    case 'signalled':
      return { kind: 'crashed', message: `ended by ${outcome.signal} before its answer was complete` };
    case 'exited': {
      const stray = strayLines > 0 ? ', and printed lines that are not part of its stream' : '';
      const message = `ended with exit code ${outcome.code} before its answer was complete${stray}${complaint}`;
      return { kind: 'crashed', message };
    }
    default:
      return outcome satisfies never;
  }
}

/** What a program says last before it gives up is usually why. */
function lastLine(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1)?.trim().slice(0, 300) ?? '';
  return line === '' ? '' : `: ${line}`;
}
