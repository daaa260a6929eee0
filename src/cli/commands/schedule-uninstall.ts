/*
 * `coppice schedule uninstall`: stops the schedule and removes what was installed for it, and nothing else.
 */

import { reportedError } from '../../evolve/rules/schedule/steps.js';
import type { RemovedSchedule } from '../../evolve/schedule/scheduler.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { schedulersOf } from '../schedule.js';
import type { Report } from '../verb.js';

export async function runScheduleUninstall(context: Context, input: Input): Promise<Report> {
  const results: RemovedSchedule[] = [];
  for (const scheduler of schedulersOf(context, input)) results.push(await scheduler.remove());
  const schedulers = results.map((result) => ({
    ...result,
    error: result.error === undefined ? null : reportedError(result.error),
  }));
  return {
    document: { schedulers },
    text: results
      .flatMap(({ removed }) => removed)
      .map((path) => `removed ${printable(path)}\n`)
      .join(''),
    talk: uninstallNotes(results),
    exitCode: results.every(({ error }) => error === undefined) ? 0 : 1,
  };
}

function uninstallNotes(results: readonly RemovedSchedule[]): string {
  const isPartly = ({ removed, missing }: RemovedSchedule) => removed.length > 0 && missing.length > 0;
  const lines = [
    ...results.flatMap(({ error }) => (error ? [`error: ${error.message} (${error.code})`] : [])),
    ...results
      .flatMap(({ foreign }) => foreign)
      .map((path) => `left alone, as Coppice did not write it: ${path}`),
    ...results.filter(isPartly).flatMap(({ missing }) => missing.map((path) => `was missing: ${path}`)),
    ...(results.every(({ removed, error }) => removed.length === 0 && error === undefined)
      ? [`nothing was installed: ${results.flatMap(({ missing }) => missing).join(', ')}`]
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
