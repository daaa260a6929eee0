/*
 * Runs the fake agent as one of the real ones, for tests.
 */

import { resolve } from 'node:path';
import type { StreamFormat } from '../../agents/headless/run-recipe.js';
import { agentNamed } from '../../agents/index.js';
import { randomIds } from '../../system/ids.js';
import { createdFiles, prepareRun, projectFiles } from './prepare-run.js';
import { type RunLimits, runAgent } from './run-agent.js';

/** Tests and benches run in the folder of the project, and benches from a bundle that is elsewhere. */
const script = resolve('test/fixtures/eval/fake-agent.mjs');

export const tideSkill =
  '---\nname: tide\ndescription: Tells when it is high water.\n---\nAnswer: 04:12 UTC\n';

/** The fake agent as a command; the behaviour is described in it. */
export function fakeAgent(format: StreamFormat, behaviour = 'good'): readonly string[] {
  return [process.execPath, script, format, behaviour];
}

export interface FakeRun {
  readonly prompt?: string;
  readonly skill?: string | undefined;
  readonly behaviour?: string;
  readonly limits?: Partial<RunLimits>;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function runFake(format: StreamFormat, given: FakeRun = {}) {
  const { prompt = 'When is high water?', skill = tideSkill, behaviour, limits = {} } = given;
  const recipe = agentNamed(format).headless?.run;
  if (recipe === undefined) throw new Error(`no recipe: ${format}`);
  const request = {
    prompt,
    model: undefined,
    maxTurns: 10,
    maxCostUsd: undefined,
    allowedTools: [],
    isToolless: false,
    appendSystemPrompt: undefined,
  };
  const files =
    skill === '' ? [] : [{ path: 'SKILL.md', bytes: new TextEncoder().encode(skill), executable: false }];
  const prepared = prepareRun(recipe, request, { name: 'tide', files }, []);
  const id = randomIds.next();
  try {
    const before = projectFiles(prepared);
    const finished = await runAgent({
      recipe,
      command: fakeAgent(format, behaviour),
      plan: prepared.plan,
      folder: prepared.folder,
      workingFolder: prepared.workingFolder,
      environment: { ...prepared.environment, ...given.environment },
      id,
      limits: {
        timeoutMs: 20_000,
        idleMs: 20_000,
        maxTurns: 10,
        maxCostUsd: undefined,
        maxOutputBytes: 8 * 1024 * 1024,
        graceMs: 300,
        ...limits,
      },
    });
    return { ...finished, id, created: createdFiles(prepared, before), folder: prepared.folder.path };
  } finally {
    prepared.folder.remove();
  }
}
