/*
 * Unpacks and checks bundles in a worker thread, one after the other. The thread is started for the first bundle, and ends
 * when none has come for a while, to free its memory. A bundle that takes too long or too much memory is refused, because
 * what could not be judged is not safe, and its thread is ended; those that wait get a new one. Only so many wait: the next
 * are refused, and may come again later.
 */

import { Worker } from 'node:worker_threads';
import type { Bundle } from '../../../skill/bundle/read-bundle.js';
import type { Log } from '../../../system/log.js';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { errorOf, type Fault } from '../../../system/thread-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import type { DiffSide } from '../../../text/line-diff.js';
import type { Bundles, RewrittenBundle, SkillRewrite } from '../../items/bundle/bundles.js';
import type { BundleChecks, CheckedBundle } from '../../items/bundle/check-bundle.js';
import type { ItemName } from '../../rules/access/principal.js';

export type BundleTask = { readonly bytes: Uint8Array } & (
  | { readonly kind: 'read' }
  | {
      readonly kind: 'compare';
      readonly texts: readonly DiffSide[];
      readonly pairs: readonly (readonly [number, number])[];
    }
  | { readonly kind: 'check'; readonly checks: BundleChecks | undefined }
  | { readonly kind: 'rewrite'; readonly rewrite: SkillRewrite; readonly own: ItemName }
);

export type BundleAnswer =
  | { readonly kind: 'read'; readonly value: Bundle }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly fault: Fault };

export interface ClosingBundles extends Bundles {
  /** Refuses running and waiting checks. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly log: Log;
  readonly schedule?: Schedule;
  readonly limits?: Partial<ThreadLimits>;
}

export interface ThreadLimits {
  /** The limit for one bundle. */
  readonly deadlineMs: number;
  /** How long the thread waits for another bundle. */
  readonly idleMs: number;
  /** How many bundles may wait. */
  readonly waiting: number;
  /** Memory for the text of a bundle, not for its bytes. */
  readonly heapMb: number;
}

/** A bundle of the maximal size takes about 5 seconds and 300 MB. */
const defaultLimits: ThreadLimits = { deadlineMs: 60_000, idleMs: 5_000, waiting: 8, heapMb: 512 };

interface Job {
  readonly task: BundleTask;
  readonly done: (value: unknown) => void;
  readonly refuse: (error: CoppiceError) => void;
}

/** `file` is the built bundle-worker.ts. */
export function bundleThread(
  file: string,
  { log, schedule = timerSchedule, limits: given = {} }: ThreadOptions,
): ClosingBundles {
  const limits = { ...defaultLimits, ...given };
  const waiting: Job[] = [];
  let current: Job | undefined;
  let thread: Worker | undefined;
  let cancelTimer: () => void = () => undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    const ended = (error?: Error): void => {
      if (thread === started) fail(error);
    };
    started.on('message', (answer: BundleAnswer) => {
      if (thread !== started) return;
      if (answer.kind === 'refused') current?.refuse(errorOf(answer.fault));
      else current?.done(answer.value);
      next();
    });
    started.on('error', ended);
    started.on('exit', () => ended());
    return started;
  };
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const fail = (why: Error | 'too slow' | undefined): void => {
    const error = refusalOf(why, limits);
    log.warn({ reason: error.message }, 'the check of a bundle failed');
    current?.refuse(error);
    void end();
    next();
  };
  const next = (): void => {
    cancelTimer();
    current = waiting.shift();
    if (current === undefined) {
      cancelTimer = schedule(() => void end(), limits.idleMs);
      return;
    }
    cancelTimer = schedule(() => fail('too slow'), limits.deadlineMs);
    // The copy is transferred; the caller still needs the original.
    const bytes = new Uint8Array(current.task.bytes);
    thread ??= start();
    thread.postMessage({ ...current.task, bytes }, [bytes.buffer]);
  };
  const enqueue = (task: BundleTask): Promise<unknown> =>
    new Promise((done, refuse) => {
      if (isClosed) return refuse(stopping());
      if (waiting.length >= limits.waiting) return refuse(busy());
      waiting.push({ task, done, refuse });
      if (current === undefined) next();
    });

  return {
    // Both ends are this program, so the type of the answer is known.
    read: async (bytes) => (await enqueue({ kind: 'read', bytes })) as Bundle,
    compare: async (texts, pairs) =>
      (await enqueue({ kind: 'compare', bytes: new Uint8Array(), texts, pairs })) as readonly string[],
    check: async (bytes, checks) => (await enqueue({ kind: 'check', bytes, checks })) as CheckedBundle,
    rewrite: async (bytes, rewrite, own) =>
      (await enqueue({ kind: 'rewrite', bytes, rewrite, own })) as RewrittenBundle,
    close: async () => {
      isClosed = true;
      cancelTimer();
      for (const { refuse } of [...(current ? [current] : []), ...waiting.splice(0)]) refuse(stopping());
      current = undefined;
      await end();
    },
  };
}

function refusalOf(why: Error | 'too slow' | undefined, { deadlineMs }: ThreadLimits): CoppiceError {
  if (why === 'too slow')
    return tooMuch(
      `the scanner could not judge the bundle within ${deadlineMs / 1_000} seconds, so it is refused`,
    );
  if (why && 'code' in why && why.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return tooMuch('checking the bundle takes too much memory');
  return new CoppiceError(
    'unavailable',
    `the check of the bundle failed: ${why?.message ?? 'the thread ended'}`,
  );
}

function tooMuch(message: string): CoppiceError {
  return new CoppiceError('bundle-too-large', message, { hint: 'publish it with less text' });
}

function busy(): CoppiceError {
  return new CoppiceError('unavailable', 'too many bundles are waiting to be checked', {
    hint: 'try again in a moment',
  });
}

function stopping(): CoppiceError {
  return new CoppiceError('unavailable', 'the server is stopping');
}
