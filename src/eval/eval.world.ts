/*
 * A suite over the fake agent, with a skill and cases in memory and recordings in a folder of the disk in memory.
 */

import type { StreamFormat } from '../agents/headless/run-recipe.js';
import { agentNamed } from '../agents/index.js';
import { fixedClock } from '../system/clock.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { sha256Hex } from '../text/hash.js';
import { caseDefaults, type EvalCase, type Grader, type RegexGrader } from './rules/cases/eval-case.js';
import type { Arm } from './rules/recording.js';
import type { Suite } from './rules/suite.js';
import { fakeAgent, tideSkill } from './run/run-agent.world.js';
import { defaultLimits, runSuite, type SuiteProgress } from './run-suite.js';
import { recordingStore } from './store/recordings.js';

export const utcGrader: Extract<Grader, RegexGrader> = {
  name: 'utc',
  type: 'regex',
  weight: 1,
  arm: undefined,
  pattern: 'UTC',
  flags: '',
  match: 'contains',
  target: 'last_message',
};

export function caseOf(given: Partial<EvalCase> = {}): EvalCase {
  return {
    name: 'husum',
    source: 'prose',
    path: 'evals/husum',
    prompt: 'When is high water?',
    graders: [utcGrader],
    tags: [],
    runs: undefined,
    model: undefined,
    ...caseDefaults,
    allowedTools: [],
    appendSystemPrompt: undefined,
    environment: {},
    scaffold: undefined,
    files: [],
    ...given,
  };
}

export interface FakeSuite {
  readonly format?: StreamFormat;
  readonly skill?: string;
  readonly old?: string;
  readonly cases?: readonly EvalCase[];
  readonly arms?: readonly Arm[];
  readonly runs?: number;
  readonly behaviour?: string;
  /** Instead of the fake agent. */
  readonly command?: readonly string[];
  readonly files?: Files;
  readonly recordings?: string;
  readonly isReplay?: boolean;
  readonly reuses?: boolean;
  readonly maxCostUsd?: number;
  readonly trustsCases?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SuiteProgress) => void;
}

export async function evaluateFake(given: FakeSuite = {}) {
  const { format = 'claude', skill = tideSkill, old, files = memoryFiles() } = given;
  const recipe = agentNamed(format).headless?.run;
  if (recipe === undefined) throw new Error(`no recipe: ${format}`);
  const bytes = (text: string) => [
    { path: 'SKILL.md', bytes: new TextEncoder().encode(text), executable: false },
  ];
  const suite: Suite = {
    skill: {
      id: 'home:tide',
      name: 'tide',
      description: 'Tells when it is high water.',
      digest: sha256Hex(skill),
    },
    texts: { with: skill, ...(old !== undefined && { old }) },
    digests: { with: sha256Hex(skill), ...(old !== undefined && { old: sha256Hex(old) }) },
    cases: given.cases ?? [caseOf()],
    faults: [],
    agent: format,
    stream: format,
    arms: given.arms ?? ['with', 'without'],
    runs: given.runs ?? 2,
    model: undefined,
    judgeModel: undefined,
  };
  const result = await runSuite({
    suite,
    recordings: recordingStore(files, given.recordings ?? '/r'),
    onProgress: given.onProgress,
    reuses: given.reuses,
    agent: given.isReplay
      ? 'replay'
      : {
          recipe,
          command: given.command ?? fakeAgent(format, given.behaviour),
          environment: given.environment ?? {},
          files: { with: bytes(skill), ...(old !== undefined && { old: bytes(old) }) },
          allowedTools: [],
          trustsCases: given.trustsCases ?? false,
          maxCostUsd: given.maxCostUsd,
          limits: { ...defaultLimits, graceMs: 300 },
          find: () => [],
          clock: fixedClock(1_793_520_000_000),
          signal: given.signal,
        },
  });
  return { result, suite, files };
}
