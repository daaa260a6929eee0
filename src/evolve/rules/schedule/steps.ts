/*
 * Steps, one after the other. That one fails is told, and the next is still tried.
 */

import { CoppiceError } from '../../../text/errors.js';

export interface Step<Result extends StepResult = StepResult> {
  /** The verb and its flags. */
  readonly name: string;
  run(): Promise<Result>;
}

interface StepResult {
  readonly document: unknown;
  readonly exitCode?: ExitCode;
}

/** As verbs exit; the greater, the more was left half done. */
export type ExitCode = 0 | 1 | 3 | 4;

export interface StepOutcome<Result extends StepResult = StepResult> {
  readonly name: string;
  readonly exitCode: ExitCode;
  /** Null also when the document of the result tells what went wrong. */
  readonly error: ReportedError | null;
  /** Null when it was thrown out of its work. */
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

/*
 * An error as documents show it.
 */

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Whatever was thrown: a fault of the program in one place must not hide what was done in others. */
export function reportedError(thrown: unknown): ReportedError {
  if (thrown instanceof CoppiceError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint ?? null };
  }
  return { code: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown), hint: null };
}
