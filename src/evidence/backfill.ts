/*
 * Reads the sessions of agents and stores their events: each source from where the last reading ended, the newest
 * source first, several thousand events per transaction. Each transaction stores how far its sources were read, also
 * inside a large transcript, so that a backfill that was killed goes on where it was. What cannot be read is counted and reported, and a fault in
 * one source does not stop the others. No skill is changed.
 *
 * Storing takes a third of the time. So a large backfill stores in another thread while it reads on, in the same order.
 */

import { agentOf } from '../agents/sessions/generic.js';
import type { SessionAgent } from '../agents/sessions/reader.js';
import type { Finder } from '../scan/secrets/find.js';
import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import { randomKey } from '../system/ids.js';
import { CoppiceError } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { counted } from '../text/plural.js';
import { dayMs } from '../text/time.js';
import { type BackfillReport, BackfillTally } from './backfill-tally.js';
import { Interpreter } from './rules/interpret/interpreter.js';
import { SessionRedactors } from './rules/redaction/session-redactors.js';
import { type Cursor, changeSince } from './sources/cursor.js';
import { findSources, type Source, type SourceOptions } from './sources/find-sources.js';
import { type ReadTo, readSource } from './sources/read-source.js';
import type { SourceCursor } from './store/cursors.js';
import type { EvidenceStore } from './store/evidence-store.js';
import type { StoreThread } from './store/store-thread.js';
import { WaitingBatches } from './waiting-batches.js';

export interface BackfillDeps {
  readonly files: Files;
  readonly clock: Clock;
  readonly store: EvidenceStore;
  /** Finds the secrets that a text shows. */
  readonly find: Finder;
  /** Stores beside the reading, once there is much to store. Without it, everything is done in turn. */
  readonly beside?: (() => StoreThread) | undefined;
}

export interface BackfillOptions extends SourceOptions {
  readonly agents: readonly SessionAgent[];
  /** Events before this time are left out, unless an earlier run read their source further back. */
  readonly from: number;
  /** The maximum number of sources to read. */
  readonly limit?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
  /** The number of events to collect before storing them: each transaction recounts every hour that it touches. */
  readonly batchEvents?: number;
}

const defaultBatchEvents = 20_000;
/** Clocks differ a little, but not by a day. */
const futureMs = dayMs;

export async function backfill(deps: BackfillDeps, options: BackfillOptions): Promise<BackfillReport> {
  const { store } = deps;
  const found = findSources(deps.files, options.agents, options);
  const tally = new BackfillTally(options.agents, found.failures);
  const batchEvents = options.batchEvents ?? defaultBatchEvents;
  const waiting = new WaitingBatches({ store, beside: deps.beside, tally, batchEvents });
  try {
    await readAll(deps, options, found.sources, waiting, tally);
  } finally {
    await waiting.close();
  }
  options.onProgress?.(found.sources.length, found.sources.length);
  return tally.report();
}

async function readAll(
  deps: BackfillDeps,
  options: BackfillOptions,
  sources: readonly Source[],
  waiting: WaitingBatches,
  tally: BackfillTally,
): Promise<void> {
  const { files, store } = deps;
  const cursors = store.cursors();
  let read = 0;
  for (const [index, source] of sources.entries()) {
    options.onProgress?.(index, sources.length);
    if (options.limit !== undefined && read >= options.limit) break;
    tally.add(source.agent, 'files');
    const inspection = inspectSource(files, source, cursors.get(source.path), options.from);
    if (inspection.kind === 'unchanged') {
      tally.add(source.agent, 'filesSkipped');
      continue;
    }
    read += 1;
    if (inspection.kind === 'failed') tally.fail(source, inspection.reason);
    else {
      await waiting.prepareFor(source);
      await readInto(deps, source, inspection.start, waiting, tally);
    }
  }
  waiting.store();
  await waiting.settle();
}

type Inspection =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'changed'; readonly start: Start };

interface Start {
  /** The agent of the session, which a generic source names itself. */
  readonly agent: string;
  readonly offset: number;
  readonly memory: unknown;
  /** Events of this source before this time are left out. */
  readonly coveredFrom: number;
}

function inspectSource(files: Files, source: Source, cursor: Cursor | undefined, from: number): Inspection {
  try {
    const start = startOf(files, source, cursor, from);
    if (start === undefined) return { kind: 'unchanged' };
    const agent = source.agent === 'generic' ? agentIn(files, source.path) : source.agent;
    return { kind: 'changed', start: { agent, ...start } };
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === 'internal') throw error;
    return { kind: 'failed', reason: error.message };
  }
}

/** Undefined when there is nothing new to read. */
function startOf(
  files: Files,
  { path, form, stat }: Source,
  cursor: Cursor | undefined,
  from: number,
): Omit<Start, 'agent'> | undefined {
  const fromStart = { offset: 0, memory: undefined, coveredFrom: from };
  // The window is longer than last time, so events that were left out then are needed now.
  if (cursor === undefined || from < cursor.coveredFrom) return fromStart;
  // A shorter window keeps the old start, because the cursor covers everything since then.
  const { coveredFrom, offset } = cursor;
  const since = changeSince(files, path, stat, cursor);
  if (since === 'unchanged') return undefined;
  const memory = cursor.memory === null ? undefined : parseJson(cursor.memory);
  const isSameDatabase = form === 'database' && cursor.inode === stat.inode && cursor.device === stat.device;
  return since === 'grown' || isSameDatabase
    ? { offset, memory, coveredFrom }
    : { ...fromStart, coveredFrom };
}

async function readInto(
  { files, clock, find }: BackfillDeps,
  source: Source,
  { agent, coveredFrom, ...start }: Start,
  waiting: WaitingBatches,
  tally: BackfillTally,
): Promise<void> {
  const { reader, interpreter: recalled, redaction } = memoryOf(start.memory);
  const redactors = new SessionRedactors({ find, newKey: randomKey, now: clock.now() }, redaction);
  const interpreter = new Interpreter(agent, (session) => redactors.of(session), recalled);
  const latest = clock.now() + futureMs;
  let settled: unknown;
  let taken = 0;
  let future = 0;
  const cursorAt = (reached: ReadTo, size: number, remembered: unknown): SourceCursor => {
    const { offset, headHash, tailHash, memory } = reached;
    const { mtimeMs, device, inode } = source.stat;
    const saved = { reader: memory, interpreter: remembered, redaction: redactors.save() };
    const position = { size, mtimeMs, device, inode, offset, headHash, tailHash, coveredFrom };
    return { agent, ...position, memory: JSON.stringify(saved) };
  };
  /** The cursor is asked for after the redaction, which learns. */
  const drain = (cursor?: () => SourceCursor) => {
    const { events, patches, retracted, facts } = redactors.redactBatch(interpreter.drain());
    future += events.filter(({ at }) => at > latest).length;
    const inWindow = events.filter(({ at }) => at >= coveredFrom);
    waiting.add(source.agent, {
      source: source.path,
      origin: 'transcript',
      events: inWindow,
      patches,
      retracted,
      facts,
      ...(cursor && { cursor: cursor() }),
    });
    taken = 0;
  };
  const reading = await readSource(
    files,
    source,
    { offset: start.offset, memory: reader },
    {
      take: (observation) => {
        interpreter.take(observation);
        if (observation.type === 'end') redactors.end(observation.session);
        taken += 1;
      },
      mayPause: (here) => {
        if (taken < waiting.batchEvents) return;
        const reached = here?.();
        // Of the size that was read, so that the source has grown since.
        drain(reached && (() => cursorAt(reached, reached.offset, interpreter.memory())));
      },
      settled: () => {
        settled = interpreter.memory();
      },
    },
  );
  const { failure, unreadable } = reading;
  if (failure !== undefined) tally.fail(source, failure);
  if (unreadable > 0) tally.skipLines(unreadable);
  drain(failure === undefined ? () => cursorAt(reading, source.stat.sizeBytes, settled) : undefined);
  if (future > 0) tally.warn(source, `${counted(future, 'event')} dated in the future`);
}

/** The agent of a transcript, by its first lines. */
function agentIn(files: Files, path: string): string {
  const start = files.read(path, { maxBytes: 64 * 1024 });
  if (start === undefined) throw new CoppiceError('not-found', 'it vanished before it was read');
  return agentOf(new TextDecoder().decode(start.bytes));
}

function memoryOf(memory: unknown): Readonly<Record<'reader' | 'interpreter' | 'redaction', unknown>> {
  const { reader, interpreter, redaction } = Object(memory);
  return { reader, interpreter, redaction };
}
