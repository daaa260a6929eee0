/*
 * Folds the journal into the snapshot, under the lock. Appenders know nothing of it: they open the journal by its
 * name, write one line and close, without a lock. Every line is counted once all the same, because:
 *
 * 1. Bytes of the journal are never changed. The snapshot says how far each generation is folded, and replaces its
 *    predecessor in one step; so at every instant the records stand for exactly the bytes before that position, and
 *    readers add exactly those behind it. A crash leaves the old snapshot or the new one, both true.
 * 2. Only bytes that are durable are folded (they are made so first). Were a folded byte lost with the power, new
 *    lines would be written in front of the position, where nobody looks.
 * 3. A large journal is set aside by renaming it to its generation's number. An appender that had opened it writes
 *    there, and every later reading looks at its end again, from where it was folded.
 * 4. A generation is removed a day after a compaction first saw it set aside, after a last look. Nobody opens it in
 *    that day, and an append that took longer than an hour is not acknowledged (store.ts); so whatever was
 *    acknowledged was in it before the last look. The 23 hours between are for clocks that are set.
 * 5. The snapshot is written first, then its copy, and only then are generations removed that both have folded: so
 *    the copy and the journal can stand in for the snapshot at any time.
 */

import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';
import { hourMs } from '../text/time.js';
import {
  type LineCounts,
  readJournal,
  rotatedGenerations,
  startReading,
  type UsagePaths,
} from './journal-file.js';
import { usageAt } from './rules/apply-journal.js';
import { printSnapshot } from './rules/snapshot.js';
import { loadSnapshot, setDamagedAside } from './snapshot-file.js';

/** How long an append may take and still be acknowledged. */
export const maxAppendMs = hourMs;

export interface CompactionOptions {
  /** The clock that decides: no time in the records is after it. */
  readonly now: number;
  /** Real time, for the age of generations. */
  readonly realNow: number;
  /** The journal is set aside when this much of it is folded. */
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

  const rotated = position.rotated.filter(({ rotatedAt }) => realNow - rotatedAt < keptMs);
  const text = printSnapshot({ usage: usageAt(usage, now), folded: { ...position, rotated } });
  writeIfChanged(files, paths.snapshot, text);
  writeIfChanged(files, paths.copy, text);

  for (const generation of rotatedGenerations(files, paths)) {
    const kept =
      generation >= position.generation || rotated.some((journal) => journal.generation === generation);
    if (!kept) files.remove(paths.rotated(generation));
  }
  if (position.offset >= rotateBytes) files.rename(paths.journal, paths.rotated(position.generation));
  return lines;
}

const keptMs = 24 * maxAppendMs;

/** How many bytes of the journal are certain to outlast the power. */
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
    hint: 'update Coppice; until then it is read as far as possible and left as it is',
  });
}
