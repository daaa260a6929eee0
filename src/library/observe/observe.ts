/*
 * Finds the changes that others made to skills: a person in an editor, an agent with its own tools. At first sight the
 * bytes of a SKILL.md are stored as its baseline; later a file whose stat has changed is read, and if its bytes have
 * changed, the ledger gets an entry with the old and the new bytes, so that history, diff and undo know it.
 *
 * Nothing of a skill is written. Unchanged files cost one stat each. Only one process observes at a time, and it holds
 * the lock of a root while it compares, so that no change is recorded twice and no write in progress is taken for one by
 * somebody else. A crash at any point leaves bytes that nothing refers to, or an entry that the next observation takes
 * from the ledger.
 */

import { basename } from 'node:path';
import type { findSecrets } from '../../scan/secrets/find.js';
import { type Clock, systemClock } from '../../system/clock.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError, hasCode, unlessRefused } from '../../text/errors.js';
import type { EntryOutcome, FileState, LedgerEntry } from '../rules/ledger-entry.js';
import { managedProvenance, type Root } from '../rules/root.js';
import { appendToLedger, blobPath, storeBlobs } from '../write/ledger.js';
import { recoverRoot } from '../write/recover.js';
import { withRootLock } from '../write/write.js';
import { type CurrentFile, joined, readInside } from '../write/write-inside.js';
import { locationOf, type PackageLocation, type WriteDeps } from '../write/write-target.js';
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

/** A skill of the catalog. */
export interface ObservedSkill {
  readonly id: string;
  readonly name: string;
  readonly root: Root;
  readonly folder: string;
  /** The SKILL.md, absolute. */
  readonly path: string;
}

export interface ObserveRequest {
  readonly skills: readonly ObservedSkill[];
  /** All roots that were read. */
  readonly roots: readonly Root[];
  /** The space for baselines; 0 observes nothing. */
  readonly maxBytes: number;
  /** What is left then waits for the next time. */
  readonly maxMs?: number;
  /** Real time, even if the clock is fixed. */
  readonly realTime?: Clock;
}

export interface Observation {
  /** The changes that were found, one entry each. */
  readonly entries: readonly LedgerEntry[];
  /** The number of skills met for the first time. */
  readonly baselines: number;
  /** The number of skills that the next observation has to look at. */
  readonly left: number;
  /** Why nothing could be recorded. */
  readonly problem: CoppiceError | null;
}

/** A SKILL.md above this size is not one that a person wrote, and is not observed. */
const maxFileBytes = 4 * 1024 * 1024;
/** Files that are stored and recorded together. */
const maxBatch = 64;
const maxBatchBytes = 4 * 1024 * 1024;
/** A file that was written this short a time ago may be written again within the precision of its time. */
const settlingMs = 2000;

export async function observe(deps: WriteDeps, request: ObserveRequest): Promise<Observation> {
  const pass = new Pass(deps, request);
  try {
    return request.maxBytes === 0 ? pass.observation() : await pass.run();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    // Another process observes at this moment, or writes for a long time.
    return pass.observation(hasCode(error, 'lock-busy') ? null : error);
  }
}

/** A file that may have changed. */
interface Candidate {
  readonly skill: Pick<ObservedSkill, 'id' | 'name' | 'root' | 'folder'>;
  readonly location: PackageLocation;
  readonly file: string;
  /** Null if the file is gone. */
  readonly stat: Stat | null;
}

class Pass {
  readonly #deps: WriteDeps;
  readonly #request: ObserveRequest;
  readonly #realTime: Clock;
  readonly #deadline: number;
  /** The roots that are observed, by their real paths. */
  readonly #roots: ReadonlyMap<string, Root>;
  readonly #owner: number | undefined;
  #baseline: Baseline;
  readonly #entries: LedgerEntry[] = [];
  #baselines = 0;
  #left = 0;
  /** Whether the baseline has to be written. */
  #isDirty = false;
  #findSecrets: typeof findSecrets | undefined;

  constructor(deps: WriteDeps, request: ObserveRequest) {
    const { maxMs = 2000, realTime = systemClock } = request;
    this.#deps = { ...deps, lockTimeoutMs: Math.min(deps.lockTimeoutMs ?? maxMs, maxMs) };
    this.#request = request;
    this.#realTime = realTime;
    this.#deadline = realTime.now() + maxMs;
    const { files, home } = deps;
    this.#roots = new Map(
      request.roots
        .filter(({ kind }) => kind === 'home' || kind === 'user')
        .flatMap((root) => {
          const path = unlessRefused(() => files.realPath(root.path));
          return path === undefined ? [] : [[path, root] as const];
        }),
    );
    this.#owner = unlessRefused(() => files.stat(home))?.uid;
    this.#baseline = { ledgerBytes: 0, files: new Map(), links: new Map() };
  }

  observation(problem: CoppiceError | null = null): Observation {
    return { entries: this.#entries, baselines: this.#baselines, left: this.#left, problem };
  }

  async run(): Promise<Observation> {
    const { files, home } = this.#deps;
    // Whoever only looks does not create a home.
    if (files.stat(home) === undefined) return this.observation();
    this.#baseline = readBaseline(this.#deps);
    if (this.#candidates().length === 0) return this.observation();
    // Mostly nothing has changed, and then its many patterns are not needed.
    ({ findSecrets: this.#findSecrets } = await import('../../scan/secrets/find.js'));
    files.makeFolder(homePaths(home).locks);
    await withLock(files, homePaths(home).lock('observe'), { timeoutMs: 0 }, async () => {
      this.#baseline = readBaseline(this.#deps);
      this.#applyLedger();
      await this.#compare(this.#candidates());
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
    }
  }

  #applyLedger(): void {
    const { ledgerBytes } = this.#baseline;
    applyLedger(this.#deps, this.#baseline, (root) => this.#roots.has(root));
    if (this.#baseline.ledgerBytes !== ledgerBytes) this.#isDirty = true;
  }

  #isOver(): boolean {
    return this.#realTime.now() >= this.#deadline;
  }

  /** What changed first, then the newest. Files beyond the space for baselines are not met at all. */
  #candidates(): readonly Candidate[] {
    const met = this.#met();
    const changed = met.filter(({ known }) => known !== undefined);
    const byAge = (a: { stat: Stat }, b: { stat: Stat }) => b.stat.mtimeMs - a.stat.mtimeMs;
    let free = this.#request.maxBytes;
    for (const { storedBytes } of this.#baseline.files.values()) free -= storedBytes;
    const first = met
      .filter(({ known }) => known === undefined)
      .sort(byAge)
      .filter(({ stat }) => {
        const fits = stat.sizeBytes <= free;
        if (fits) free -= stat.sizeBytes;
        return fits;
      });
    return [
      ...this.#gone(),
      ...[...changed.sort(byAge), ...first].flatMap(({ skill, stat }) => {
        const location = unlessRefused(() => locationOf(this.#deps, skill));
        if (location === undefined || !this.#isInRoot(location)) return [];
        return [{ skill, location, file: basename(skill.path), stat }];
      }),
    ];
  }

  /** The files of the walk that are not as they were last known; `known` is undefined at first sight. */
  #met(): readonly { skill: ObservedSkill; stat: Stat; known: KnownFile | undefined }[] {
    const { files } = this.#deps;
    const { links, files: knownFiles } = this.#baseline;
    return this.#observedSkills().flatMap(({ skill, realPath }) => {
      const stat = unlessRefused(() => files.stat(skill.path, { follow: false }));
      const isOwn = stat?.kind === 'file' && stat.sizeBytes <= maxFileBytes && stat.uid === this.#owner;
      if (!isOwn) return [];
      const known = knownFiles.get(links.get(skill.path) ?? realPath);
      return known !== undefined && isSameStat(known.stat, stat) ? [] : [{ skill, stat, known }];
    });
  }

  #observedSkills(): readonly { readonly skill: ObservedSkill; readonly realPath: string }[] {
    const realRoots = new Map([...this.#roots].map(([real, { path }]) => [path, real]));
    return this.#request.skills.flatMap((skill) => {
      const real = realRoots.get(skill.root.path);
      // Another program keeps these as they are, and replaces them whenever it likes.
      if (real === undefined || managedProvenance(skill.root, skill.folder) !== undefined) return [];
      return [{ skill, realPath: real + skill.path.slice(skill.root.path.length) }];
    });
  }

  /** Whether the real place is in an observed root: a link may lead into a folder of somebody else. */
  #isInRoot({ root, folder }: PackageLocation): boolean {
    const path = `${root}/${folder}/`;
    return [...this.#roots.keys()].some((observed) => path.startsWith(`${observed}/`));
  }

  /** What was known and is not there any more, in roots that are. */
  #gone(): readonly Candidate[] {
    const { files } = this.#deps;
    const { files: knownFiles, links } = this.#baseline;
    const met = new Set(
      this.#observedSkills().map(({ skill, realPath }) => links.get(skill.path) ?? realPath),
    );
    return [...knownFiles].flatMap(([path, known]) => {
      const root = this.#rootOf(path);
      if (root === undefined || met.has(path) || isThere(files, path)) return [];
      const name = known.skill.slice(known.skill.indexOf(':') + 1);
      const skill = { id: known.skill, name, root, folder: `${known.root}/${known.folder}` };
      const location = { root: known.root, folder: known.folder, linked: false };
      return [{ skill, location, file: known.file, stat: null }];
    });
  }

  #rootOf(path: string): Root | undefined {
    for (const [real, root] of this.#roots) if (path.startsWith(`${real}/`)) return root;
    return undefined;
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

/** A place that cannot be looked at may still have the file. */
function isThere(files: Pick<Files, 'stat'>, path: string): boolean {
  const stat = unlessRefused(() => files.stat(path, { follow: false }) ?? 'absent');
  return stat !== 'absent';
}
