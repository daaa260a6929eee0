/*
 * `coppice evolve run`: plans notes from evidence, and writes them if both write flags are given, or proposes them.
 */

import type { Context } from '../../../app/context.js';
import { evaluateChange, requireUnattended } from '../../../app/eval/gate.js';
import { withEvidence } from '../../../app/evidence.js';
import { semanticModels } from '../../../app/semantic-models.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import { proposeNotes } from '../../../evolve/propose-run.js';
import { orderOf } from '../../../evolve/rules/candidates.js';
import {
  type CandidateReport,
  type EvolveReport,
  exitCodeOf,
  summaryText,
} from '../../../evolve/rules/report.js';
import { runEvolver } from '../../../evolve/run.js';
import { saveRun } from '../../../evolve/save-run.js';
import { homePaths } from '../../../system/home.js';
import type { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { evolveOptions } from './evolve-options.js';

export async function runEvolveRun(context: Context, input: Input<'evolve run'>): Promise<Report> {
  return await withEvidence(context, async ({ store, library }) => {
    const isEvaluated = input.text('verify') === 'eval';
    if (isEvaluated) requireUnattended(library, '--verify eval');
    const options = {
      ...evolveOptions(input, library.config),
      ...(isEvaluated && { evaluate: evaluateChange(context, library) }),
    };
    const writesCaches = options.applyLowRisk && options.approveAutoApply;
    const models = semanticModels(context, library.config, { home: library.home, writesCaches });
    const place = skillLibraryOptions(context);
    const run = input.isOn('propose') ? proposeNotes : runEvolver;
    const report = await run({ ...place, evidence: store, models }, options);
    const unsaved = saveRun(place, store, report);
    return {
      document: unsaved === undefined ? report : { ...report, unsaved: unsaved.message },
      text: () => candidatesText(context, report),
      notes: runNotes(report, place.home, unsaved),
      exitCode: exitCodeOf(report) || (unsaved === undefined ? 0 : 1),
    };
  });
}

function candidatesText({ terminal }: Context, { candidates, mode }: EvolveReport): string {
  const rows = candidates.map(({ skill, source, status, reason, selection, saves, proposal }) => [
    proposal?.isNew ? 'proposed' : status,
    proposal?.id ?? (reason === null || reason === status ? '' : reason),
    source,
    skill,
    saves?.sentence ?? selection.reasons.join(', '),
  ]);
  const diffs = mode === 'dry-run' ? candidates.flatMap(({ diff }) => (diff ? [`\n${diff}`] : [])) : [];
  const table = rowsText(terminal, ['STATUS', 'REASON', 'SOURCE', 'SKILL', 'WHAT A NOTE COULD SAVE'], rows);
  return table + diffs.map((diff) => printable(diff, { multiline: true })).join('');
}

function runNotes(report: EvolveReport, home: string, unsaved: CoppiceError | undefined): string {
  const { summary, candidates, selection, runId, mode, refused } = report;
  const isPlan = mode === 'dry-run' && refused === null;
  const lines = [
    ...(selection.error === undefined
      ? []
      : [`${selection.error}; ordered by ${orderOf(selection)} instead`]),
    ...candidates.flatMap(failureLine),
    ...(refused === null
      ? []
      : [`error: writing needs both --apply-low-risk and --approve-auto-apply (${refused})`]),
    candidates.length === 0
      ? 'there is nothing to note about any skill; coppice evidence report shows the evidence'
      : summaryText(report),
    ...(isPlan && candidates.some(({ diff }) => diff !== undefined)
      ? ['nothing was written; to decide on each note: coppice evolve run --propose']
      : []),
    ...(isPlan && candidates.some(({ diff, reason }) => diff !== undefined && reason === null)
      ? ['to write without a review: coppice evolve run --apply-low-risk --approve-auto-apply']
      : []),
    ...(candidates.some(({ reason }) => reason === 'source-not-agent-created')
      ? [
          'skills not marked as agent-made get no notes unattended; if an agent made them: coppice adopt NAME...',
        ]
      : []),
    ...(candidates.some(({ proposal }) => proposal)
      ? ['hint: coppice evolve review lists the proposals']
      : []),
    ...(runId === null || unsaved ? [] : [`report: ${homePaths(home).report(runId).page}`]),
    ...(unsaved ? [`error: the report was not saved: ${unsaved.message} (${unsaved.code})`] : []),
    ...(runId !== null && summary.applied > 0 ? [`hint: coppice undo ${runId} reverts the whole run`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function failureLine({ skill, status, reason, detail }: CandidateReport): readonly string[] {
  return status === 'failed' ? [`error: ${skill}: ${detail ?? reason} (${reason})`] : [];
}
