/*
 * `coppice schedule install`: from now on, the machine looks after the skills by itself.
 */

import { type InstallReport, installSchedule } from '../../evolve/schedule/scheduler.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { defaultEvery } from '../rules/defaults.js';
import { scheduledJob, schedulerOf } from '../schedule.js';
import type { Report } from '../verb.js';

export async function runScheduleInstall(context: Context, input: Input): Promise<Report> {
  const job = scheduledJob(context, input, {
    every: input.text('every') ?? defaultEvery,
    proposalOnly: input.isOn('proposal-only'),
    flags: input.argumentList('flags'),
  });
  const report = await installSchedule(await schedulerOf(context, input), job, {
    enable: input.isOn('enable'),
    dryRun: input.isOn('dry-run'),
  });
  return {
    document: report,
    text: textOf(report),
    talk: installNotes(report, context.program.script),
    exitCode: report.error === null ? 0 : 1,
  };
}

/** The texts themselves where they are not put in place, so that a person can do it. */
function textOf({ scheduler, every, files, installed, enabled }: InstallReport): string {
  if (!installed) return files.map(({ path, text }) => `# ${path}\n${printed(text)}`).join('\n');
  const paths = files.map(({ path }) => `${printable(path)}\n`).join('');
  return `${paths}${every} by ${scheduler}, ${enabled ? 'enabled' : 'not enabled'}\n`;
}

function installNotes(
  { scheduler, dryRun, enabled, enableWith, error }: InstallReport,
  script: string,
): string {
  const lines = [
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
    ...(dryRun ? ['nothing was written'] : []),
    ...(dryRun || enabled || error !== null ? [] : [`to start it: ${enableWith}`]),
    ...(enabled && scheduler === 'systemd'
      ? ['it runs while you are logged in; always, after: loginctl enable-linger']
      : []),
    ...(/[\\/]_npx[\\/]/.test(script)
      ? ['hint: npx may remove the copy that it would start; npm install -g coppice, and install again']
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function printed(text: string): string {
  return printable(text, { multiline: true });
}
