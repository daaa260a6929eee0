/*
 * `coppice curate`: one run of the curator, or with `--dry-run` what it would do.
 */

import { type CuratorReport, idleText, skipCounts } from '../../curator/rules/report.js';
import { runCurator } from '../../curator/run.js';
import { curatorStatus } from '../../curator/status.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';
import { writingPlace } from '../writing.js';

export async function runCurate(context: Context, input: Input): Promise<Report> {
  const place = writingPlace(context, input);
  if (input.isOn('if-due')) {
    const { due, paused, nextRunAt } = curatorStatus(place);
    const when = paused ? 'scheduled runs are paused' : `the next run is due at ${timeText(nextRunAt)}`;
    if (!due) return { document: { due, paused, nextRunAt }, text: '', talk: `${when}\n` };
  }
  const report = await runCurator(place, { dryRun: input.isOn('dry-run'), now: input.isOn('now') });
  const rows = report.transitioned.map((transition) => [transition.to, idleText(transition), transition.id]);
  return {
    document: report,
    text: rowsText(context.terminal, ['TO', 'WHY', 'SKILL'], rows),
    talk: talk(report, place.home),
    exitCode: report.error === null ? 0 : 1,
  };
}

function talk(report: CuratorReport, home: string): string {
  const { runId, dryRun, seeded, transitioned, skipped, unfinished, error } = report;
  const reasons = skipCounts(skipped).map(([reason, count]) => `${count} ${reason}`);
  const lines = [
    `${dryRun ? 'would move' : 'moved'} ${transitioned.length}, left alone ${skipped.length}` +
      `${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
    ...(transitioned.length + skipped.length === 0 ? ['there are no skills to care for yet'] : []),
    ...(seeded ? ['the first run only looks; the next one acts, and so does: coppice curate --now'] : []),
    ...(unfinished.length > 0
      ? [`a run would first settle what was interrupted: ${unfinished.join(', ')}`]
      : []),
    ...(dryRun ? [] : [`report: ${home}/reports/${runId}/REPORT.md`]),
    ...(!dryRun && transitioned.some(({ to }) => to === 'archived')
      ? [`hint: coppice restore NAME brings one back, coppice undo ${runId} all`]
      : []),
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
