/*
 * Runs steps in order. A failure is reported, and the next step still runs.
 */

import { CoppiceError } from '../../../text/errors.js';

export interface Step<Result extends StepResult = StepResult> {
  /** The command and its flags. */
  readonly name: string;
  run(): Promise<Result>;
}

interface StepResult {
  readonly document: unknown;
  readonly exitCode?: ExitCode;
}

/** The exit codes of commands; a greater one means more unfinished work. */
export type ExitCode = 0 | 1 | 3 | 4;

export interface StepOutcome<Result extends StepResult = StepResult> {
  readonly name: string;
  readonly exitCode: ExitCode;
  /** Null also if the document of the result contains the error. */
  readonly error: ReportedError | null;
  /** Null if the step threw an error. */
  readonly result: Result | null;
}

export async function runSteps<Result extends StepResult>(
  steps: readonly Step<Result>[],
): Promise<readonly StepOutcome<Result>[]> {
  const outcomes: StepOutcome<Result>[] = [];
  for (const step of steps) outcomes.push(await outcomeOf(step));
  return outcomes;
}

export function worstExitCode(outcomes: readonly Pick<StepOutcome, 'exitCode'>[]): ExitCode {
  return outcomes.reduce<ExitCode>((worst, { exitCode }) => (exitCode > worst ? exitCode : worst), 0);
}

async function outcomeOf<Result extends StepResult>({
  name,
  run,
}: Step<Result>): Promise<StepOutcome<Result>> {
  try {
    const result = await run();
    return { name, exitCode: result.exitCode ?? 0, error: null, result };
  } catch (thrown) {
    return { name, exitCode: 1, error: reportedError(thrown), result: null };
  }
}

/** An error in a document. */
export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Accepts any thrown value, because a bug in one step must not hide the results of others. */
export function reportedError(thrown: unknown): ReportedError {
  if (thrown instanceof CoppiceError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint ?? null };
  }
  return { code: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown), hint: null };
}
