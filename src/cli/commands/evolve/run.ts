/*
 * `coppice evolve run`: plans notes from evidence, and writes them where both write flags are given.
 */

import type { Context } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { semanticModels } from '../../../app/semantic-models.js';
import { skillLibraryOptions } from '../../../app/skill-library.js';
import { orderOf } from '../../../evolve/rules/candidates.js';
import { type CandidateReport, type EvolveReport, exitCodeOf } from '../../../evolve/rules/report.js';
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
    const options = evolveOptions(input, library.config);
    const writesCaches = options.applyLowRisk && options.approveAutoApply;
    const models = semanticModels(context, library.config, { home: library.home, writesCaches });
    const place = skillLibraryOptions(context);
    const report = await runEvolver({ ...place, evidence: store, models }, options);
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
  const rows = candidates.map(({ skill, source, status, reason, selection }) => [
    status,
    reason === null || reason === status ? '' : reason,
    source,
    selection.reasons.join(', '),
    skill,
  ]);
  const diffs = mode === 'dry-run' ? candidates.flatMap(({ diff }) => (diff ? [`\n${diff}`] : [])) : [];
  const table = rowsText(terminal, ['STATUS', 'REASON', 'SOURCE', 'EVIDENCE', 'SKILL'], rows);
  return table + diffs.map((diff) => printable(diff, { multiline: true })).join('');
}

function runNotes(report: EvolveReport, home: string, unsaved: CoppiceError | undefined): string {
  const { summary, candidates, selection, runId, mode, refused } = report;
  const { planned, applied, skipped, failed } = summary;
  const lines = [
    ...(selection.error === undefined
      ? []
      : [`${selection.error}; ordered by ${orderOf(selection)} instead`]),
    ...candidates.flatMap(failureLine),
    ...(refused === null
      ? []
      : [`error: writing needs both --apply-low-risk and --approve-auto-apply (${refused})`]),
    ...(candidates.length === 0
      ? ['no skill has enough evidence; coppice evidence report shows the evidence']
      : []),
    ...(candidates.length === 0
      ? []
      : [`planned ${planned}, applied ${applied}, skipped ${skipped}, failed ${failed}`]),
    ...(mode === 'dry-run' && candidates.some(({ diff, reason }) => diff !== undefined && reason === null)
      ? ['nothing was written; to write: coppice evolve run --apply-low-risk --approve-auto-apply']
      : []),
    ...(runId === null || unsaved ? [] : [`report: ${homePaths(home).report(runId).page}`]),
    ...(unsaved ? [`error: the report was not saved: ${unsaved.message} (${unsaved.code})`] : []),
    ...(runId !== null && applied > 0 ? [`hint: coppice undo ${runId} reverts the whole run`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function failureLine({ skill, status, reason, detail }: CandidateReport): readonly string[] {
  return status === 'failed' ? [`error: ${skill}: ${detail ?? reason} (${reason})`] : [];
}
