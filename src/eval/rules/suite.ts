/*
 * The plan of an evaluation as data: which case runs in which arm how often, and by which key each run is recorded. The
 * arms take turns, so that a limit of the service that is reached in the middle hits all of them.
 */

import { sha256Hex } from '../../text/hash.js';
import { caseHash } from './cases/case-hash.js';
import type { EvalCase } from './cases/eval-case.js';
import type { Arm, RecordingKey } from './recording.js';
import type { EvaluatedSkill } from './result/eval-result.js';
import type { StreamFormat } from './streams/stream.js';

export interface Suite {
  readonly skill: EvaluatedSkill;
  /** The SKILL.md that the agent is given in each arm. */
  readonly texts: Readonly<Partial<Record<Arm, string>>>;
  /** The digest of what the agent is given in each arm; absent where it is given no skill. */
  readonly digests: Readonly<Partial<Record<Arm, string>>>;
  readonly cases: readonly EvalCase[];
  readonly faults: readonly string[];
  readonly agent: string;
  readonly stream: StreamFormat;
  readonly arms: readonly Arm[];
  /** How often each case runs in each arm, where the case does not say. */
  readonly runs: number | undefined;
  readonly model: string | undefined;
  readonly judgeModel: string | undefined;
}

const defaultRuns = 3;

export interface Step {
  readonly given: EvalCase;
  readonly arm: Arm;
  readonly run: number;
}

export function stepsOf(suite: Suite): readonly Step[] {
  return suite.cases.flatMap((given) =>
    Array.from({ length: runsOf(suite, given) }, (_, index) =>
      armsOf(suite, given).map((arm) => ({ given, arm, run: index + 1 })),
    ).flat(),
  );
}

export function runsOf({ runs }: Suite, given: EvalCase): number {
  return runs ?? given.runs ?? defaultRuns;
}

/** Whether a skill is loaded can only be seen where there is one. */
export function armsOf({ arms }: Suite, { source }: EvalCase): readonly Arm[] {
  return source === 'triggers' ? arms.filter((arm) => arm !== 'without') : arms;
}

export function keyOf(suite: Suite, { given, arm, run }: Step): RecordingKey {
  return {
    agent: suite.agent,
    caseHash: caseHash(given, modelOf(suite, given)),
    digest: suite.digests[arm] ?? 'none',
    arm,
    run,
  };
}

export function modelOf({ model }: Suite, given: EvalCase): string | undefined {
  return model ?? given.model;
}

/** The same question is asked once, however many runs gave the same answer. */
export function judgeKey({ agent, judgeModel }: Suite, prompt: string, vote: number): RecordingKey {
  const caseHashOfJudge = sha256Hex(JSON.stringify(['coppice-eval-judge-1', judgeModel ?? null, prompt]));
  return { agent, caseHash: caseHashOfJudge, digest: 'none', arm: 'judge', run: vote };
}
