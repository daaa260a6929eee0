/*
 * Reads one source, whatever its form, from where it was left, and hands on the observations in its order. It never
 * throws for what it finds: a source that cannot be read ends with a reason, and what was read before it counts.
 */

import { basename } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import type { Observation } from '../observation.js';
import { samples } from './cursor.js';
import { type DatabaseFormat, type UnreadableReason, withForeignDatabase } from './foreign-database.js';
import { formats } from './formats.js';
import { keepingLastRead } from './last-read.js';
import { readLines } from './lines.js';
import type { DocumentReader, LineFormat, TranscriptFacts } from './reader.js';
import type { Source } from './sources.js';
import { readZstdLines } from './zstd.js';

export interface SourceReading {
  /** Where a next reading may go on, with what the reader remembers there. */
  readonly offset: number;
  readonly headHash: string;
  readonly tailHash: string;
  readonly memory: unknown;
  /** Lines or rows that say nothing, because they cannot be read. */
  readonly unreadable: number;
  /** Why the source, or the rest of it, could not be read. */
  readonly failure: string | undefined;
}

export interface ReadFrom {
  readonly offset: number;
  readonly memory: unknown;
}

/** Of a document, which must be held whole to be read. */
const maxDocumentBytes = 64 * 1024 * 1024;

export interface ObservationSink {
  take(observation: Observation): void;
  /** Everything up to here is behind the offset, so it need not be told again. */
  settled(): void;
}

export async function readSource(
  files: Files,
  source: Source,
  from: ReadFrom,
  sink: ObservationSink,
): Promise<SourceReading> {
  const { lines, document, database } = formats[source.agent];
  try {
    if (source.form === 'lines' && lines) return fromLines(files, source, lines, from, sink);
    if (source.form === 'zstd-lines' && lines) return await fromZstd(files, source, lines, sink);
    if (source.form === 'document' && document) return fromDocument(files, source, document, sink);
    if (source.form === 'database' && database)
      return await fromDatabase(files, source, database, from, sink);
    throw new CoppiceError('internal', `nothing reads the ${source.form} of ${source.agent}`);
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === 'internal') throw error;
    return unread(error.message);
  }
}

function fromLines(
  files: Files,
  source: Source,
  format: LineFormat,
  from: ReadFrom,
  sink: ObservationSink,
): SourceReading {
  const reader = format.begin(factsOf(source), from.memory);
  const counts = { read: 0, unreadable: 0 };
  const take = (text: string) => {
    if (text.trim() === '') return;
    const observations = reader.line(text);
    if (observations === undefined) counts.unreadable += 1;
    else counts.read += 1;
    for (const observation of observations ?? []) sink.take(observation);
  };
  const kept = keepingLastRead(files);
  const { offset, tail, tooLong, vanished, looksBinary } = readLines(
    kept,
    source.path,
    { from: from.offset },
    take,
  );
  const memory = reader.memory();
  const unreadable = counts.unreadable + tooLong;
  sink.settled();
  // The last line may still be being written; if it is whole, it is told now, and once more when it is ended.
  if (tail !== undefined && parseJson(tail) !== undefined) take(tail);
  const failure = looksBinary
    ? 'it is not text'
    : vanished
      ? 'it vanished while it was read'
      : counts.read === 0 && unreadable > 0 && from.offset === 0
        ? 'no line of it can be read'
        : undefined;
  return { ...samples(kept, source.path, offset), memory, unreadable, failure };
}

async function fromZstd(
  files: Files,
  source: Source,
  format: LineFormat,
  sink: ObservationSink,
): Promise<SourceReading> {
  const reader = format.begin(factsOf(source));
  let unreadable = 0;
  const { tooLong, failure } = await readZstdLines(files, source.path, (text) => {
    const observations = text.trim() === '' ? [] : reader.line(text);
    if (observations === undefined) unreadable += 1;
    for (const observation of observations ?? []) sink.take(observation);
  });
  return { ...fromTheStart, unreadable: unreadable + tooLong, failure };
}

function fromDocument(
  files: Files,
  source: Source,
  read: DocumentReader,
  sink: ObservationSink,
): SourceReading {
  const content = files.read(source.path, { maxBytes: maxDocumentBytes + 1 });
  if (content === undefined) return unread('it vanished before it was read');
  if (content.bytes.length > maxDocumentBytes) return unread('it is larger than 64 MiB');
  const observations = read(new TextDecoder().decode(content.bytes), factsOf(source));
  for (const observation of observations ?? []) sink.take(observation);
  return observations === undefined ? unread('it is not a session of this agent') : fromTheStart;
}

async function fromDatabase(
  files: Files,
  source: Source,
  format: DatabaseFormat,
  { memory }: ReadFrom,
  sink: ObservationSink,
): Promise<SourceReading> {
  const outcome = await withForeignDatabase(source.path, files, (database) => {
    const reading = format.read(database, memory);
    for (const session of reading.sessions) for (const observation of session) sink.take(observation);
    return { memory: reading.memory(), unreadable: reading.unreadable() };
  });
  if (outcome.kind === 'unreadable') return unread(databaseFailures[outcome.reason]);
  return { ...fromTheStart, ...outcome.value };
}

const databaseFailures: Readonly<Record<UnreadableReason, string>> = {
  missing: 'it vanished before it was read',
  'no-permission': 'it may not be read',
  locked: 'another program has locked it; it is read the next time',
  'not-a-database': 'it is not a database',
  damaged: 'it is damaged',
  'unknown-schema': 'it is not a database of this agent, or of a version that is not known',
  failed: 'it cannot be read',
};

const fromTheStart: SourceReading = {
  offset: 0,
  headHash: '',
  tailHash: '',
  memory: undefined,
  unreadable: 0,
  failure: undefined,
};

function unread(failure: string): SourceReading {
  return { ...fromTheStart, failure };
}

function factsOf({ path, stat }: Source): TranscriptFacts {
  return { name: basename(path), mtimeMs: stat.mtimeMs };
}
