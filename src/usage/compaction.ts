/*
 * Compacts the journal into the snapshot, under the lock. Appenders do not take part: they open the journal by its
 * name, write one line and close, without a lock. Every line is still counted exactly once, because:
 *
 * 1. Bytes of the journal never change. The snapshot says how far each generation is compacted, and replaces the
 *    previous one atomically; so at every moment the records include exactly the bytes before that position, and
 *    readers add exactly those after it. A crash leaves the old snapshot or the new one, both correct.
 * 2. Only durable bytes are compacted (they are made durable first). If a compacted byte were lost in a power failure,
 *    new lines would be written before the position, where nobody reads.
 * 3. A large journal is rotated: renamed to its generation's number. An appender that has it open writes there, and
 *    every later reading reads its end again, from where it was compacted.
 * 4. A generation is removed a day after a compaction first saw it rotated, after a last read. Nobody opens it in that
 *    day, and an append that took longer than an hour is not acknowledged (store.ts); so every acknowledged line was
 *    in it before the last read. The 23 hours between allow for clock changes.
 * 5. The snapshot is written first, then its copy, and only then are generations removed that both include: so the
 *    copy and the journal can replace the snapshot at any time.
 */

import type { Files } from '../system/files.js';
import { withChecksum } from '../text/checksum.js';
import { CoppiceError } from '../text/errors.js';
import { hourMs } from '../text/time.js';
import {
  type LineCounts,
  readJournal,
  rotatedGenerations,
  startReading,
  type UsagePaths,
} from './journal-file.js';
import { usageToStore } from './rules/apply-journal.js';
import { printSnapshot } from './rules/snapshot.js';
import { loadSnapshot, setDamagedAside } from './snapshot-file.js';

/** How long an append may take and still be acknowledged. */
export const maxAppendMs = hourMs;

/**
 * Whether a compaction costs less than reading this journal again and again. A byte of the journal takes several times as
 * long to read as one of the snapshot; and since a compaction writes the snapshot as a whole, the journal has to grow with
 * it, or else a large library would be written again after every few events.
 */
export function paysOff(journalBytes: number, snapshotBytes: number, leastBytes: number): boolean {
  return journalBytes >= Math.max(leastBytes, snapshotBytes / 4);
}

export interface CompactionOptions {
  /** The clock for the records: a time after it is marked as met now, and not changed. */
  readonly now: number;
  /** Real time, for the age of generations. */
  readonly realNow: number;
  /** The journal is rotated when this much of it is compacted. */
  readonly rotateBytes: number;
}

/** The caller holds the lock. */
export function compactUsage(files: Files, paths: UsagePaths, options: CompactionOptions): LineCounts {
  const { now, realNow, rotateBytes } = options;
  setDamagedAside(files, paths, now);
  const loaded = loadSnapshot(files, paths);
  if (loaded.newer) throw newerFormat(paths.snapshot);
  const endBytes = makeDurable(files, paths.journal);
  const start = startReading(loaded.snapshot);
  const { usage, position, lines } = readJournal(files, paths, start, { realNow, endBytes });
  if (lines.newer > 0) throw newerFormat(paths.journal);

  const rotated = position.rotated.filter(({ rotatedAt }) => realNow - rotatedAt < retentionMs);
  const snapshot = printSnapshot({ usage: usageToStore(usage, now), folded: { ...position, rotated } });
  const text = withChecksum(snapshot);
  writeIfChanged(files, paths.snapshot, text);
  writeIfChanged(files, paths.copy, text);

  for (const generation of rotatedGenerations(files, paths)) {
    const isNeeded =
      generation >= position.generation || rotated.some((journal) => journal.generation === generation);
    if (!isNeeded) files.remove(paths.rotated(generation));
  }
  if (position.offset >= rotateBytes) files.rename(paths.journal, paths.rotated(position.generation));
  return lines;
}

const retentionMs = 24 * maxAppendMs;

/** Returns the number of bytes of the journal that survive a loss of power. */
function makeDurable(files: Files, journal: string): number {
  const sizeBytes = files.stat(journal)?.sizeBytes;
  if (sizeBytes === undefined) return 0;
  files.append(journal, new Uint8Array(), { durable: true });
  return sizeBytes;
}

function writeIfChanged(files: Files, path: string, text: string): void {
  const before = files.read(path);
  if (before !== undefined && new TextDecoder().decode(before.bytes) === text) return;
  files.write(path, new TextEncoder().encode(text));
}

function newerFormat(path: string): CoppiceError {
  return new CoppiceError('newer-format', `${path} was written by a newer version of Coppice`, {
    hint: 'update Coppice; until then the file is read as far as possible and not changed',
  });
}
