/*
 * The report of a scheduled run: the result of each step, as a document and as a page.
 */

import { printable } from '../../../text/printable.js';
import type { ExitCode, ReportedError } from './steps.js';

export interface ScheduleReport {
  readonly runId: string;
  readonly at: number;
  readonly ok: boolean;
  /** Absent in reports of version 0.1.0. */
  readonly mode?: 'apply' | 'propose';
  readonly steps: readonly StepReport[];
}

export interface StepReport {
  readonly name: string;
  readonly exitCode: ExitCode;
  readonly error: ReportedError | null;
  /** The document of the command; null if it ended with an error. */
  readonly document: unknown;
}

export function scheduleReportPage({ runId, at, ok, mode, steps }: ScheduleReport): string {
  const how = mode === undefined ? '' : `; ${mode === 'apply' ? 'with --apply' : 'proposals only'}`;
  const lines = [
    `# Scheduled run ${runId}`,
    '',
    `${new Date(at).toISOString()}; ${ok ? 'done' : 'some steps failed'}${how}.`,
    '',
    ...steps.map((step) => `- ${code(step.name)}: ${stepText(step)}`),
    '',
    'The report of each step is in `run.json`.',
  ];
  return `${lines.join('\n')}\n`;
}

/** `done`, or what went wrong. */
export function stepText({ exitCode, error }: Pick<StepReport, 'exitCode' | 'error'>): string {
  if (error !== null) return printable(`${error.message} (${error.code})`);
  return exitCode === 0 ? 'done' : `failed with ${exitCode}`;
}

/** Flags may contain anything; a backtick would end the code. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'")}\``;
}
