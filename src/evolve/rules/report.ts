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
import { type Savings, savingsText } from './savings.js';
import type { TrialStep } from './trial/trial.js';

export interface EvolveReport {
  /** Null for a dry run. */
  readonly runId: string | null;
  readonly mode: 'dry-run' | 'propose' | 'apply-low-risk';
  /** Set if only one of the two write flags was given, so that nothing was written. */
  readonly refused: 'auto-approval-required' | null;
  readonly at: number;
  readonly window: Window & { readonly days: number };
  readonly selection: SelectionReport;
  readonly summary: RunSummary;
  readonly candidates: readonly CandidateReport[];
  /** What the run did to running trials; absent without one. */
  readonly trials?: readonly TrialStep[];
}

export interface RunSummary {
  /** Notes that a run may write; applied ones count too. */
  readonly planned: number;
  readonly applied: number;
  /** Notes that only a person may accept, because their skill is protected. */
  readonly forReview: number;
  /** New proposals. */
  readonly proposed: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
}

export interface CandidateReport {
  /** The id, or the name as written if the skill is not installed. */
  readonly skill: string;
  readonly source: Provenance;
  readonly status: 'planned' | 'applied' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly detail?: string;
  readonly selection: CandidateSelection;
  /** What a note could save, in figures and as a sentence; absent if there is nothing to save. */
  readonly saves?: Savings & { readonly sentence: string };
  /** The proposal that waits for a person, if the run made proposals. */
  readonly proposal?: { readonly id: string; readonly isNew: boolean };
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
  return {
    runId,
    mode: applyLowRisk ? 'apply-low-risk' : 'dry-run',
    refused: applyLowRisk === approveAutoApply ? null : 'auto-approval-required',
    at: clock.now(),
    window: { days, ...window },
    selection,
    summary: summaryOf(candidates),
    candidates,
  };
}

export function summaryOf(candidates: readonly CandidateReport[]): RunSummary {
  const count = (fits: (candidate: CandidateReport) => boolean) => candidates.filter(fits).length;
  const isWritable = ({ reason }: CandidateReport) => reason === null || reason === 'auto-approval-required';
  const isPlanned = (candidate: CandidateReport) => candidate.status === 'planned' && isWritable(candidate);
  const isUnchanged = ({ status, reason }: CandidateReport) => status === 'planned' && reason === 'unchanged';
  return {
    planned: count((candidate) => isPlanned(candidate) || candidate.status === 'applied'),
    applied: count(({ status }) => status === 'applied'),
    forReview: count(
      (candidate) => candidate.status === 'planned' && !isWritable(candidate) && !isUnchanged(candidate),
    ),
    proposed: count(({ proposal }) => proposal?.isNew === true),
    unchanged: count(isUnchanged),
    skipped: count(({ status }) => status === 'skipped'),
    failed: count(({ status }) => status === 'failed'),
  };
}

/**
 * `planned 1, applied 0, unchanged 2`, or `2 new proposals, skipped 1`: what is zero is left out, but for what the run
 * was for.
 */
export function summaryText({ mode, candidates }: Pick<EvolveReport, 'mode' | 'candidates'>): string {
  const { planned, applied, forReview, proposed, unchanged, skipped, failed } = summaryOf(candidates);
  const isProposing = mode === 'propose';
  const waiting = candidates.filter(({ proposal }) => proposal?.isNew === false).length;
  const more = {
    proposed: isProposing ? 0 : proposed,
    'proposed before': waiting,
    // What was planned and has no proposal is beyond the limit of the run.
    'left for a later run': isProposing ? planned - proposed - waiting : 0,
    'for review only': forReview,
    unchanged,
    skipped,
    failed,
  };
  const shown = Object.entries(more).filter(([, number]) => number > 0);
  return [
    ...(isProposing
      ? [proposed === 0 ? 'no new proposal' : counted(proposed, 'new proposal')]
      : [`planned ${planned}`, `applied ${applied}`]),
    ...shown.map(([name, number]) => `${name} ${number}`),
  ].join(', ');
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
    `${sentenceCase(summaryText(report))}.`,
    '',
    '## Candidates',
    '',
    ...(candidates.length === 0
      ? ['There was nothing to note about any skill.']
      : candidates.flatMap(candidateLines)),
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
  saves,
  proposal,
  apply,
}: CandidateReport): readonly string[] {
  const why = reason === null || reason === status ? '' : ` (${reason})`;
  return [
    `- ${code(skill)} (${source}): ${status}${why}; ${saves ? savingsText(saves) : code(selection.reasons.join(', '))}`,
    ...(proposal === undefined ? [] : [`  - proposal ${code(proposal.id)}`]),
    ...(detail === undefined ? [] : [`  - ${code(detail)}`]),
    ...(apply?.entry ? [`  - ledger entry \`${apply.entry}\``] : []),
    ...(apply?.verify?.stages ?? []).map(
      ({ name, passed, exit_code }) => `  - ${name}: ${passed ? 'passed' : `failed with ${exit_code}`}`,
    ),
  ];
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names and messages come from outside; a backtick would end the code. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'").slice(0, 500)}\``;
}
