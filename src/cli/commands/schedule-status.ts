/*
 * `coppice schedule status`: what is installed, when it runs, and how the last run ended.
 */

import { readLastRun } from '../../evolve/schedule/last-run.js';
import { type FoundSchedule, isOurs } from '../../evolve/schedule/scheduler.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { schedulersOf } from '../schedule.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runScheduleStatus(context: Context, input: Input): Promise<Report> {
  const found: FoundSchedule[] = [];
  for (const scheduler of schedulersOf(context, input)) found.push(await scheduler.find());
  const schedules = found.filter(({ files }) => files.some(isOurs)).map(scheduleDocument);
  const home = schedules[0]?.environment['COPPICE_HOME'] ?? libraryPlace(context, input).home;
  const lastRun = readLastRun({ files: context.files, home });
  const last =
    lastRun === null ? 'never' : `${timeText(lastRun.at)}, ${lastRun.ok ? 'done' : 'failed'} (${lastRun.id})`;
  return {
    document: {
      installed: schedules.some(({ installed }) => installed),
      enabled: schedules.some(({ enabled }) => enabled),
      schedules,
      lastRun,
    },
    text: `${[...schedules.flatMap(scheduleLines), `last run: ${last}`].map((line) => printable(line)).join('\n')}\n`,
    ...(schedules.length === 0 && { talk: 'not installed; coppice schedule install\n' }),
  };
}

type ScheduleDocument = ReturnType<typeof scheduleDocument>;

function scheduleDocument({ scheduler, files, job, enabled, nextRun }: FoundSchedule) {
  return {
    scheduler,
    installed: files.every(isOurs),
    enabled,
    every: job?.every.name ?? null,
    nextRun,
    command: job?.command ?? null,
    environment: job?.environment ?? {},
    files,
  };
}

function scheduleLines({ scheduler, every, enabled, nextRun, files }: ScheduleDocument): readonly string[] {
  return [
    `${every ?? 'changed by hand'} by ${scheduler}, ${enabled ? 'enabled' : 'not enabled'}`,
    ...(nextRun === null ? [] : [`next run: ${nextRun}`]),
    ...files.map(({ path, state }) => (state === 'ours' ? path : `${path} (${state})`)),
  ];
}
