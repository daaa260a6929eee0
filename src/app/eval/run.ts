/*
 * An evaluation as the command line asks for it: the skill, its cases, the agent with its sign-in, and where recordings
 * are.
 */

import { resolve } from 'node:path';
import type { RunRecipe } from '../../agents/headless/run-recipe.js';
import { agents } from '../../agents/index.js';
import { type FoundCases, findCases } from '../../eval/find-cases.js';
import type { AgentToRun } from '../../eval/record-run.js';
import type { EvalCase } from '../../eval/rules/cases/eval-case.js';
import { matchesGlob } from '../../eval/rules/grade/file-glob.js';
import type { Arm } from '../../eval/rules/recording.js';
import type { EvalResult } from '../../eval/rules/result/eval-result.js';
import { type Suite, stepsOf } from '../../eval/rules/suite.js';
import { removeAbandonedRuns } from '../../eval/run/prepare-run.js';
import { defaultLimits, runSuite, type SuiteProgress } from '../../eval/run-suite.js';
import { recordingStore } from '../../eval/store/recordings.js';
import { storeResult } from '../../eval/store/results.js';
import type { Library } from '../../library/open-library.js';
import { createEnvironmentFinder } from '../../scan/secrets/redact.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import {
  contentOf,
  type EvalTarget,
  evalTarget,
  requireTrusted,
  type SkillContent,
  skillContent,
} from './target.js';

export interface EvalRequest {
  readonly skill: string;
  readonly agent: string | undefined;
  readonly agentCommand: string | readonly string[] | undefined;
  readonly cases: string | undefined;
  readonly only: readonly string[];
  readonly tags: readonly string[];
  readonly runs: number | undefined;
  /** Whether the arm without the skill is left out. */
  readonly isAlone: boolean;
  /** A folder with the skill as it was, or the one file of it that was different, with its bytes if it was there. */
  readonly old: string | { readonly path: string; readonly bytes: Uint8Array | undefined } | undefined;
  readonly model: string | undefined;
  readonly judgeModel: string | undefined;
  readonly maxCostUsd: number | undefined;
  readonly allowedTools: readonly string[];
  readonly trustsCases: boolean;
  readonly credential: string | undefined;
  readonly passed: readonly string[];
  readonly recordings: string | undefined;
  readonly isReplay: boolean;
}

export interface PlannedEval {
  readonly library: Library;
  readonly target: EvalTarget;
  readonly old: SkillContent | undefined;
  readonly suite: Suite;
  readonly recipe: RunRecipe;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly recordings: string;
  /** The number of runs, without those of judges. */
  readonly steps: number;
}

const runnable = agents.filter((one) => one.headless?.run !== undefined);

export function planEval(context: Context, library: Library, request: EvalRequest): PlannedEval {
  const { files, workingFolder } = context;
  const { config, home } = library;
  const agentName = request.agent ?? (config['eval.agent'] || 'claude');
  const agent = runnable.find(({ name }) => name === agentName);
  const recipe = agent?.headless?.run;
  if (agent === undefined || recipe === undefined)
    throw new CoppiceError('bad-value', `no evaluation can be run with ${agentName}`, {
      hint: `one of ${runnable.map(({ name }) => name).join(', ')}`,
    });
  if (request.maxCostUsd !== undefined && !recipe.statesCost)
    throw new CoppiceError('bad-value', `${agent.title} does not state what a run costs`, {
      hint: 'leave --max-cost out, and set a limit where you pay for it',
    });
  const target = evalTarget(library, workingFolder, request.skill);
  const old = request.old === undefined ? undefined : oldContent(context, target, request.old);
  const given = request.cases === undefined ? undefined : resolve(workingFolder, request.cases);
  const found = findCases(files, { skill: target.folder, cases: given });
  const cases = chosenCases(found, request, recipe);
  const arms: readonly Arm[] = [
    'with',
    ...(old === undefined ? [] : (['old'] as const)),
    ...(request.isAlone || old !== undefined ? [] : (['without'] as const)),
  ];
  const suite: Suite = {
    skill: { id: target.id, name: target.name, digest: target.digest, description: target.description },
    texts: { with: target.text, ...(old && { old: old.text }) },
    digests: { with: target.digest, ...(old && { old: old.digest }) },
    cases,
    faults: found.faults,
    agent: agent.name,
    stream: recipe.stream,
    arms,
    runs: request.runs,
    model: request.model,
    judgeModel: request.judgeModel,
  };
  const recordings =
    request.recordings === undefined
      ? homePaths(home).evalRecordings
      : resolve(workingFolder, request.recordings);
  const command = commandOf(agent.binary, request.agentCommand ?? config['eval.agent_command']);
  const environment = request.isReplay
    ? {}
    : environmentOf(context, recipe, request, config['eval.credential']);
  return {
    ...{ library, target, old, suite, recipe, command, environment, recordings },
    steps: stepsOf(suite).length,
  };
}

function oldContent(
  { files, workingFolder }: Context,
  target: EvalTarget,
  old: NonNullable<EvalRequest['old']>,
): SkillContent {
  if (typeof old === 'string') return skillContent(files, resolve(workingFolder, old), old);
  const others = target.files.filter(({ path }) => path !== old.path);
  const before = old.bytes && { path: old.path, bytes: old.bytes, executable: false };
  return contentOf([...others, ...(before ? [before] : [])], target.folder, target.id);
}

function chosenCases(
  { cases, faults }: FoundCases,
  { only, tags }: EvalRequest,
  recipe: RunRecipe,
): readonly EvalCase[] {
  const chosen = cases
    .filter(({ name }) => only.length === 0 || only.some((glob) => matchesGlob(glob, name)))
    .filter((one) => tags.length === 0 || one.tags.some((tag) => tags.includes(tag)));
  if (chosen.length === 0)
    throw new CoppiceError('not-found', 'there is no such case', {
      hint: faults[0] ?? `there are: ${cases.map(({ name }) => name).join(', ')}`,
    });
  for (const { path, prompt, appendSystemPrompt, name } of chosen) {
    const reason = recipe.refuses?.(prompt, appendSystemPrompt);
    if (reason !== undefined)
      throw new CoppiceError(
        'bad-value',
        `${path}: the prompt of ${name} cannot be given to this agent: ${reason}`,
      );
  }
  return chosen;
}

/** Text is run by the shell, which gives it the arguments; a list is a program and its first arguments. */
function commandOf(binary: string, given: string | readonly string[]): readonly string[] {
  if (given.length === 0) return [binary];
  return typeof given === 'string' ? ['sh', '-c', `${given} "$@"`, 'sh'] : given;
}

function environmentOf(
  { environment }: Context,
  { credentials }: RunRecipe,
  { credential, passed }: EvalRequest,
  configured: string,
): Readonly<Record<string, string>> {
  const named = credential ?? (configured || undefined);
  const chosen = named ?? credentials.find((name) => environment[name]);
  if (named !== undefined && !environment[named])
    throw new CoppiceError('bad-value', `the variable ${named} is not set`, {
      hint: `it signs the agent in; without --credential, the first of ${credentials.join(', ')} that is set is used`,
    });
  const names = [...(chosen === undefined ? [] : [chosen]), ...passed];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

export interface EvalRun {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SuiteProgress) => void;
}

export async function runEval(
  context: Context,
  plan: PlannedEval,
  request: EvalRequest,
  { signal, onProgress }: EvalRun = {},
): Promise<EvalResult> {
  const { files, clock } = context;
  const { library, target, suite, recordings } = plan;
  const store = recordingStore(files, recordings);
  if (request.isReplay) return await runSuite({ suite, recordings: store, agent: 'replay', onProgress });
  requireTrusted(library, target, request.trustsCases);
  removeAbandonedRuns();
  const result = await runSuite({
    suite,
    recordings: store,
    onProgress,
    agent: agentToRun(context, plan, request, signal),
  });
  if (result.partial === null)
    storeResult({ files, home: library.home }, result, target.storedAs, clock.now());
  return result;
}

/** The agent of a plan, with the files of its skill. */
export function agentToRun(
  { clock, environment: own }: Context,
  { target, old, recipe, command, environment }: PlannedEval,
  { allowedTools, trustsCases, maxCostUsd }: EvalRequest,
  signal: AbortSignal | undefined,
): AgentToRun {
  return {
    ...{ recipe, command, environment, clock, signal, allowedTools, trustsCases, maxCostUsd },
    files: { with: target.files, ...(old && { old: old.files }) },
    limits: defaultLimits,
    find: createEnvironmentFinder(own),
  };
}
