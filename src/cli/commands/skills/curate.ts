/*
 * `coppice curate`: one run of the curator, or with `--dry-run` what it would do.
 */

import { type Context, libraryOf, libraryOptions } from '../../../app/context.js';
import { observedNotes, observeSkills } from '../../../app/observe.js';
import { setPolicy } from '../../../app/skill-facts.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import type { SkipReason } from '../../../curator/rules/plan.js';
import { type CuratorReport, idleText, skipCounts } from '../../../curator/rules/report.js';
import { runCurator } from '../../../curator/run.js';
import { changeState } from '../../../curator/state.js';
import { curatorStatus } from '../../../curator/status.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import type { RecoveredEntry } from '../../../library/write/write-target.js';
import { homePaths } from '../../../system/home.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import type { PolicyOverrides } from '../../../usage/rules/record.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runCurate(context: Context, input: Input<'curate'>): Promise<Report> {
  const options = skillLibraryOptions(context);
  const settled: RecoveredEntry[] = [];
  const observed = input.isOn('dry-run')
    ? ''
    : observedNotes(await observeSkills(context, undefined, { settled }));
  if (input.isOn('if-due')) {
    const { due, paused, nextRunAt } = curatorStatus(options);
    const when = paused ? 'scheduled runs are paused' : `the next run is due at ${timeText(nextRunAt)}`;
    if (!due) return { document: { due, paused, nextRunAt }, text: '', notes: `${observed}${when}\n` };
  }
  const request = { dryRun: input.isOn('dry-run'), now: input.isOn('now'), settled };
  const report = await runCurator(options, request);
  const shown = report.seeded && !report.dryRun ? report.remaining : report.transitioned;
  const quieted = report.quieted.map(({ id, agent }) => [`quiet for ${agent}`, 'never used', id]);
  const rows = shown.map((transition) => [transition.to, idleText(transition), transition.id]);
  return {
    document: report,
    text: rowsText(context.terminal, ['TO', 'WHY', 'SKILL'], [...rows, ...quieted]),
    notes: observed + curateNotes(report, options.home),
    exitCode: report.error === null ? 0 : 1,
  };
}

function curateNotes(report: CuratorReport, home: string): string {
  const { runId, dryRun, seeded, transitioned, skipped, quieted, remaining, unfinished, error } = report;
  const lines = [
    `${dryRun ? 'would move' : 'moved'} ${counted(transitioned.length, 'skill')}; ${skipText(skipped)}`,
    ...(quieted.length > 0
      ? [`${dryRun ? 'would make' : 'made'} ${counted(quieted.length, 'skill')} quiet`]
      : []),
    ...(transitioned.length + skipped.length === 0 ? ['there are no skills yet'] : []),
    ...(seeded ? ['The first run is a preview. Apply it now with: coppice curate --now'] : []),
    ...(!seeded && remaining.length > 0
      ? [`not moved, because the run ended early: ${remaining.map(({ id }) => id).join(', ')}`]
      : []),
    ...(unfinished.length > 0
      ? [
          `${dryRun ? 'a run would first complete or undo' : 'the next run completes or undoes'} interrupted changes: ${unfinished.join(', ')}`,
        ]
      : []),
    ...(dryRun ? [] : [`report: ${homePaths(home).report(runId).page}`]),
    ...(!dryRun && transitioned.some(({ to }) => to === 'archived')
      ? [`hint: coppice restore NAME restores one skill, coppice undo ${runId} all of them`]
      : !dryRun && quieted.length > 0
        ? [`hint: coppice wake NAME wakes one skill, coppice undo ${runId} all of them`]
        : []),
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function skipText(skipped: CuratorReport['skipped']): string {
  const counts = skipCounts(skipped);
  const [only, ...others] = counts;
  if (only === undefined) return '0 skipped';
  const reasons =
    others.length === 0
      ? skipTexts[only[0]]
      : counts.map(([reason, count]) => `${count} ${skipTexts[reason]}`).join(', ');
  return `${skipped.length} skipped: ${reasons}`;
}

const skipTexts: Readonly<Record<SkipReason, string>> = {
  'not-agent-created': 'not marked as agent-made (see coppice adopt)',
  pinned: 'pinned',
  required: 'required by another skill',
  referenced: 'referenced by automation',
  missing: 'not on the disk',
  'unreadable-state': 'with unreadable usage data',
  immovable: 'in a folder that cannot be changed',
  'no-change': 'with nothing to change',
  'first-run': 'not moved in the first run',
};

/*
 * `coppice curate status`: what is in which state, and when the next scheduled run is due.
 */

export function runCurateStatus(context: Context): Report {
  const status = curatorStatus(libraryOptions(context));
  const { states, unmanaged, lastRun, paused, due, nextRunAt } = status;
  const next = due ? 'due now' : `due at ${timeText(nextRunAt)}`;
  const lines = [
    `${states.active} active, ${states.stale} stale, ${states.archived} archived`,
    `author not declared: ${unmanaged}`,
    `last run: ${lastRun === null ? 'never' : `${timeText(lastRun.at)} (${lastRun.id})`}`,
    `scheduled runs: ${paused ? 'paused' : next}`,
  ];
  return {
    document: status,
    text: `${lines.join('\n')}\n`,
    notes:
      unmanaged > 0 ? 'hint: coppice adopt NAME... lets the curator retire skills that an agent made\n' : '',
  };
}

/*
 * `coppice curate policy`: sets when one skill becomes stale or archived, instead of the configuration.
 */

export async function runCuratePolicy(context: Context, input: Input<'curate policy'>): Promise<Report> {
  const library = libraryOf(context);
  const skill = findSkillToChange(library, input.argument('name'));
  const { id } = skill;
  const before = input.isOn('clear') ? {} : library.usage.get(id)?.overrides;
  const given = overridesIn(input);
  const overrides = { ...before, ...given };
  if (input.isOn('clear') || Object.keys(given).length > 0) {
    await setPolicy(context, library, skill, overrides);
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
 * Pauses or resumes the curator. The pause affects scheduled runs only, not those by hand.
 */

export async function setPaused(context: Context, paused: boolean): Promise<Report> {
  const state = await changeState(libraryOptions(context), { paused });
  return { document: state, text: `scheduled runs: ${paused ? 'paused' : 'resumed'}\n` };
}
