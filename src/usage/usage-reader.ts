/*
 * Reads the usage, again and again, cheaply: what is known is kept for as long as the snapshot is the same, and only
 * the end of the journal is read anew. A file that cannot be read is as good as missing, and told of as a fault; a
 * damaged one is moved aside, unless somebody who holds the lock is about to do that.
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
  /** What kept this reading from being complete. */
  readonly faults: readonly CoppiceError[];
  /** The snapshot or lines of the journal are of a newer version, so there is no compaction. */
  readonly newer: boolean;
  readonly malformedLines: number;
  /** Lines that the next compaction folds. */
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
    // Looked at before the reading: if they change in between, the next look differs and all is read again.
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
  /** Of the files it was read from. */
  readonly identity: string;
  /** The snapshot is of a newer version. */
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

/** Changes when the snapshot or its copy is replaced, or the journal begins anew. */
function identityOf(files: Pick<Files, 'stat'>, paths: UsagePaths): string {
  const [snapshot, copy, journal] = [paths.snapshot, paths.copy, paths.journal].map((path) =>
    files.stat(path),
  );
  const replaceable = [snapshot, copy].map(
    (stat) => stat && [stat.device, stat.inode, stat.sizeBytes, stat.mtimeMs],
  );
  return JSON.stringify([replaceable, journal && [journal.device, journal.inode]]);
}
