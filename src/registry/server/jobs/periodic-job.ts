/*
 * Jobs: work that a server does besides its requests. A failure is logged and tried again; it never ends the server. A
 * periodic job runs at intervals in one replica for all. Its last run is stored in the database, so restarts neither
 * repeat nor starve it; a replica that finds it done, or running elsewhere, checks again later.
 */

import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { type Database, exclusively, type Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';

export interface Job {
  readonly name: string;
  start(): void;
  /** Resolves when the running work is done or aborted, and nothing more will begin. */
  stop(): Promise<void>;
}

interface PeriodicWork {
  readonly name: string;
  /** 0 for never. */
  readonly everyMs: number;
  /** Uses one connection. Returns soon after the signal; the next run does the rest. */
  run(database: Database, signal: AbortSignal): Promise<object>;
}

/** The pause after a failure, and while another replica runs the job. */
const pauseMs = 60_000;

/** Timers cannot be set for months, and a regular check notices that another replica was faster. */
const maxWaitMs = hourMs;

export function periodicJob(
  { database, clock, log }: Pick<Registry, 'database' | 'clock' | 'log'>,
  { name, everyMs, run }: PeriodicWork,
  schedule: Schedule = timerSchedule,
): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  /** Runs the job if it is due. Returns how long to wait until the next check. */
  const runIfDue = async (): Promise<number> => {
    const waitMs = await exclusively(database, name, async (session) => {
      const startedAt = clock.now();
      const left = untilDue(await lastRunOf(session, name), everyMs, startedAt);
      if (left > 0) return left;
      const result = await run(session, signal);
      if (signal.aborted) return 0;
      await storeRun(session, name, startedAt, result);
      log.info({ job: name, ...result }, 'a job is done');
      return everyMs;
    });
    return waitMs ?? pauseMs;
  };
  const check = async (): Promise<void> => {
    let waitMs = pauseMs;
    try {
      waitMs = await runIfDue();
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      log.error({ job: name, reason }, 'a job failed and will be tried again');
    }
    checkIn(Math.min(waitMs, maxWaitMs));
  };
  const checkIn = (delayMs: number): void => {
    if (signal.aborted) return;
    cancel = schedule(() => {
      running = check();
    }, delayMs);
  };
  return {
    name,
    start: () => {
      if (everyMs > 0) checkIn(0);
    },
    stop: async () => {
      stopping.abort();
      cancel();
      await running;
    },
  };
}

async function lastRunOf(queries: Queries, name: string): Promise<number | undefined> {
  const row = await queries
    .selectFrom('job_runs')
    .select('last_run_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.last_run_at.getTime();
}

async function storeRun(queries: Queries, name: string, at: number, result: object): Promise<void> {
  const stored = { last_run_at: new Date(at), last_result: JSON.stringify(result) };
  await queries
    .insertInto('job_runs')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute();
}

/** The milliseconds until a job is due, one interval after its last run; 0 when it is due. */
export function untilDue(lastRunAt: number | undefined, everyMs: number, now: number): number {
  if (lastRunAt === undefined) return 0;
  const left = lastRunAt + everyMs - now;
  // A last run far in the future comes from a wrong clock; waiting for it could take years.
  return left > 2 * everyMs ? 0 : Math.max(0, left);
}
