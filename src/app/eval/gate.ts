/*
 * Evaluations as gates. A change to a skill is evaluated against the bytes before it while both are at hand, and taken
 * back if it is not at least as good. What is published needs a stored result for its very bytes. Whatever cannot be
 * decided is refused.
 */

import { claimOf, type EvalRequirement, unmetBecause } from '../../eval/rules/gate.js';
import { headline } from '../../eval/rules/result/page-text.js';
import { type StoredResult, storedResults } from '../../eval/store/results.js';
import type { EvaluateChange } from '../../evolve/notes/verify.js';
import type { Config } from '../../library/config/config.js';
import type { Library } from '../../library/open-library.js';
import { type EvaluationClaim, evaluationClaim } from '../../registry/api/evaluation.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import { type EvalRequest, planEval, runEval } from './run.js';
import { skillContent } from './target.js';

/** An evaluation with the configured agent and its defaults. */
const plainRequest: Omit<EvalRequest, 'skill'> = {
  agent: undefined,
  agentCommand: undefined,
  cases: undefined,
  only: [],
  tags: [],
  runs: undefined,
  isAlone: false,
  old: undefined,
  model: undefined,
  judgeModel: undefined,
  maxCostUsd: undefined,
  allowedTools: [],
  trustsCases: false,
  credential: undefined,
  passed: [],
  recordings: undefined,
  isReplay: false,
};

/** A verifier stage. The new bytes are on the disk, and the old text is given. */
export function evaluateChange(context: Context, library: Library): EvaluateChange {
  return async ({ folder, path, before }) => {
    try {
      const request: EvalRequest = { ...plainRequest, skill: folder, old: { path, bytes: before } };
      const result = await runEval(context, planEval(context, library, request), request);
      const required = { minDifference: 0, ...configuredRequirement(library.config) };
      const unmet = unmetBecause(claimOf(result), required);
      return { exitCode: unmet === undefined ? 0 : 1, output: unmet ?? headline(result) };
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      return { exitCode: 1, output: error.message };
    }
  };
}

/** Evaluations cost money, so a program that nobody watches needs the consent of the configuration. */
export function requireUnattended({ config }: Library, what: string): void {
  if (config['eval.unattended']) return;
  throw new CoppiceError('usage', `${what} starts your agent without asking`, {
    hint: 'allow it with unattended = true in the section [eval] of the configuration',
  });
}

/** What the configuration asks of results. */
function configuredRequirement(config: Config): EvalRequirement {
  const [minScore, minDifference] = [config['eval.min_score'], config['eval.min_difference']];
  return {
    ...(minScore > 0 && { minScore }),
    ...(minDifference > -1 && { minDifference }),
  };
}

/** The newest result for the bytes in a folder that meets the configuration; throws where there is none. */
export function requireResult(files: Files, library: Library, folder: string, shown: string): StoredResult {
  const { digest } = skillContent(files, folder, shown);
  const [newest] = storedResults({ files, home: library.home }, digest);
  if (newest === undefined)
    throw new CoppiceError('verify-failed', `${shown} has not been evaluated as it is now`, {
      hint: `run the evaluation first: coppice eval ${shown}`,
    });
  const unmet = unmetBecause(newest, configuredRequirement(library.config));
  if (unmet === undefined) return newest;
  throw new CoppiceError('verify-failed', `the evaluation of ${shown} is not good enough: ${unmet}`, {
    hint: `coppice eval ${shown} shows the cases`,
  });
}

/**
 * What a registry is sent about the bytes in a folder: the newest complete result for them, of those that compared the
 * skill with none if there is one. Undefined where there is no result.
 */
export function claimAbout(
  { files, home }: Pick<Library, 'files' | 'home'>,
  digest: string,
): EvaluationClaim | undefined {
  const complete = storedResults({ files, home }, digest).filter((one) => !one.isPartial);
  const chosen = complete.find(({ interval }) => interval?.against === 'without') ?? complete[0];
  if (chosen === undefined) return undefined;
  const { agent, model, at, score, difference: value, interval, verdict, cases, runs } = chosen;
  const claim = {
    digest: `sha256:${digest}`,
    ...{ agent, score, verdict, cases, runs },
    ran_at: new Date(at).toISOString(),
    difference: value === null || interval === null ? null : { value, ...interval },
  };
  // A model may have a name that is not sent, which is no reason to send nothing.
  return [
    { ...claim, model },
    { ...claim, model: null },
  ]
    .map((one) => evaluationClaim.safeParse(one).data)
    .find((one) => one !== undefined);
}
