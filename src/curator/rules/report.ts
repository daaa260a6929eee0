/*
 * The report of a run: what it moved and what it skipped, as a document and as a page for people.
 */

import type { CoppiceError } from '../../text/errors.js';
import { counted } from '../../text/plural.js';
import { printable } from '../../text/printable.js';
import type { CuratorPolicy } from './plan.js';
import { type Skip, type SkipReason, skipReasons, type Transition } from './plan.js';

/** What a run did, or would do: also the document of `coppice curate --json`. */
export interface CuratorReport {
  readonly runId: string;
  /** Whether nothing was written. */
  readonly dryRun: boolean;
  /** Whether it was the first run, which is a preview. */
  readonly seeded: boolean;
  readonly at: number;
  readonly policy: CuratorPolicy;
  /** Only durable transitions; in a dry run, those that would be made. */
  readonly transitioned: readonly Transition[];
  readonly skipped: readonly Skip[];
  /** The skills that were made quiet, for whom and by which setting; in a dry run, those that would be. */
  readonly quieted: readonly QuietedSkill[];
  /** What was due and was not done: the run ended early, or it was the first run. */
  readonly remaining: readonly Transition[];
  /** What earlier runs and writes had left unfinished, and this run settled before it began. */
  readonly settled: readonly SettledEntry[];
  /** Ledger entries of changes that are still unfinished; every run except a dry run first settles those whose root exists. */
  readonly unfinished: readonly string[];
  /** Why the run ended early, or why it moved nothing. */
  readonly error: ReportedError | null;
}

export interface QuietedSkill {
  readonly id: string;
  readonly agent: string;
  readonly setting: string;
  readonly file: string;
}

export interface SettledEntry {
  readonly entry: string;
  readonly action: string;
  readonly skill: string;
  /** Whether the change was completed or taken back. */
  readonly state: 'committed' | 'rolled-back';
}

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

export function reportedError(error: CoppiceError): ReportedError {
  return { code: error.code, message: error.message, hint: error.hint ?? null };
}

/** The number of skipped skills for each reason, in the order of the checks. */
export function skipCounts(skipped: readonly Skip[]): readonly (readonly [SkipReason, number])[] {
  return skipReasons
    .map((reason) => [reason, skipped.filter((skip) => skip.reason === reason).length] as const)
    .filter(([, count]) => count > 0);
}

/** `idle for 120 days`, or `never used`. */
export function idleText({ idleDays }: Transition): string {
  if (!Number.isFinite(idleDays)) return 'never used';
  return `idle for ${counted(idleDays, 'day')}`;
}

export function reportPage(report: CuratorReport): string {
  const { runId, at, policy, transitioned, skipped, quieted, remaining, settled, unfinished, seeded, error } =
    report;
  const lines = [
    `# Curator run ${runId}`,
    '',
    `${new Date(at).toISOString()}; stale after ${counted(policy.staleAfterDays, 'day')}, archived after ${policy.archiveAfterDays}, ` +
      `never used: ${policy.neverUsed}, made by: ${policy.provenance.join(', ')}.`,
    '',
    ...(seeded ? ['This was the first run, which is a preview: nothing was moved.', ''] : []),
    ...(error === null ? [] : [`The run failed: ${printable(error.message)} (${error.code}).`, '']),
    `## Moved: ${transitioned.length}`,
    '',
    ...transitioned.map(
      (transition) =>
        `- ${code(transition.id)}: ${transition.from} -> ${transition.to}, ${idleText(transition)}`,
    ),
    ...(transitioned.length > 0
      ? ['', `Restore one with \`coppice restore NAME\`, all with \`coppice undo ${runId}\`.`]
      : []),
    ...(quieted.length === 0 ? [] : ['', `## Made quiet: ${quieted.length}`, '']),
    ...quieted.map(({ id, agent, setting }) => `- ${code(id)}: for ${agent} (${setting}), never used`),
    ...(remaining.length === 0 ? [] : ['', `## Not moved yet: ${remaining.length}`, '']),
    ...remaining.map(
      (transition) => `- ${code(transition.id)}: to ${transition.to}, ${idleText(transition)}`,
    ),
    ...(settled.length === 0 ? [] : ['', `## Settled from earlier runs: ${settled.length}`, '']),
    ...settled.map(
      ({ action, skill, state, entry }) => `- ${code(skill)}: ${action} ${endings[state]} (${entry})`,
    ),
    ...(unfinished.length === 0
      ? []
      : ['', `## Unfinished, for the next run to settle: ${unfinished.length}`, '']),
    ...unfinished.map((entry) => `- ${code(entry)}`),
    '',
    `## Skipped: ${skipped.length}`,
    ...skipCounts(skipped).flatMap(([reason, count]) => [
      '',
      `### ${reason}: ${count}`,
      '',
      ...skipped.filter((skip) => skip.reason === reason).map(({ id }) => `- ${code(id)}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

const endings = { committed: 'completed', 'rolled-back': 'taken back' } as const;

/** Names come from strangers; a backtick in one would end the code. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'")}\``;
}
