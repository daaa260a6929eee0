/*
 * `coppice curate`: one run of the curator, or with `--dry-run` what it would do.
 */

import { type Context, libraryOf, libraryOptions } from '../../../app/context.js';
import { skillLibraryOptions } from '../../../app/skill-library.js';
import { type CuratorReport, idleText, skipCounts } from '../../../curator/rules/report.js';
import { runCurator } from '../../../curator/run.js';
import { changeState } from '../../../curator/state.js';
import { curatorStatus } from '../../../curator/status.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { homePaths } from '../../../system/home.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import type { PolicyOverrides } from '../../../usage/rules/record.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runCurate(context: Context, input: Input<'curate'>): Promise<Report> {
  const place = skillLibraryOptions(context);
  if (input.isOn('if-due')) {
    const { due, paused, nextRunAt } = curatorStatus(place);
    const when = paused ? 'scheduled runs are paused' : `the next run is due at ${timeText(nextRunAt)}`;
    if (!due) return { document: { due, paused, nextRunAt }, text: '', notes: `${when}\n` };
  }
  const report = await runCurator(place, { dryRun: input.isOn('dry-run'), now: input.isOn('now') });
  const rows = report.transitioned.map((transition) => [transition.to, idleText(transition), transition.id]);
  return {
    document: report,
    text: rowsText(context.terminal, ['TO', 'WHY', 'SKILL'], rows),
    notes: curateNotes(report, place.home),
    exitCode: report.error === null ? 0 : 1,
  };
}

function curateNotes(report: CuratorReport, home: string): string {
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
    ...(dryRun ? [] : [`report: ${homePaths(home).report(runId).page}`]),
    ...(!dryRun && transitioned.some(({ to }) => to === 'archived')
      ? [`hint: coppice restore NAME brings one back, coppice undo ${runId} all`]
      : []),
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/*
 * `coppice curate status`: what is in which state, and when the next scheduled run is due.
 */

export function runCurateStatus(context: Context): Report {
  const status = curatorStatus(libraryOptions(context));
  const { states, unmanaged, lastRun, paused, due, nextRunAt } = status;
  const next = due ? 'due now' : `due at ${timeText(nextRunAt)}`;
  const lines = [
    `active ${states.active}, stale ${states.stale}, archived ${states.archived}`,
    `maker not declared: ${unmanaged}`,
    `last run: ${lastRun === null ? 'never' : `${timeText(lastRun.at)} (${lastRun.id})`}`,
    `scheduled runs: ${paused ? 'paused' : next}`,
  ];
  return {
    document: status,
    text: `${lines.join('\n')}\n`,
    notes:
      unmanaged > 0 ? 'hint: coppice adopt NAME... lets the curator care for skills an agent made\n' : '',
  };
}

/*
 * `coppice curate policy`: ages of one skill's own, instead of those of the configuration.
 */

export function runCuratePolicy(context: Context, input: Input<'curate policy'>): Report {
  const library = libraryOf(context);
  const { id } = findSkillToChange(library, input.argument('name'));
  const before = input.isOn('clear') ? {} : library.usage.get(id)?.overrides;
  const given = overridesIn(input);
  const overrides = { ...before, ...given };
  if (input.isOn('clear') || Object.keys(given).length > 0) {
    const result = library.usage.put(id, { overrides });
    if (!result.ok) throw result.error;
  }
  const own = Object.entries(overrides).map(([key, value]) => `${key} ${value}`);
  return {
    document: { id, overrides },
    text: `${printable(id)}: ${own.length > 0 ? own.join(', ') : 'as configured'}\n`,
  };
}

function overridesIn(input: Input<'curate policy'>): PolicyOverrides {
  const staleAfterDays = wholeNumber(input, 'stale-after-days', 1);
  const archiveAfterDays = wholeNumber(input, 'archive-after-days', 1);
  const neverUsed = input.text('never-used');
  return {
    ...(staleAfterDays !== undefined && { staleAfterDays }),
    ...(archiveAfterDays !== undefined && { archiveAfterDays }),
    ...(neverUsed !== undefined && { neverUsed }),
  };
}

/*
 * `coppice curate pause`: no scheduled runs from now on.
 */

export async function runCuratePause(context: Context): Promise<Report> {
  return await setPaused(context, true);
}

/*
 * `coppice curate resume`: scheduled runs again.
 */

export async function runCurateResume(context: Context): Promise<Report> {
  return await setPaused(context, false);
}

/*
 * Pauses the curator or lets it go on. Only scheduled runs ask; one by hand is meant.
 */

export async function setPaused(context: Context, paused: boolean): Promise<Report> {
  const state = await changeState(libraryOptions(context), { paused });
  return { document: state, text: `scheduled runs: ${paused ? 'paused' : 'resumed'}\n` };
}
