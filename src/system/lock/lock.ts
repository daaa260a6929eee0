/*
 * A lock between processes: a file that names its holder. The process that creates the file holds the lock; a holder
 * whose process is gone is replaced at once, by only one contender.
 *
 * Why two processes can never hold it. Every acquisition has a unique token. The file changes in three ways:
 *   nothing -> A   by create, which one contender wins;
 *   A -> nothing   by the release of A, so only while A's process lives;
 *   A -> B         by takeover, only after A's process is gone, and only by the holder of the lock `<path>.<A>`.
 * Let A's process be gone. Then neither create (the file exists) nor release (nobody is left to do it) changes the
 * file, and the lock `<path>.<A>` lets only one process at a time replace A. The one that holds it checks again: if the
 * file still says A, it stays A until this process replaces it; if not, another process already replaced it, A never
 * comes back, and the file is left alone. So A is replaced once. The lock `<path>.<A>` is a lock of the same kind, whose
 * holder may die too; the same is true for it by induction on the depth of such deaths, which is bounded: beyond the
 * bound nobody takes over. (A process killed between replacing A and releasing `<path>.<A>` leaves that small, unused
 * file behind.)
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
  /** Releases the lock if it is still held. May be called twice. */
  release(): void;
}

export interface LockOptions {
  readonly processes?: Processes;
  /** For the tokens, which must be unique. */
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
  /** The holder is undefined when the file does not name one, or was just released. */
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

/** If a fault occurs after the file is ours, the file is removed: nobody can take over from a running process. */
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
  const who = holder === undefined ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`;
  return new CoppiceError('lock-busy', `the lock ${path} is held by ${who}`, {
    hint: `wait for it to finish; if it is no longer running, delete ${path}`,
  });
}
