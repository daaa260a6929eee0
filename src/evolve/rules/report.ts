/*
 * What a run planned, wrote and skipped, as a document for scripts and a page for people.
 */

import type { Window } from '../../evidence/rules/evidence.js';
import { counted } from '../../text/plural.js';
import { printable } from '../../text/printable.js';
import type { Provenance } from '../../usage/rules/record.js';
import type { CandidateSelection, SelectionReport } from './candidates.js';
import type { NoteItem } from './note/items.js';
import type { ReadyNote } from './note/prepare.js';

export interface EvolveReport {
  /** Null for a dry run. */
  readonly runId: string | null;
  readonly mode: 'dry-run' | 'apply-low-risk';
  /** Set if only one of the two write flags was given, so that nothing was written. */
  readonly refused: 'auto-approval-required' | null;
  readonly at: number;
  readonly window: Window & { readonly days: number };
  readonly selection: SelectionReport;
  /** Applied candidates count as planned too. */
  readonly summary: {
    readonly planned: number;
    readonly applied: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly candidates: readonly CandidateReport[];
}

export interface CandidateReport {
  /** The id, or the name as written if the skill is not installed. */
  readonly skill: string;
  readonly source: Provenance;
  readonly status: 'planned' | 'applied' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly detail?: string;
  readonly selection: CandidateSelection;
  readonly variants?: ReadyNote['variants'];
  readonly selectedVariant?: ReadyNote['selectedVariant'];
  readonly sizeStrategy?: ReadyNote['sizeStrategy'];
  readonly items?: readonly NoteItem[];
  readonly droppedInstructions?: number;
  readonly diff?: string;
  readonly apply?: ApplyReport;
}

/** The keys are those of the document that scripts read. */
export interface VerifyReport {
  readonly passed: boolean;
  readonly exit_code: number;
  readonly output: string;
  readonly stages: readonly StageReport[];
  readonly failed_stage?: string;
}

export interface StageReport {
  readonly name: string;
  readonly passed: boolean;
  readonly exit_code: number;
  readonly output: string;
}

export interface ApplyReport {
  readonly applied: boolean;
  readonly reason: string | null;
  readonly entry: string | null;
  readonly verify?: VerifyReport;
}

interface RunFlags {
  readonly days: number;
  readonly applyLowRisk: boolean;
  readonly approveAutoApply: boolean;
}

export function reportOf(
  { clock }: { readonly clock: { now(): number } },
  { days, applyLowRisk, approveAutoApply }: RunFlags,
  { window, selection }: { readonly window: Window; readonly selection: SelectionReport },
  candidates: readonly CandidateReport[],
  runId: string | null = null,
): EvolveReport {
  const count = (...statuses: readonly CandidateReport['status'][]) =>
    candidates.filter(({ status }) => statuses.includes(status)).length;
  return {
    runId,
    mode: applyLowRisk ? 'apply-low-risk' : 'dry-run',
    refused: applyLowRisk === approveAutoApply ? null : 'auto-approval-required',
    at: clock.now(),
    window: { days, ...window },
    selection,
    summary: {
      planned: count('planned', 'applied'),
      applied: count('applied'),
      skipped: count('skipped'),
      failed: count('failed'),
    },
    candidates,
  };
}

/** 0: done or nothing to do; 1: refused; 3: a verifier failed and the old bytes were restored; 4: some applied, some failed. */
export function exitCodeOf({ candidates, summary, refused }: EvolveReport): 0 | 1 | 3 | 4 {
  if (refused !== null) return 1;
  if (summary.failed === 0) return 0;
  if (summary.applied > 0) return 4;
  return candidates.some(({ reason }) => reason === 'verify-failed') ? 3 : 1;
}

export function reportPage(report: EvolveReport): string {
  const { runId, at, mode, window, summary, candidates, selection } = report;
  const lines = [
    `# Evolver run ${runId ?? '(dry run)'}`,
    '',
    `${new Date(at).toISOString()}; ${mode}; evidence of the last ${counted(window.days, 'day')}; ordered by ${selection.mode}.`,
    '',
    `Planned ${summary.planned}, applied ${summary.applied}, skipped ${summary.skipped}, failed ${summary.failed}.`,
    '',
    '## Candidates',
    '',
    ...(candidates.length === 0 ? ['No skill had enough evidence.'] : candidates.flatMap(candidateLines)),
    ...(runId !== null && summary.applied > 0 ? ['', `Undo all of it with \`coppice undo ${runId}\`.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function candidateLines({
  skill,
  source,
  status,
  reason,
  detail,
  selection,
  apply,
}: CandidateReport): readonly string[] {
  const why = reason === null || reason === status ? '' : ` (${reason})`;
  return [
    `- ${code(skill)} (${source}): ${status}${why}; ${code(selection.reasons.join(', '))}`,
    ...(detail === undefined ? [] : [`  - ${code(detail)}`]),
    ...(apply?.entry ? [`  - ledger entry \`${apply.entry}\``] : []),
    ...(apply?.verify?.stages ?? []).map(
      ({ name, passed, exit_code }) => `  - ${name}: ${passed ? 'passed' : `failed with ${exit_code}`}`,
    ),
  ];
}

/** Names and messages come from outside; a backtick would end the code. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'").slice(0, 500)}\``;
}
