/*
 * A job that is done at intervals by one replica for all. When it was last done is kept in the database, so restarts
 * neither repeat nor starve it; a replica that finds it just done, or another at it, looks again later.
 */

import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { type Database, exclusively, type Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';

interface PeriodicWork {
  readonly name: string;
  /** 0 for never. */
  readonly everyMs: number;
  /** On one connection. Returns soon when the signal is given; what is left then is done by the next run. */
  run(database: Database, signal: AbortSignal): Promise<object>;
}

/** After a failure, and while another replica is at it. */
const pauseMs = 60_000;

/** Timers cannot be set for months; and whoever looks once in a while notices when another replica was faster. */
const longestWaitMs = hourMs;

export function periodicJob(
  { database, clock, log }: Pick<Registry, 'database' | 'clock' | 'log'>,
  { name, everyMs, run }: PeriodicWork,
  schedule: Schedule = timerSchedule,
): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  let callOff: () => void = () => undefined;
  let underWay: Promise<void> = Promise.resolve();

  /** How long to wait until looking again. */
  const look = async (): Promise<number> => {
    const waitMs = await exclusively(database, name, async (session) => {
      const startedAt = clock.now();
      const left = untilDue(await lastRunOf(session, name), everyMs, startedAt);
      if (left > 0) return left;
      const result = await run(session, signal);
      if (signal.aborted) return 0;
      await keepRun(session, name, startedAt, result);
      log.info({ job: name, ...result }, 'a job was done');
      return everyMs;
    });
    return waitMs ?? pauseMs;
  };
  const lookNow = async (): Promise<void> => {
    let waitMs = pauseMs;
    try {
      waitMs = await look();
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      log.error({ job: name, reason }, 'a job failed and will be tried again');
    }
    lookIn(Math.min(waitMs, longestWaitMs));
  };
  const lookIn = (delayMs: number): void => {
    if (signal.aborted) return;
    callOff = schedule(() => {
      underWay = lookNow();
    }, delayMs);
  };
  return {
    name,
    start: () => {
      if (everyMs > 0) lookIn(0);
    },
    stop: async () => {
      stopping.abort();
      callOff();
      await underWay;
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

async function keepRun(queries: Queries, name: string, at: number, result: object): Promise<void> {
  const kept = { last_run_at: new Date(at), last_result: JSON.stringify(result) };
  await queries
    .insertInto('job_runs')
    .values({ name, ...kept })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(kept))
    .execute();
}

/*
 * Work that a server does beside its requests, again and again. A failure is logged and tried again; it never ends the
 * server.
 */

export interface Job {
  readonly name: string;
  start(): void;
  /** Resolves when what is under way is done or given up, and nothing more will begin. */
  stop(): Promise<void>;
}

/*
 * When something that is done at intervals is due again: one interval after it was last done, however often the server
 * was started in between.
 */

/** How many milliseconds are left; 0 when it is due. */
export function untilDue(lastRunAt: number | undefined, everyMs: number, now: number): number {
  if (lastRunAt === undefined) return 0;
  const left = lastRunAt + everyMs - now;
  // A last time far in the future was told by a wrong clock; waiting for it could take for ever.
  return left > 2 * everyMs ? 0 : Math.max(0, left);
}
