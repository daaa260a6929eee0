/*
 * Checks bundles in worker threads, so that no bundle keeps the server from answering others. There are two: large bundles
 * wait for each other, and small ones do not wait for large ones. A thread checks one bundle after the other. It is started
 * for the first, and ends when none has come for a while, to free its memory. A bundle that takes too long or too much
 * memory is refused, because what could not be judged is not safe, and its thread is ended; those that wait get a new one.
 */

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../system/log.js';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { CoppiceError } from '../../../text/errors.js';
import {
  type Bundles,
  inlineBundles,
  type RewrittenBundle,
  type SkillRewrite,
} from '../../items/bundle/bundles.js';
import type { BundleChecks, CheckedBundle } from '../../items/bundle/check-bundle.js';
import type { ItemName } from '../../rules/access/principal.js';
import { errorOf, type Fault } from './thread-fault.js';

export type BundleTask = { readonly bytes: Uint8Array } & (
  | { readonly kind: 'check'; readonly checks: BundleChecks | undefined }
  | { readonly kind: 'rewrite'; readonly rewrite: SkillRewrite; readonly own: ItemName }
);

export type BundleAnswer =
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

interface ThreadLimits {
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
/** A small bundle takes well under a second, whatever it contains. */
const smallLimits: ThreadLimits = { deadlineMs: 10_000, idleMs: 60_000, waiting: 64, heapMb: 256 };

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
      if (answer.kind === 'done') current?.done(answer.value);
      else current?.refuse(errorOf(answer.fault));
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

/** Without the program of the thread, all bundles are checked in the calling thread. */
export function openBundles(workerFile: string | undefined, options: ThreadOptions): ClosingBundles {
  if (workerFile === undefined || !existsSync(workerFile))
    return { ...inlineBundles, close: async () => undefined };
  const large = bundleThread(workerFile, options);
  const small = bundleThread(workerFile, { ...options, limits: { ...smallLimits, ...options.limits } });
  const threadFor = (bytes: Uint8Array) => (unpackedBytes(bytes) > maxSmallBytes ? large : small);
  return {
    check: (bytes, checks) => threadFor(bytes).check(bytes, checks),
    rewrite: (bytes, rewrite, own) => threadFor(bytes).rewrite(bytes, rewrite, own),
    close: async () => {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

/** Checking this much takes about a tenth of a second. */
const maxSmallBytes = 256 * 1024;

/** The size at the end of a gzip; a bundle that states less than its size is refused when it is unpacked. */
function unpackedBytes(packed: Uint8Array): number {
  if (packed.length < 4) return 0;
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
}
