/*
 * The crontab of the user, for machines without systemd and launchd. An installed line is always enabled, so the crontab
 * is changed only when the schedule is enabled.
 */

import { CoppiceError } from '../../text/errors.js';
import { blockIn, cronBlock, withBlock, withoutBlock } from '../rules/schedule/cron.js';
import { parseJob } from '../rules/schedule/job.js';
import {
  failureReason,
  hasSucceeded,
  refusalOf,
  runToEnd,
  type Scheduler,
  type SchedulerOptions,
} from './scheduler.js';

/** The crontab has no path that could be written directly. */
const path = 'crontab';

const missing = { state: 'missing', job: undefined } as const;

export function cronScheduler({ run }: Pick<SchedulerOptions, 'run'>): Scheduler {
  const replace = (table: string) => runToEnd(run, ['crontab', '-'], table);
  return {
    name: 'cron',
    enableWith: 'coppice schedule install --enable, or add the lines with crontab -e',
    render: (job) => [{ path, text: cronBlock(job) }],
    put: () => false,
    enable: async (job) => {
      const block = cronBlock(job);
      await replace(withBlock(known(await readTable(run)), block));
    },
    find: async () => {
      const table = await readTable(run);
      const block = table.kind === 'table' ? blockIn(table.text) : undefined;
      const { state, job } = block === undefined ? missing : parseJob(block, cronBlock);
      return {
        scheduler: 'cron',
        files: [{ path, state }],
        job,
        enabled: block !== undefined,
        nextRun: null,
      };
    },
    remove: async () => {
      const table = await readTable(run);
      const exists = table.kind === 'table' && blockIn(table.text) !== undefined;
      if (!exists) return { scheduler: 'cron', removed: [], missing: [path], foreign: [], error: undefined };
      const error = await refusalOf(replace(withoutBlock(table.text)));
      const removed = error === undefined ? [path] : [];
      return { scheduler: 'cron', removed, missing: [], foreign: [], error };
    },
  };
}

type Table =
  | { readonly kind: 'table'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string };

async function readTable(run: SchedulerOptions['run']): Promise<Table> {
  const result = await run(['crontab', '-l']);
  const { outcome, stdout, stderr, truncated } = result;
  if (hasSucceeded(result)) {
    // The crontab is written back as it was read, so it must be read completely.
    if (truncated) return { kind: 'unreadable', why: 'the crontab is too long' };
    if (stdout.includes('\ufffd')) return { kind: 'unreadable', why: 'the crontab is not UTF-8' };
    return { kind: 'table', text: stdout };
  }
  const isEmpty = outcome.kind === 'exited' && /no crontab|no such file/i.test(stderr);
  return isEmpty ? { kind: 'table', text: '' } : { kind: 'unreadable', why: failureReason(result) };
}

function known(table: Table): string {
  if (table.kind === 'table') return table.text;
  throw new CoppiceError('schedule-failed', `crontab -l: ${table.why}`, {
    hint: 'coppice schedule install --dry-run shows the lines, so that you can add them to another scheduler',
  });
}
