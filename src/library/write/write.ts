/*
 * The one way in which a skill on disk is changed, by whomever. Under the lock of the root: settle what an earlier
 * write left unfinished, plan on what is there, store the old and the new bytes, journal `prepared`, change the
 * files, run the verifiers, journal the outcome. A crash before `prepared` leaves nothing; after it, the next write
 * into that root finishes or reverts. Locks, bytes and journal are in the home folder: a root gets the skill only.
 */

import { join } from 'node:path';
import { acquireLock, type Lock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Actor, LedgerEntry } from '../rules/ledger-entry.js';
import { unfinishedEntries } from './ledger.js';
import { recoverRoot } from './recover.js';
import { type LocatedWrite, planBatch, writeBatch } from './write-batch.js';
import type { Plan } from './write-change.js';
import { locationOf, type PackageTarget, type WriteDeps } from './write-target.js';

export interface WriteOptions {
  readonly actor: Actor;
  readonly run?: string | undefined;
  /** Run in order after the files are changed; the first that is not ok takes the change back. */
  readonly verify?: readonly VerifierStage[];
}

export interface VerifierStage {
  readonly name: string;
  /** The target is the package after the change, and the entry what was changed. */
  run(target: PackageTarget, entry: LedgerEntry): Promise<StageResult>;
}

export interface StageResult {
  readonly ok: boolean;
  readonly message: string;
}

export interface PackageWrite {
  readonly target: PackageTarget;
  readonly plan: Plan;
}

export type WriteOutcome =
  | { readonly kind: 'committed'; readonly entry: LedgerEntry }
  /** A verifier refused. The old bytes are back, but for the conflicts: files that somebody edited meanwhile. */
  | {
      readonly kind: 'rolled-back';
      readonly entry: LedgerEntry;
      readonly stage: string;
      readonly message: string;
      readonly conflicts: readonly string[];
    }
  /** The plan refused, or a fault came: the change was taken back, or the next write into the root settles it. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** One package; throws where the write failed. */
export async function writePackage(
  deps: WriteDeps,
  target: PackageTarget,
  plan: Plan,
  options: WriteOptions,
): Promise<Exclude<WriteOutcome, { kind: 'failed' }>> {
  const [outcome] = await writePackages(deps, [{ target, plan }], options);
  if (outcome === undefined) throw new CoppiceError('internal', `the write of ${target.id} has no outcome`);
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome;
}

/**
 * Many packages, each for itself: the outcomes are in the order of the writes, and one that fails does not stop the
 * others. They are journalled in batches, so that the disk is waited for a few times and not for every package.
 */
export async function writePackages(
  deps: WriteDeps,
  writes: readonly PackageWrite[],
  options: WriteOptions,
): Promise<readonly WriteOutcome[]> {
  const outcomes = new Map<PackageWrite, WriteOutcome>();
  const groups = new Map<string, LocatedWrite[]>();
  for (const write of writes) {
    await failing([write], outcomes, () => {
      const place = locationOf(deps, write.target);
      const group = groups.get(place.root) ?? [];
      groups.set(place.root, group);
      group.push({ write, place });
    });
  }
  for (const [root, group] of groups) {
    const ofRoot = group.map(({ write }) => write);
    await failing(ofRoot, outcomes, async () => await writeIntoRoot(deps, root, group, options, outcomes));
  }
  return writes.flatMap((write) => outcomes.get(write) ?? []);
}

async function writeIntoRoot(
  deps: WriteDeps,
  root: string,
  writes: readonly LocatedWrite[],
  options: WriteOptions,
  outcomes: Map<PackageWrite, WriteOutcome>,
): Promise<void> {
  const lock = await lockRoot(deps, root);
  try {
    recoverRoot(deps, root);
    for (let waiting = writes; waiting.length > 0; ) {
      const batch = planBatch(deps, waiting, options);
      for (const [write, error] of batch.refused) outcomes.set(write, { kind: 'failed', error });
      for (const [write, outcome] of await writeBatch(deps, batch.prepared)) outcomes.set(write, outcome);
      waiting = waiting.slice(batch.prepared.length + batch.refused.size);
    }
  } finally {
    lock.release();
  }
}

/**
 * For whoever looks at many skills before the first write: settles what interrupted writes left, in every root that is
 * there. What was left in one that is gone waits for it, as it may be on a disk that comes back.
 */
export async function settleInterrupted(deps: WriteDeps): Promise<void> {
  for (const root of new Set(unfinishedEntries(deps).map((entry) => entry.root))) {
    if (deps.files.stat(root) === undefined) continue;
    const lock = await lockRoot(deps, root);
    try {
      recoverRoot(deps, root);
    } finally {
      lock.release();
    }
  }
}

/** A refusal or an outage is the outcome of those writes that have none yet. */
async function failing(
  writes: readonly PackageWrite[],
  outcomes: Map<PackageWrite, WriteOutcome>,
  act: () => void | Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    for (const write of writes) if (!outcomes.has(write)) outcomes.set(write, { kind: 'failed', error });
  }
}

async function lockRoot({ files, home, lockTimeoutMs = 10_000 }: WriteDeps, root: string): Promise<Lock> {
  const folder = join(home, 'locks');
  files.makeFolder(folder);
  const path = join(folder, `root-${sha256Hex(root).slice(0, 16)}`);
  return await acquireLock(files, path, { timeoutMs: lockTimeoutMs });
}
