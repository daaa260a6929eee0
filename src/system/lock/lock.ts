/*
 * A lock between processes: a file that names its holder. Whoever creates the file holds the lock; a holder whose
 * process is gone is replaced at once, by one contender only.
 *
 * Why no two can hold it. Every holding has a token that is never used twice. The file changes in three ways:
 *   nothing -> A   by create, which one contender wins;
 *   A -> nothing   by the release of A, so only while A's process lives;
 *   A -> B         by takeover, only after A's process is gone, and only by the holder of the lock `<path>.<A>`.
 * Let A's process be gone. Then neither create (the file is there) nor release (nobody is left to do it) changes the
 * file, and takers of A exclude each other by the lock `<path>.<A>`. The one that holds it looks again: still A, and
 * it stays A until this taker replaces it; or not A, then somebody did it before, A never comes back, and it leaves
 * the file alone. So A is replaced once. The lock `<path>.<A>` is a lock of the same kind, whose holder may die too;
 * the same holds for it by induction on the depth of such deaths, which is bounded: beyond the bound nobody takes
 * over. (A taker killed between replacing A and releasing `<path>.<A>` leaves that small file behind, unused.)
 */

import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CoppiceError } from '../../text/errors.js';
import type { Files } from '../files.js';
import { type Ids, randomIds } from '../ids.js';
import {
  type Holder,
  holderBytes,
  nodeProcesses,
  type Processes,
  type ProcessIdentity,
  parseHolder,
} from './lock-holder.js';

export interface Lock {
  /** Frees the lock if it is still this one's. May be called twice. */
  release(): void;
}

export interface LockOptions {
  readonly processes?: Processes;
  /** For the tokens: two holdings must never get the same. */
  readonly ids?: Ids;
}

export interface LockWait extends LockOptions {
  /** How long to wait while another process has the lock. */
  readonly timeoutMs: number;
  /** Called once if the lock is not free within a second: the other may have it for minutes, as while it downloads. */
  onWait?(): void;
}

export type LockAttempt =
  | { readonly kind: 'locked'; readonly lock: Lock }
  /** The holder is undefined when its file does not name one, or was freed in this very moment. */
  | { readonly kind: 'busy'; readonly holder: Holder | undefined };

/** Runs with the lock, and frees it however that ends. Makes the folder of the lock where it is missing. */
export async function withLock<Value>(
  files: Files,
  path: string,
  options: LockWait,
  run: () => Promise<Value> | Value,
): Promise<Value> {
  files.makeFolder(dirname(path));
  const lock = await acquireLock(files, path, options);
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/** Waits until the lock is free or its holder is gone; after the time, `lock-busy`. The folder must exist. */
export async function acquireLock(
  files: Files,
  path: string,
  { timeoutMs, onWait, ...options }: LockWait,
): Promise<Lock> {
  const startedAt = performance.now();
  let announce = onWait;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    const attempt = tryLock(files, path, options);
    if (attempt.kind === 'locked') return attempt.lock;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= Math.min(timeoutMs, quietMs)) {
      announce?.();
      announce = undefined;
    }
    if (waitedMs >= timeoutMs) throw busyError(path, attempt.holder);
    await delay(Math.min(pauseMs, timeoutMs - waitedMs));
  }
}

/** One attempt, without waiting. */
export function tryLock(files: Files, path: string, options: LockOptions = {}): LockAttempt {
  const { processes = nodeProcesses, ids = randomIds } = options;
  return attemptLock({ files, processes, ids, self: processes.self() }, path, 0);
}

/** A wait shorter than this is not worth a message. */
const quietMs = 1_000;

interface Contender {
  readonly files: Files;
  readonly processes: Processes;
  readonly ids: Ids;
  readonly self: ProcessIdentity;
}

const maxDepth = 8;

function attemptLock(contender: Contender, path: string, depth: number): LockAttempt {
  const { files, processes, ids, self } = contender;
  const mine: Holder = { ...self, token: ids.next() };
  const lock: Lock = {
    release: () => {
      if (readHolder(files, path)?.token === mine.token) files.remove(path);
    },
  };
  if (claim(lock, () => files.create(path, holderBytes(mine)))) return { kind: 'locked', lock };
  const holder = readHolder(files, path);
  if (holder === undefined || !processes.isGone(holder)) return { kind: 'busy', holder };
  if (claim(lock, () => takeOver(contender, path, holder, mine, depth))) return { kind: 'locked', lock };
  return { kind: 'busy', holder };
}

function takeOver(contender: Contender, path: string, gone: Holder, mine: Holder, depth: number): boolean {
  if (depth === maxDepth) return false;
  const { files } = contender;
  const permit = attemptLock(contender, `${path}.${gone.token}`, depth + 1);
  if (permit.kind === 'busy') return false;
  try {
    if (readHolder(files, path)?.token !== gone.token) return false;
    files.write(path, holderBytes(mine));
    return true;
  } finally {
    permit.lock.release();
  }
}

/** A fault may come when the file is ours already; it must not stay then, as nobody takes over from the living. */
function claim(lock: Lock, put: () => boolean): boolean {
  try {
    return put();
  } catch (fault) {
    lock.release();
    throw fault;
  }
}

function readHolder(files: Files, path: string): Holder | undefined {
  const content = files.read(path, { maxBytes: 4096 });
  return content === undefined ? undefined : parseHolder(content.bytes);
}

function busyError(path: string, holder: Holder | undefined): CoppiceError {
  const who = holder === undefined ? 'somebody unknown' : `process ${holder.pid} on ${holder.host}`;
  return new CoppiceError('lock-busy', `the lock ${path} is held by ${who}`, {
    hint: `wait for it to end; if it does not run any more, delete ${path}`,
  });
}
