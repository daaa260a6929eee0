/*
 * Reads one source of any form from where the last reading ended, and passes on the observations in order. It never
 * throws because of what it reads: a source that cannot be read ends with a reason, and what was read before counts.
 */

import { basename, dirname } from 'node:path';
import { claudeFormat } from '../../agents/sessions/claude.js';
import { codexFormat } from '../../agents/sessions/codex.js';
import { copilotFormat } from '../../agents/sessions/copilot.js';
import { geminiDocument } from '../../agents/sessions/gemini.js';
import { genericFormat } from '../../agents/sessions/generic.js';
import { hermesDocument } from '../../agents/sessions/hermes.js';
import type { Observation } from '../../agents/sessions/observation.js';
import { piFormat } from '../../agents/sessions/pi.js';
import { qwenFormat } from '../../agents/sessions/qwen.js';
import type {
  DocumentReader,
  LineFormat,
  SessionAgent,
  TranscriptFacts,
} from '../../agents/sessions/reader.js';
import type { FileContent, Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { samples } from './cursor.js';
import type { Source } from './find-sources.js';
import { type DatabaseFormat, type UnreadableReason, withForeignDatabase } from './foreign-database.js';
import { hermesState } from './hermes-database.js';
import { readLines } from './lines.js';
import { openclawDatabase } from './openclaw-database.js';
import { opencodeDatabase } from './opencode-database.js';
import { readZstdLines } from './zstd.js';

interface AgentFormats {
  readonly lines?: LineFormat;
  readonly document?: DocumentReader;
  readonly database?: DatabaseFormat;
}

/** The readers of each agent by form. A new agent needs a reader, an entry here and its name in `sessionAgents`. */
const formats: Readonly<Record<SessionAgent, AgentFormats>> = {
  claude: { lines: claudeFormat },
  codex: { lines: codexFormat },
  gemini: { document: geminiDocument },
  opencode: { database: opencodeDatabase },
  hermes: { document: hermesDocument, database: hermesState },
  openclaw: { lines: piFormat, database: openclawDatabase },
  qwen: { lines: qwenFormat },
  copilot: { lines: copilotFormat },
  pi: { lines: piFormat },
  generic: { lines: genericFormat },
};

/** Where the next reading continues, with what the reader remembers there. */
export interface ReadTo {
  readonly offset: number;
  readonly headHash: string;
  readonly tailHash: string;
  readonly memory: unknown;
}

interface SourceReading extends ReadTo {
  /** The number of lines or rows that cannot be read. */
  readonly unreadable: number;
  /** Why the source, or the rest of it, could not be read. */
  readonly failure: string | undefined;
}

export interface ReadFrom {
  readonly offset: number;
  readonly memory: unknown;
}

/** The limit for a document, which must be in memory as a whole to be read. */
const maxDocumentBytes = 64 * 1024 * 1024;

interface ObservationSink {
  take(observation: Observation): void;
  /** Called often. What was taken may be stored now; a later reading could continue from `here`, where that is known. */
  mayPause(here?: () => ReadTo): void;
  /** Everything so far is before the offset, so it is not read again. */
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
    throw new CoppiceError('internal', `there is no reader for ${source.form} files of ${source.agent}`);
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
  const cached = cachingLastRead(files);
  let reached = from.offset;
  const here = () => ({ ...samples(cached, source.path, reached), memory: reader.memory() });
  const { offset, tail, tooLong, vanished, looksBinary } = readLines(
    cached,
    source.path,
    { from: from.offset },
    (text, end) => {
      take(text);
      reached = end;
      sink.mayPause(here);
    },
  );
  const memory = reader.memory();
  const unreadable = counts.unreadable + tooLong;
  sink.settled();
  // The last line may still be incomplete. If it parses, it is reported now and again once it has ended.
  if (tail !== undefined && parseJson(tail) !== undefined) take(tail);
  const failure = looksBinary
    ? 'it is not text'
    : vanished
      ? 'it vanished while it was read'
      : counts.read === 0 && unreadable > 0 && from.offset === 0
        ? 'none of its lines can be read'
        : undefined;
  return { ...samples(cached, source.path, offset), memory, unreadable, failure };
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
    takeAll(sink, observations ?? []);
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
  takeAll(sink, observations ?? []);
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
    for (const session of reading.sessions) takeAll(sink, session);
    return { memory: reading.memory(), unreadable: reading.unreadable() };
  });
  if (outcome.kind === 'unreadable') return unread(databaseFailures[outcome.reason]);
  return { ...fromTheStart, ...outcome.value };
}

/** For what is read whole every time. */
function takeAll(sink: ObservationSink, observations: readonly Observation[]): void {
  for (const observation of observations) {
    sink.take(observation);
    sink.mayPause();
  }
}

const databaseFailures: Readonly<Record<UnreadableReason, string>> = {
  missing: 'it vanished before it was read',
  'no-permission': 'no permission to read it',
  locked: 'another program has locked it; it is read the next time',
  'not-a-database': 'it is not a database',
  damaged: 'it is damaged',
  'unknown-schema': 'it is not a database of this agent, or its version is not supported',
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
  return { name: basename(path), folder: basename(dirname(path)), mtimeMs: stat.mtimeMs };
}

/**
 * Reads files and caches the last piece that was read. So a cursor describes exactly the bytes that were read, even if
 * the file has changed since, and most transcripts are opened only once.
 */
export function cachingLastRead({ read }: Pick<Files, 'read'>): Pick<Files, 'read'> {
  let last: { readonly path: string; readonly start: number; readonly content: FileContent } | undefined;
  return {
    read(path, range) {
      const start = range?.offset ?? 0;
      const end = start + (range?.maxBytes ?? Number.POSITIVE_INFINITY);
      if (last?.path === path && last.start <= start && end <= last.start + last.content.bytes.length) {
        const { bytes, stat } = last.content;
        return { bytes: bytes.subarray(start - last.start, end - last.start), stat };
      }
      const content = read(path, range);
      if (content !== undefined) last = { path, start, content };
      return content;
    },
  };
}
