/*
 * Reads the journal from a position on: the ends of the rotated generations, then the later ones, then the current one.
 * Nothing is locked; a generation keeps its number from the moment it is rotated, so a check after the reading shows
 * which one was read. Also here: the paths of the store's files.
 */

import { basename, dirname } from 'node:path';
import type { Files } from '../system/files.js';
import { applyJournal, type Usage } from './rules/apply-journal.js';
import { parseJournal } from './rules/journal-line.js';
import type { JournalPosition, RotatedJournal, Snapshot } from './rules/snapshot.js';

/** The records of a snapshot with the journal lines after it. */
export interface Reading {
  readonly usage: Usage;
  readonly position: JournalPosition;
  readonly lines: LineCounts;
  /** The size of these lines. */
  readonly sizeBytes: number;
  /** A generation was missing: another process has compacted it to its end and removed it in the meantime. */
  readonly outdated: boolean;
}

export interface LineCounts {
  readonly folded: number;
  readonly malformed: number;
  /** Lines that only a newer version understands. */
  readonly newer: number;
}

interface ReadOptions {
  /** Real time; a generation that is seen for the first time was rotated before it. */
  readonly realNow: number;
  /** Where to stop in the current generation. */
  readonly endBytes?: number;
}

export function startReading({ usage, folded }: Snapshot): Reading {
  const lines = { folded: 0, malformed: 0, newer: 0 };
  return { usage, position: folded, lines, sizeBytes: 0, outdated: false };
}

/** May be called again with its own result, to continue reading. */
export function readJournal(
  files: Pick<Files, 'read' | 'stat'>,
  paths: UsagePaths,
  start: Reading,
  { realNow, endBytes = Number.POSITIVE_INFINITY }: ReadOptions,
): Reading {
  let { usage, lines, sizeBytes } = start;
  let { generation, offset } = start.position;
  let outdated = false;
  const rotated: RotatedJournal[] = [];
  const readRotated = (journal: RotatedJournal) => {
    const before = { usage, lines, offset: journal.offset };
    const tail = readTail(files, paths.rotated(journal.generation), before) ?? before;
    outdated ||= tail === before;
    rotated.push({ ...journal, offset: tail.offset });
    sizeBytes += tail.offset - before.offset;
    ({ usage, lines } = tail);
  };
  for (const journal of start.position.rotated) readRotated(journal);
  for (;;) {
    // Shorter than the compacted part: somebody removed the journal by hand, and all of this one is new.
    const replaced = (files.stat(paths.journal)?.sizeBytes ?? offset) < offset;
    const before = { usage, lines, offset: replaced ? 0 : offset };
    const tail = readTail(files, paths.journal, before, endBytes) ?? before;
    if (files.stat(paths.rotated(generation)) === undefined) {
      const position = { generation, offset: tail.offset, rotated };
      sizeBytes += tail.offset - before.offset;
      return { usage: tail.usage, lines: tail.lines, sizeBytes, position, outdated };
    }
    // The lines just read belong to a later generation: this one was rotated.
    readRotated({ generation, offset, rotatedAt: realNow });
    generation += 1;
    offset = 0;
  }
}

interface Tail {
  readonly usage: Usage;
  readonly lines: LineCounts;
  readonly offset: number;
}

/** Limits the memory for a long journal. */
const partBytes = 4 * 1024 * 1024;

/** Undefined when the file is gone. */
function readTail(
  files: Pick<Files, 'read'>,
  path: string,
  start: Tail,
  endBytes = Number.POSITIVE_INFINITY,
): Tail | undefined {
  let tail = start;
  for (;;) {
    const maxBytes = Math.min(partBytes, Math.max(0, endBytes - tail.offset));
    const bytes = files.read(path, { offset: tail.offset, maxBytes })?.bytes;
    if (bytes === undefined) return undefined;
    const part = parseJournal(bytes);
    // So many bytes without a newline are not a line and never will be.
    const lost = part.lengthBytes === 0 && bytes.length === partBytes;
    tail = {
      usage: applyJournal(tail.usage, part.lines),
      lines: {
        folded: tail.lines.folded + part.lines.length,
        malformed: tail.lines.malformed + part.malformed + (lost ? 1 : 0),
        newer: tail.lines.newer + part.newer,
      },
      offset: tail.offset + (lost ? bytes.length : part.lengthBytes),
    };
    if (bytes.length < partBytes) return tail;
  }
}

/** The lock protects everything except appending to the journal. Rotated generations are `usage.journal.7`, ... */
export interface UsagePaths {
  readonly folder: string;
  readonly snapshot: string;
  /** The same bytes as the snapshot, written right after it. */
  readonly copy: string;
  readonly journal: string;
  readonly lock: string;
  rotated(generation: number): string;
}

export function usagePaths(snapshot: string, lock = `${snapshot}.lock`): UsagePaths {
  const journal = `${snapshot.replace(/\.json$/, '')}.journal`;
  return {
    folder: dirname(snapshot),
    snapshot,
    copy: `${snapshot}.bak`,
    journal,
    lock,
    rotated: (generation) => `${journal}.${generation}`,
  };
}

/** The rotated generations on the disk, oldest first. */
export function rotatedGenerations(files: Pick<Files, 'list'>, paths: UsagePaths): readonly number[] {
  const prefix = `${basename(paths.journal)}.`;
  return (files.list(paths.folder) ?? [])
    .filter(({ name }) => name.startsWith(prefix) && /^\d{1,15}$/.test(name.slice(prefix.length)))
    .map(({ name }) => Number(name.slice(prefix.length)))
    .sort((left, right) => left - right);
}
