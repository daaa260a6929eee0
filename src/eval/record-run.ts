/*
 * One run of the agent as a recording: prepared, run within its limits, redacted, and its folder removed.
 */

import type { RunRecipe } from '../agents/headless/run-recipe.js';
import { SessionRedactor } from '../evidence/rules/redaction/session-redactor.js';
import type { Finder } from '../scan/secrets/find.js';
import type { Clock } from '../system/clock.js';
import { randomIds, randomKey } from '../system/ids.js';
import type { EvalCase } from './rules/cases/eval-case.js';
import type { Arm, Recording, RecordingKey } from './rules/recording.js';
import { redactRecording } from './rules/redact-recording.js';
import type { Suite } from './rules/suite.js';
import { createdFiles, prepareRun, projectFiles, runScaffold, type SkillFile } from './run/prepare-run.js';
import { type RunLimits, runAgent } from './run/run-agent.js';

export interface AgentToRun {
  readonly recipe: RunRecipe;
  /** The program and what is put before its arguments. */
  readonly command: readonly string[];
  /** The variables that the agent is given, with the one that signs it in. */
  readonly environment: Readonly<Record<string, string>>;
  /** The files of the skill in each arm that has one. */
  readonly files: Readonly<Partial<Record<Arm, readonly SkillFile[]>>>;
  /** Tools that the person allows beyond reading. */
  readonly allowedTools: readonly string[];
  /** Whether scripts and variables of the cases are used. */
  readonly trustsCases: boolean;
  readonly maxCostUsd: number | undefined;
  readonly limits: Pick<RunLimits, 'idleMs' | 'graceMs' | 'maxOutputBytes'>;
  readonly find: Finder;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

export interface RunToRecord {
  readonly prompt: string;
  readonly model: string | undefined;
  readonly maxTurns: number;
  readonly timeoutMs: number;
  readonly maxCostUsd: number | undefined;
  readonly isToolless: boolean;
  readonly appendSystemPrompt: string | undefined;
  readonly skill: { readonly name: string; readonly files: readonly SkillFile[] } | undefined;
  /** Undefined for a judge. */
  readonly given: EvalCase | undefined;
}

export async function recordRun(
  suite: Suite,
  agent: AgentToRun,
  key: RecordingKey,
  { skill, given, timeoutMs, ...request }: RunToRecord,
): Promise<Recording> {
  const startedAt = agent.clock.now();
  const { allowedTools } = agent;
  const prepared = prepareRun(agent.recipe, { ...request, allowedTools }, skill, given?.files ?? []);
  const redactor = new SessionRedactor({ find: agent.find, newKey: randomKey });
  for (const value of Object.values(agent.environment)) redactor.remember(value);
  const finished = (made: Pick<Recording, 'outcome' | 'lines' | 'files' | 'durationMs'>): Recording =>
    redactRecording(
      { format: 1, key, stream: suite.stream, startedAt, ...made },
      redactor,
      prepared.folder.path,
    );
  try {
    const trusted = agent.trustsCases ? given : undefined;
    const fault = trusted?.scaffold === undefined ? undefined : await runScaffold(prepared, trusted.scaffold);
    if (fault !== undefined)
      return finished({
        outcome: { kind: 'scaffold-failed', message: fault },
        lines: [],
        files: [],
        durationMs: 0,
      });
    const before = projectFiles(prepared);
    const { outcome, lines, durationMs } = await runAgent({
      recipe: agent.recipe,
      command: agent.command,
      plan: prepared.plan,
      folder: prepared.folder,
      workingFolder: prepared.workingFolder,
      environment: { ...prepared.environment, ...trusted?.environment, ...agent.environment },
      id: randomIds.next(),
      limits: {
        ...agent.limits,
        timeoutMs,
        maxTurns: request.maxTurns,
        maxCostUsd: request.maxCostUsd,
        idleMs: Math.min(agent.limits.idleMs, timeoutMs),
      },
      signal: agent.signal,
    });
    return finished({ outcome, lines, files: createdFiles(prepared, before), durationMs });
  } finally {
    prepared.folder.remove();
  }
}
