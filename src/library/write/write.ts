/*
 * The only way in which Coppice changes a skill on disk. Under the lock of the root: settle what an earlier write left
 * unfinished, plan from the current files, store the old and the new bytes, write `prepared` to the ledger, change the
 * files, run the verifiers, write the outcome. A crash before `prepared` leaves nothing; after it, the next write into
 * that root finishes or reverts. Locks, bytes and ledger are in the home folder: a root contains only skills.
 */

import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { unfinishedEntries } from '../ledger/unfinished.js';
import { type Actor, isBesideFiles, type LedgerEntry } from '../rules/ledger-entry.js';
import { recoverRoot } from './recover.js';
import { type LocatedWrite, planBatch, writeBatch } from './write-batch.js';
import type { Plan } from './write-change.js';
import { locationOf, namedLocation, type PackageTarget, type WriteDeps } from './write-target.js';

export interface WriteOptions {
  readonly actor: Actor;
  readonly run?: string | undefined;
  /** Run in order after the files are changed; the change is reverted if one fails. */
  readonly verify?: readonly VerifierStage[];
  /** Of several packages, none is begun after one that failed: their outcome is the same failure. */
  readonly stopsAtFailure?: boolean;
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
  /** The plan changes a fact or a setting, so the skill itself need not be one that can be written. */
  readonly besideFiles?: boolean;
}

export type WriteOutcome =
  | { readonly kind: 'committed'; readonly entry: LedgerEntry }
  /** A verifier refused. The change was reverted, except for the conflicts: files that somebody edited in the meantime. */
  | {
      readonly kind: 'rolled-back';
      readonly entry: LedgerEntry;
      readonly stage: string;
      readonly message: string;
      readonly conflicts: readonly string[];
    }
  /** The plan refused, or an error occurred: the change was reverted, or the next write into the root settles it. */
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
 * Writes many packages independently: the outcomes are in the order of the writes, and one that fails does not stop the
 * others. They go to the ledger in batches, so that the disk is synced a few times and not for every package.
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
      const location = (write.besideFiles ? namedLocation : locationOf)(deps, write.target);
      const group = groups.get(location.root) ?? [];
      groups.set(location.root, group);
      group.push({ write, location });
    });
  }
  for (const [root, group] of groups) {
    const ofRoot = group.map(({ write }) => write);
    if (options.stopsAtFailure && leaveRest(ofRoot, outcomes)) continue;
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
  await withRootLock(deps, root, async () => {
    recoverRoot(deps, root);
    for (let waiting = writes; waiting.length > 0; ) {
      await deps.pace?.turn();
      const batch = planBatch(deps, waiting, options);
      for (const [write, error] of batch.refused) outcomes.set(write, { kind: 'failed', error });
      for (const [write, outcome] of await writeBatch(deps, batch.prepared, options))
        outcomes.set(write, outcome);
      const settled = batch.prepared.length + batch.refused.size;
      deps.pace?.wrote(settled);
      waiting = waiting.slice(settled);
      const rest = waiting.map(({ write }) => write);
      if (options.stopsAtFailure && leaveRest(rest, outcomes)) return;
    }
  });
}

/** Whether a write failed; then these are not begun. */
function leaveRest(rest: readonly PackageWrite[], outcomes: Map<PackageWrite, WriteOutcome>): boolean {
  const failure = [...outcomes.values()].find(({ kind }) => kind !== 'committed');
  if (failure === undefined) return false;
  for (const write of rest) if (!outcomes.has(write)) outcomes.set(write, failure);
  return true;
}

/**
 * Settles what interrupted writes left, in every root that exists; for callers that read many skills before the first
 * write. A missing root is skipped, because it may be on a disk that is mounted again later.
 */
export async function settleInterrupted(deps: WriteDeps): Promise<void> {
  const entries = unfinishedEntries(deps);
  const atHome = new Set(entries.filter(isBesideFiles).map((entry) => entry.root));
  for (const root of new Set(entries.map((entry) => entry.root))) {
    if (!atHome.has(root) && deps.files.stat(root) === undefined) continue;
    await withRootLock(deps, root, () => recoverRoot(deps, root));
  }
}

/** Records a refusal or an outage as the outcome of all writes that have none yet. */
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

/** Only one process at a time writes into a root, or compares it with what was known. */
export async function withRootLock(
  { files, home, lockTimeoutMs = 10_000 }: WriteDeps,
  root: string,
  run: () => void | Promise<void>,
): Promise<void> {
  const path = homePaths(home).lock(`root-${sha256Hex(root).slice(0, 16)}`);
  await withLock(files, path, { timeoutMs: lockTimeoutMs }, run);
}
