/*
 * Carries out a merge as one run of the one write path: first the facts that lead from the old names to the new one,
 * then the new skill, then the archive for the sources. Where it fails, what was done is undone; where the process dies,
 * the next merge undoes it. So the library has all of a merge, or nothing of it.
 */

import { type AbsorbedFact, absorbedKey } from '../../library/rules/absorbed-fact.js';
import { planArchival } from '../../library/write/archive.js';
import { factOf } from '../../library/write/fact-store.js';
import { readLedger } from '../../library/write/ledger.js';
import { undo } from '../../library/write/undo.js';
import {
  type PackageWrite,
  settleInterrupted,
  type WriteOutcome,
  writePackages,
} from '../../library/write/write.js';
import type { PackageTarget, WriteDeps } from '../../library/write/write-target.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { Provenance } from '../../usage/rules/record.js';
import type { ResultPackage } from '../rules/merge/package.js';
import { unfinishedMerges } from '../rules/merge/unfinished.js';

export interface MergeWrite {
  readonly target: PackageTarget;
  readonly files: ResultPackage;
  readonly digest: string | null;
  readonly createdBy: Provenance;
  readonly sources: readonly MergeSource[];
  readonly reason?: string | undefined;
}

export interface MergeSource {
  readonly target: PackageTarget;
  /** Refuse if the package has another one by then. */
  readonly digest: string | null;
}

/** One merge at a time: what another process left unfinished is undone first. Throws where nothing was merged. */
export async function applyMerge(deps: WriteDeps, merge: MergeWrite, run: string): Promise<void> {
  await withMergeLock(deps, async () => {
    await undoUnfinishedMerges(deps);
    const outcomes = await writePackages(deps, writesOf(deps, merge, run), {
      actor: 'user',
      run,
      stopsAtFailure: true,
    });
    const failed = outcomes.find((outcome) => outcome.kind !== 'committed');
    if (failed === undefined) return;
    await takeBack(deps, run);
    throw errorOf(failed);
  });
}

/** Undoes merges that a process left half done. The caller need not merge anything. */
export async function settleMerges(deps: WriteDeps): Promise<void> {
  await withMergeLock(deps, () => undoUnfinishedMerges(deps));
}

async function withMergeLock(deps: WriteDeps, act: () => Promise<void>): Promise<void> {
  deps.files.makeFolder(deps.home);
  const { files, home, lockTimeoutMs = 10_000 } = deps;
  await withLock(files, homePaths(home).lock('merge'), { timeoutMs: lockTimeoutMs }, act);
}

async function undoUnfinishedMerges(deps: WriteDeps): Promise<void> {
  await settleInterrupted(deps);
  for (const run of unfinishedMerges(readLedger(deps).entries)) {
    try {
      await takeBack(deps, run);
    } catch (error) {
      // Somebody has worked on what the merge made: that is theirs, and no reason to refuse another merge.
      if (!hasCode(error, 'changed-since', 'pinned', 'not-stored')) throw error;
    }
  }
}

/** As much as possible: what cannot be undone now is undone before the next merge. */
async function takeBack(deps: WriteDeps, run: string): Promise<void> {
  await settleInterrupted(deps);
  if (!readLedger(deps).entries.some((entry) => entry.run === run)) return;
  for (const outcome of await undo(deps, run, { actor: 'user' })) {
    if (outcome.kind === 'failed') throw outcome.error;
  }
}

function writesOf(deps: WriteDeps, merge: MergeWrite, run: string): readonly PackageWrite[] {
  const { target, files, digest, createdBy, sources } = merge;
  const reason = merge.reason ?? `merged into ${target.id}`;
  const ids = sources.map((source) => source.target.id);
  const facts = sources.map(({ target: source }): PackageWrite => {
    const after: AbsorbedFact = { into: target.id, digest, folder: source.folder, sources: ids };
    return {
      target: source,
      besideFiles: true,
      plan: () => ({
        action: 'absorb',
        reason,
        fact: { key: absorbedKey, before: factOf(deps, source.id, absorbedKey), after: { ...after } },
      }),
    };
  });
  const create: PackageWrite = {
    target,
    plan: () => {
      if (deps.files.stat(target.folder, { follow: false }) !== undefined) {
        throw new CoppiceError('already-exists', `${target.folder} already exists`, {
          hint: 'choose another name',
        });
      }
      return {
        action: 'create',
        files: Array.from(files, ([path, { bytes, mode }]) => ({ path, bytes, mode })),
        createdBy,
        reason: `a merge of ${ids.join(', ')}`,
      };
    },
  };
  const archives = sources.map(
    ({ target: source, digest: expected }): PackageWrite => ({
      target: source,
      plan: planArchival(
        deps,
        { target: source, reason, ...(expected !== null && { expectedDigest: expected }) },
        { run },
      ),
    }),
  );
  return [...facts, create, ...archives];
}

function errorOf(outcome: Exclude<WriteOutcome, { readonly kind: 'committed' }>): unknown {
  return outcome.kind === 'failed'
    ? outcome.error
    : new CoppiceError('verify-failed', `${outcome.stage}: ${outcome.message}`);
}
