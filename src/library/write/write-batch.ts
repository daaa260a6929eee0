/*
 * Packages of one root that are written to the ledger together: planned as far as they do not affect each other, then
 * carried out one by one. Each has its own entry and outcome, so after a crash each is settled on its own.
 */

import { CoppiceError } from '../../text/errors.js';
import {
  changesContent,
  type EntryOutcome,
  folderAfter,
  type LedgerEntry,
  nameOf,
} from '../rules/ledger-entry.js';
import { appendToLedger, storeBlobs } from './ledger.js';
import type { PackageWrite, VerifierStage, WriteOptions, WriteOutcome } from './write.js';
import { applyEntry, revertEntry, settleUsage } from './write-apply.js';
import { entryFor, openPackage } from './write-change.js';
import type { PackageLocation, PackageTarget, WriteDeps } from './write-target.js';

export interface LocatedWrite {
  readonly write: PackageWrite;
  readonly location: PackageLocation;
}

export interface PreparedWrite extends LocatedWrite {
  readonly entry: LedgerEntry;
  /** The old and the new contents of the changed files. */
  readonly blobs: readonly Uint8Array[];
  readonly verify: readonly VerifierStage[];
}

export interface Batch {
  readonly prepared: readonly PreparedWrite[];
  readonly refused: ReadonlyMap<PackageWrite, CoppiceError>;
}

/** At most this many entries must be settled after a crash. */
const maxBatch = 256;
/** Where somebody watches, so that they see it move and can end it soon. */
const pacedBatch = 32;

/**
 * Takes writes from the front, up to one that touches what an earlier one is about to change, or that is refused but may
 * be possible after the earlier ones: it is planned again when they are done.
 */
export function planBatch(deps: WriteDeps, writes: readonly LocatedWrite[], options: WriteOptions): Batch {
  const prepared: PreparedWrite[] = [];
  const refused = new Map<PackageWrite, CoppiceError>();
  const touched = new Set<string>();
  for (const located of writes.slice(0, deps.pace === undefined ? maxBatch : pacedBatch)) {
    try {
      const next = prepare(deps, located, options);
      const folders = [next.entry.folder, folderAfter(next.entry)];
      if (folders.some((folder) => touched.has(folder))) break;
      for (const folder of folders) touched.add(folder);
      prepared.push(next);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      if (prepared.length > 0) break;
      refused.set(located.write, error);
      if (options.stopsAtFailure) break;
    }
  }
  return { prepared, refused };
}

export async function writeBatch(
  deps: WriteDeps,
  prepared: readonly PreparedWrite[],
  { stopsAtFailure = false }: Pick<WriteOptions, 'stopsAtFailure'> = {},
): Promise<ReadonlyMap<PackageWrite, WriteOutcome>> {
  storeBlobs(
    deps,
    prepared.flatMap(({ blobs }) => blobs),
  );
  appendToLedger(
    deps,
    prepared.map(({ entry }) => entry),
  );
  const outcomes = new Map<PackageWrite, WriteOutcome>();
  const lines: EntryOutcome[] = [];
  let failure: WriteOutcome | undefined;
  for (const next of prepared) {
    const { outcome, line } = failure === undefined ? await carryOut(deps, next) : notBegun(failure);
    if (stopsAtFailure && outcome.kind !== 'committed') failure ??= outcome;
    outcomes.set(next.write, outcome);
    if (line !== undefined) lines.push({ ...line, entry: next.entry.id, at: deps.clock.now() });
  }
  appendToLedger(deps, lines);
  return outcomes;
}

function prepare(deps: WriteDeps, located: LocatedWrite, options: WriteOptions): PreparedWrite {
  const { files, ids, clock } = deps;
  const verify = options.verify ?? [];
  const current = openPackage(files, located.write.target, located.location, ids.next());
  const change = located.write.plan(current);
  const entry = entryFor(files, current, change, {
    at: clock.now(),
    actor: options.actor,
    run: options.run ?? null,
    verify: verify.map(({ name }) => name),
  });
  const changed = entry.files.filter(changesContent).map(({ path }) => path);
  const before = changed.flatMap((path) => current.read(path)?.bytes ?? []);
  const after = (change.files ?? []).flatMap(({ path, bytes }) => (changed.includes(path) && bytes) || []);
  return { ...located, entry, blobs: [...before, ...after], verify };
}

interface Ending {
  readonly outcome: WriteOutcome;
  /** Undefined for an entry that stays unfinished: the next write into the root settles it. */
  readonly line: Pick<EntryOutcome, 'state' | 'message' | 'conflicts'> | undefined;
}

/** Nothing was changed yet, so there is nothing to revert. */
function notBegun(failure: WriteOutcome): Ending {
  const message = 'not begun: an earlier change of the same run failed';
  return { outcome: failure, line: { state: 'rolled-back', message, conflicts: [] } };
}

async function carryOut(deps: WriteDeps, prepared: PreparedWrite): Promise<Ending> {
  const { write, entry, verify } = prepared;
  try {
    applyEntry(deps, entry);
    const refusal = await firstRefusal(verify, targetAfter(write.target, entry), entry);
    if (refusal === undefined) return settle(deps, entry);
    const conflicts = revertEntry(deps, entry);
    return {
      outcome: { kind: 'rolled-back', entry, ...refusal, conflicts },
      line: { state: 'rolled-back', message: `${refusal.stage}: ${refusal.message}`, conflicts },
    };
  } catch (error) {
    return { outcome: { kind: 'failed', error }, line: revertAfter(deps, entry, error) };
  }
}

/** A change that is on the disk and verified is not reverted any more: the record may already have been updated. */
function settle(deps: WriteDeps, entry: LedgerEntry): Ending {
  try {
    settleUsage(deps, entry);
    return {
      outcome: { kind: 'committed', entry },
      line: { state: 'committed', message: null, conflicts: [] },
    };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { outcome: { kind: 'failed', error }, line: undefined };
  }
}

function revertAfter(deps: WriteDeps, entry: LedgerEntry, cause: unknown): Ending['line'] {
  try {
    const conflicts = revertEntry(deps, entry);
    return {
      state: 'rolled-back',
      message: cause instanceof Error ? cause.message : String(cause),
      conflicts,
    };
  } catch (error) {
    if (error instanceof CoppiceError) return undefined;
    throw error;
  }
}

async function firstRefusal(
  stages: readonly VerifierStage[],
  target: PackageTarget,
  entry: LedgerEntry,
): Promise<{ readonly stage: string; readonly message: string } | undefined> {
  for (const stage of stages) {
    const { ok, message } = await stage.run(target, entry);
    if (!ok) return { stage: stage.name, message };
  }
  return undefined;
}

function targetAfter(target: PackageTarget, { root, move, renamedTo }: LedgerEntry): PackageTarget {
  return {
    ...target,
    ...(renamedTo !== null && { id: renamedTo, name: nameOf(renamedTo) }),
    ...(move !== null && { folder: `${root}/${move.to}` }),
  };
}
