/*
 * Bundles that are judged in a thread of its own, one after the other. The thread is started for the first, and ends when
 * none has come for a while, since its memory is that of the server. One that takes too long, or more memory than there
 * is for it, is refused and its thread ended; those that wait go on with a new one.
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
  /** Refuses what is under way. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly log: Log;
  readonly schedule?: Schedule;
  readonly limits?: Partial<ThreadLimits>;
}

interface ThreadLimits {
  /** Of the work on one bundle. */
  readonly deadlineMs: number;
  /** How long it waits for another one. */
  readonly idleMs: number;
  /** How many bundles may wait for the one that is judged. */
  readonly waiting: number;
  /** For the text of a bundle, not for its bytes. */
  readonly heapMb: number;
}

/** A bundle of the largest size takes some 5 seconds, and 300 MB. */
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
  let callOff: () => void = () => undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    const ended = (error?: Error): void => {
      if (thread === started) giveUp(error);
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
  const giveUp = (why: Error | 'too slow' | undefined): void => {
    const error = refusalOf(why, limits);
    log.warn({ reason: error.message }, 'the check of a bundle was given up');
    current?.refuse(error);
    void end();
    next();
  };
  const next = (): void => {
    callOff();
    current = waiting.shift();
    if (current === undefined) {
      callOff = schedule(() => void end(), limits.idleMs);
      return;
    }
    callOff = schedule(() => giveUp('too slow'), limits.deadlineMs);
    // Handed over, not copied on the way; the one who asks still needs theirs.
    const bytes = new Uint8Array(current.task.bytes);
    thread ??= start();
    thread.postMessage({ ...current.task, bytes }, [bytes.buffer]);
  };
  const ask = (task: BundleTask): Promise<unknown> =>
    new Promise((done, refuse) => {
      if (isClosed) return refuse(stopping());
      if (waiting.length >= limits.waiting) return refuse(busy());
      waiting.push({ task, done, refuse });
      if (current === undefined) next();
    });

  return {
    // Both ends are this program, so what comes is what was asked for.
    check: async (bytes, checks) => (await ask({ kind: 'check', bytes, checks })) as CheckedBundle,
    rewrite: async (bytes, rewrite, own) =>
      (await ask({ kind: 'rewrite', bytes, rewrite, own })) as RewrittenBundle,
    close: async () => {
      isClosed = true;
      callOff();
      for (const { refuse } of [...(current ? [current] : []), ...waiting.splice(0)]) refuse(stopping());
      current = undefined;
      await end();
    },
  };
}

function refusalOf(why: Error | 'too slow' | undefined, { deadlineMs }: ThreadLimits): CoppiceError {
  if (why === 'too slow')
    return tooMuch(`the bundle could not be checked within ${deadlineMs / 1_000} seconds`);
  if (why && 'code' in why && why.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return tooMuch('checking the bundle takes more memory than there is for it');
  return new CoppiceError('unavailable', `the check of the bundle broke off: ${why?.message ?? 'it ended'}`);
}

function tooMuch(message: string): CoppiceError {
  return new CoppiceError('bundle-too-large', message, { hint: 'publish it with less text' });
}

function busy(): CoppiceError {
  return new CoppiceError('unavailable', 'too many large bundles are waiting to be checked', {
    hint: 'try again in a moment',
  });
}

function stopping(): CoppiceError {
  return new CoppiceError('unavailable', 'the server is stopping');
}

/*
 * Where a server judges bundles: small ones at once, since handing them over takes longer than judging them, and large
 * ones in a thread, since nobody else is answered while that lasts.
 */

/** Without the program of the thread, all are judged here. */
export function openBundles(workerFile: string | undefined, options: ThreadOptions): ClosingBundles {
  if (workerFile === undefined || !existsSync(workerFile))
    return { ...inlineBundles, close: async () => undefined };
  const thread = bundleThread(workerFile, options);
  const placeFor = (bytes: Uint8Array) => (unpackedBytes(bytes) > maxInlineBytes ? thread : inlineBundles);
  return {
    check: (bytes, checks) => placeFor(bytes).check(bytes, checks),
    rewrite: (bytes, rewrite, own) => placeFor(bytes).rewrite(bytes, rewrite, own),
    close: () => thread.close(),
  };
}

/** Takes about a tenth of a second. */
const maxInlineBytes = 256 * 1024;

/** As the end of a gzip says; one that says less than is true is refused before anything is unpacked that far. */
function unpackedBytes(packed: Uint8Array): number {
  if (packed.length < 4) return 0;
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
}
