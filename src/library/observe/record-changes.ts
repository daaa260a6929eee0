/*
 * Records what others changed in skills, once a stat says that something may have: compares the files with what was last
 * known, one root after another under its lock, stores new bytes and appends to the ledger. Most commands find nothing to
 * compare, and never load this.
 */

import type { findSecrets } from '../../scan/secrets/find.js';
import { type Clock, systemClock } from '../../system/clock.js';
import type { Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { type CoppiceError, hasCode, unlessRefused } from '../../text/errors.js';
import type { EntryOutcome, FileState, LedgerEntry } from '../rules/ledger-entry.js';
import { appendToLedger, blobPath, storeBlobs } from '../write/ledger.js';
import { recoverRoot } from '../write/recover.js';
import { withRootLock } from '../write/write.js';
import { type CurrentFile, joined, readInside } from '../write/write-inside.js';
import type { WriteDeps } from '../write/write-target.js';
import {
  applyLedger,
  type Baseline,
  isSameStat,
  type KnownFile,
  pathOf,
  readBaseline,
  statOf,
  writeBaseline,
} from './baseline.js';
import { type Candidate, findCandidates, isThere, observedScope, type Scope } from './candidates.js';
import type { Observation, ObserveRequest } from './observe.js';

/** Files that are stored and recorded together. */
const maxBatch = 64;
const maxBatchBytes = 4 * 1024 * 1024;
/** A file that was written this short a time ago may be written again within the precision of its time. */
const settlingMs = 2000;

/** One process at a time. A fault is thrown; what was recorded before it stays in the observation. */
export class RecordingPass {
  readonly #deps: WriteDeps;
  readonly #request: ObserveRequest;
  readonly #realTime: Clock;
  readonly #deadline: number;
  readonly #scope: Scope;
  #baseline: Baseline = { ledgerBytes: 0, files: new Map(), links: new Map() };
  readonly #entries: LedgerEntry[] = [];
  #baselines = 0;
  #left = 0;
  #total = 0;
  /** Whether the baseline has to be written. */
  #isDirty = false;
  #findSecrets: typeof findSecrets | undefined;

  constructor(deps: WriteDeps, request: ObserveRequest) {
    const { maxMs = 2000, realTime = systemClock } = request;
    this.#deps = { ...deps, lockTimeoutMs: Math.min(deps.lockTimeoutMs ?? maxMs, maxMs) };
    this.#request = request;
    this.#realTime = realTime;
    this.#deadline = realTime.now() + maxMs;
    this.#scope = observedScope(deps.files, deps.home, request);
  }

  observation(problem: CoppiceError | null = null): Observation {
    return { entries: this.#entries, baselines: this.#baselines, left: this.#left, problem };
  }

  async run(): Promise<Observation> {
    const { files, home } = this.#deps;
    ({ findSecrets: this.#findSecrets } = await import('../../scan/secrets/find.js'));
    files.makeFolder(homePaths(home).locks);
    await withLock(files, homePaths(home).lock('observe'), { timeoutMs: 0 }, async () => {
      this.#baseline = readBaseline(this.#deps);
      this.#applyLedger();
      await this.#compare(findCandidates(this.#scope, this.#baseline));
      if (this.#isDirty) writeBaseline(this.#deps, this.#baseline);
    });
    return this.observation();
  }

  async #compare(candidates: readonly Candidate[]): Promise<void> {
    const groups = new Map<string, Candidate[]>();
    for (const candidate of candidates) {
      const { root } = candidate.location;
      groups.set(root, [...(groups.get(root) ?? []), candidate]);
    }
    this.#left = candidates.length;
    this.#total = candidates.length;
    for (const [root, group] of groups) {
      if (this.#isOver()) return;
      try {
        await withRootLock(this.#deps, root, () => this.#compareRoot(root, group));
      } catch (error) {
        // Somebody writes into this root for a long time; the others are not concerned.
        if (!hasCode(error, 'lock-busy')) throw error;
      }
    }
  }

  #compareRoot(root: string, candidates: readonly Candidate[]): void {
    recoverRoot(this.#deps, root);
    const waiting = [...candidates];
    while (waiting.length > 0 && !this.#isOver()) {
      // Also what was written until the lock was free.
      this.#applyLedger();
      const changes: Change[] = [];
      let sizeBytes = 0;
      for (let count = 0; count < maxBatch && sizeBytes < maxBatchBytes && !this.#isOver(); count += 1) {
        const candidate = waiting.shift();
        if (candidate === undefined) break;
        const change = this.#change(candidate);
        if (change !== undefined) changes.push(change);
        sizeBytes += change?.current?.bytes.length ?? 0;
        this.#left -= 1;
      }
      this.#record(changes);
      this.#request.onProgress?.(this.#total - this.#left, this.#total);
    }
  }

  #applyLedger(): void {
    const { ledgerBytes } = this.#baseline;
    applyLedger(this.#deps, this.#baseline, (root) => this.#scope.roots.has(root));
    if (this.#baseline.ledgerBytes !== ledgerBytes) this.#isDirty = true;
  }

  #isOver(): boolean {
    return this.#realTime.now() >= this.#deadline;
  }

  /** Compares one file under the lock of its root; undefined when it cannot be read, or is being written. */
  #change(candidate: Candidate): Change | undefined {
    const { files } = this.#deps;
    const { location, file } = candidate;
    const place = { root: location.root, folder: location.folder, file };
    const path = pathOf(place);
    const known = this.#baseline.files.get(path);
    if (candidate.stat === null) {
      return known === undefined || isThere(files, path) ? undefined : { candidate, known, current: null };
    }
    const stat = files.stat(path, { follow: false });
    const current = unlessRefused(() => readInside(files, location.root, joined(location.folder, file)));
    const after = files.stat(path, { follow: false });
    if (stat === undefined || current === undefined || after === undefined) return undefined;
    if (!isSameStat(statOf(stat), after)) return undefined;
    const isNew = current.sha256 !== known?.sha256;
    return {
      candidate,
      known,
      current: { ...current, stat, isStored: isNew && !this.#hasSecret(current.bytes) },
    };
  }

  /** Without the rules, any bytes could have one. */
  #hasSecret(bytes: Uint8Array): boolean {
    return this.#findSecrets?.(new TextDecoder().decode(bytes)).length !== 0;
  }

  /** First the bytes, then the entries; the baseline is written when all is done. */
  #record(changes: readonly Change[]): void {
    const { clock, ids } = this.#deps;
    const blobs: Uint8Array[] = [];
    const lines: (LedgerEntry | EntryOutcome)[] = [];
    const found: LedgerEntry[] = [];
    const met: (() => void)[] = [];
    for (const { candidate, known, current } of changes) {
      if (current?.isStored) blobs.push(current.bytes);
      if (known !== undefined && current?.sha256 !== known.sha256) {
        const entry = this.#entryOf(ids.next(), candidate, known, current);
        lines.push(entry, committed(entry.id, clock.now()));
        found.push(entry);
      }
      met.push(() => this.#meet(candidate, known, current));
    }
    storeBlobs(this.#deps, blobs);
    appendToLedger(this.#deps, lines);
    this.#entries.push(...found);
    for (const meet of met) meet();
  }

  #entryOf(
    id: string,
    { skill, location, file }: Candidate,
    known: KnownFile,
    current: FoundFile | null,
  ): LedgerEntry {
    const { files, home, clock } = this.#deps;
    const hasOld = files.stat(blobPath(home, known.sha256)) !== undefined;
    const before = stateOf(known, hasOld);
    const after = current && stateOf(current, current.isStored);
    const isWhole = before.stored !== false && after?.stored !== false;
    return {
      id,
      at: clock.now(),
      actor: 'other',
      action: 'observed',
      skill: skill.id,
      renamedTo: null,
      root: location.root,
      folder: location.folder,
      move: null,
      files: [{ path: file, before, after }],
      madeFolders: [],
      emptiedFolders: [],
      verify: [],
      run: null,
      reason: isWhole ? null : 'the content is not stored, because it seems to contain a secret',
      undoes: null,
      createdBy: null,
      manifest: null,
    };
  }

  #meet({ skill, location, file }: Candidate, known: KnownFile | undefined, current: FoundFile | null): void {
    const { files, links } = this.#baseline;
    const place = { root: location.root, folder: location.folder, file };
    const path = pathOf(place);
    this.#isDirty = true;
    if (current === null) {
      files.delete(path);
      return;
    }
    const { sha256, mode, stat, isStored } = current;
    if (known === undefined) this.#baselines += 1;
    const isSettled = this.#realTime.now() - stat.ctimeMs > settlingMs;
    const storedBytes = isStored ? stat.sizeBytes : known?.sha256 === sha256 ? known.storedBytes : 0;
    const met = { skill: skill.id, sha256, mode, stat: isSettled ? statOf(stat) : null, storedBytes };
    files.set(path, { ...place, ...met });
    const seenAt = joined(skill.folder, file);
    if (location.linked) links.set(seenAt, path);
    else links.delete(seenAt);
  }
}

interface Change {
  readonly candidate: Candidate;
  readonly known: KnownFile | undefined;
  /** Null if the file is gone. */
  readonly current: FoundFile | null;
}

interface FoundFile extends CurrentFile {
  readonly stat: Stat;
  /** Whether the bytes are new, and may be stored. */
  readonly isStored: boolean;
}

function stateOf({ sha256, mode }: Pick<KnownFile, 'sha256' | 'mode'>, isStored: boolean): FileState {
  return isStored ? { sha256, mode } : { sha256, mode, stored: false };
}

function committed(entry: string, at: number): EntryOutcome {
  return { entry, state: 'committed', at, message: null, conflicts: [] };
}
