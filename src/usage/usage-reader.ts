/*
 * Reads the usage repeatedly at low cost: the snapshot is cached as long as it does not change, and only the end of the
 * journal is read again. A file that cannot be read counts as missing and is reported as a fault; a damaged one is moved
 * aside, unless another process holds the lock and is about to do that.
 */

import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import { tryLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import type { UsagePaths } from './journal-file.js';
import { type Reading, readJournal, startReading } from './journal-file.js';
import type { Usage } from './rules/apply-journal.js';
import { damagedFiles, loadSnapshot, setDamagedAside } from './snapshot-file.js';

export interface UsageHealth {
  /** Damaged files that were moved out of the way. */
  readonly setAside: readonly string[];
  /** Why this reading is incomplete. */
  readonly faults: readonly CoppiceError[];
  /** Whether a newer version wrote the snapshot or lines of the journal, so that compaction is off. */
  readonly newer: boolean;
  readonly malformedLines: number;
  /** Lines that wait for the next compaction. */
  readonly waitingLines: number;
}

export interface UsageReaderOptions {
  readonly files: Files;
  readonly paths: UsagePaths;
  readonly clock: Clock;
  readonly realTime: Clock;
}

export class UsageReader {
  readonly #options: UsageReaderOptions;
  #known: KnownReading | undefined;

  constructor(options: UsageReaderOptions) {
    this.#options = options;
  }

  read(): Usage {
    return this.#read([]).usage;
  }

  /** The size of the journal that every new process has to read; undefined where compaction is off. */
  waitingBytes(): number | undefined {
    const faults: CoppiceError[] = [];
    const { newer, lines, sizeBytes } = this.#read(faults);
    return newer || lines.newer > 0 || faults.length > 0 ? undefined : sizeBytes;
  }

  health(): UsageHealth {
    const faults: CoppiceError[] = [];
    const { newer, lines } = this.#read(faults);
    const { files, paths } = this.#options;
    const setAside = damagedFiles(tolerating(files, faults), paths);
    return {
      setAside,
      faults,
      newer: newer || lines.newer > 0,
      malformedLines: lines.malformed,
      waitingLines: lines.folded,
    };
  }

  #read(faults: CoppiceError[]): KnownReading {
    const { paths, realTime } = this.#options;
    const files = tolerating(this.#options.files, faults);
    // Taken before the reading: if the files change in between, the next identity differs and all is read again.
    const identity = identityOf(files, paths);
    const known = this.#known?.identity === identity ? this.#known : this.#load(files, identity, faults);
    const reading = { ...known, ...readJournal(files, paths, known, { realNow: realTime.now() }) };
    if (reading.outdated && identityOf(files, paths) !== identity) return this.#read(faults);
    this.#known = faults.length === 0 ? reading : undefined;
    return reading;
  }

  #load(files: ReadingFiles, identity: string, faults: CoppiceError[]): KnownReading {
    const { snapshot, newer, damaged } = loadSnapshot(files, this.#options.paths);
    if (damaged.length > 0) unlessFaulty(faults, () => this.#setDamagedAside());
    return { ...startReading(snapshot), identity, newer };
  }

  #setDamagedAside(): void {
    const { files, paths, clock } = this.#options;
    const attempt = tryLock(files, paths.lock);
    if (attempt.kind === 'busy') return;
    try {
      setDamagedAside(files, paths, clock.now());
    } finally {
      attempt.lock.release();
    }
  }
}

interface KnownReading extends Reading {
  /** Identifies the files it was read from. */
  readonly identity: string;
  /** Whether a newer version wrote the snapshot. */
  readonly newer: boolean;
}

type ReadingFiles = Pick<Files, 'read' | 'stat' | 'list'>;

function tolerating(files: Files, faults: CoppiceError[]): ReadingFiles {
  return {
    read: (path, range) => unlessFaulty(faults, () => files.read(path, range)),
    stat: (path, options) => unlessFaulty(faults, () => files.stat(path, options)),
    list: (path) => unlessFaulty(faults, () => files.list(path)),
  };
}

function unlessFaulty<T>(faults: CoppiceError[], act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    faults.push(error);
    return undefined;
  }
}

/** Changes when the snapshot or its copy is replaced, or a new journal starts. */
function identityOf(files: Pick<Files, 'stat'>, paths: UsagePaths): string {
  const [snapshot, copy, journal] = [paths.snapshot, paths.copy, paths.journal].map((path) =>
    files.stat(path),
  );
  const replaceable = [snapshot, copy].map(
    (stat) => stat && [stat.device, stat.inode, stat.sizeBytes, stat.mtimeMs],
  );
  return JSON.stringify([replaceable, journal && [journal.device, journal.inode]]);
}
