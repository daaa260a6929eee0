/*
 * Reads the sessions of agents and stores their events: each source from where the last reading ended, the newest
 * source first, several thousand events per transaction. Each transaction stores how far its sources were read, also
 * inside a large transcript, so that a backfill that was killed goes on where it was. What cannot be read is counted and reported, and a fault in
 * one source does not stop the others. No skill is changed.
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
import type { EvidenceEvent } from './rules/event.js';
import { Interpreter } from './rules/interpret/interpreter.js';
import { SessionRedactors } from './rules/redaction/session-redactors.js';
import { type Cursor, changeSince } from './sources/cursor.js';
import { findSources, type Source, type SourceFailure, type SourceOptions } from './sources/find-sources.js';
import { type ReadTo, readSource } from './sources/read-source.js';
import type { SourceCursor } from './store/cursors.js';
import type { EvidenceStore } from './store/evidence-store.js';
import type { Batch } from './store/ingest.js';

export interface BackfillDeps {
  readonly files: Files;
  readonly clock: Clock;
  readonly store: EvidenceStore;
  /** Finds the secrets that a text shows. */
  readonly find: Finder;
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

export interface BackfillCounts {
  readonly files: number;
  readonly filesSkipped: number;
  readonly filesFailed: number;
  readonly sessions: number;
  readonly eventsAdded: number;
}

export interface BackfillReport extends BackfillCounts {
  /** Unreadable lines and rows in sources that were read. */
  readonly linesSkipped: number;
  readonly agents: Readonly<Record<string, BackfillCounts>>;
  readonly failures: readonly SourceFailure[];
  /** Sources that were read, but contain something odd. */
  readonly warnings: readonly SourceFailure[];
}

const defaultBatchEvents = 20_000;
/** Clocks differ a little, but not by a day. */
const futureMs = dayMs;

export async function backfill(deps: BackfillDeps, options: BackfillOptions): Promise<BackfillReport> {
  const { files, store } = deps;
  const found = findSources(files, options.agents, options);
  const tally = new Tally(options.agents, found.failures);
  const cursors = store.cursors();
  const waiting = new WaitingBatches(store, tally, options.batchEvents ?? defaultBatchEvents);
  let read = 0;
  for (const [index, source] of found.sources.entries()) {
    options.onProgress?.(index, found.sources.length);
    if (options.limit !== undefined && read >= options.limit) break;
    tally.add(source.agent, 'files');
    const inspection = inspectSource(files, source, cursors.get(source.path), options.from);
    if (inspection.kind === 'unchanged') {
      tally.add(source.agent, 'filesSkipped');
      continue;
    }
    read += 1;
    if (inspection.kind === 'failed') tally.fail(source, inspection.reason);
    else await readInto(deps, source, inspection.start, waiting, tally);
  }
  waiting.store();
  options.onProgress?.(found.sources.length, found.sources.length);
  return tally.report();
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
  tally: Tally,
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

/** Batches that are stored together, because a transaction for every file would take most of the time. */
class WaitingBatches {
  readonly batchEvents: number;
  readonly #store: EvidenceStore;
  readonly #tally: Tally;
  #batches: { readonly agent: SessionAgent; readonly batch: Batch }[] = [];
  #events = 0;

  constructor(store: EvidenceStore, tally: Tally, batchEvents: number) {
    this.#store = store;
    this.#tally = tally;
    this.batchEvents = batchEvents;
  }

  add(agent: SessionAgent, batch: Batch): void {
    this.#batches.push({ agent, batch });
    this.#events += batch.events.length + batch.patches.length;
    if (this.#events >= this.batchEvents) this.store();
  }

  store(): void {
    const waiting = this.#batches;
    this.#batches = [];
    this.#events = 0;
    for (const agent of new Set(waiting.map((each) => each.agent))) {
      const batches = waiting.filter((each) => each.agent === agent).map(({ batch }) => batch);
      const { added } = this.#store.ingestAll(batches);
      this.#tally.stored(
        agent,
        added,
        batches.flatMap(({ events }) => events),
      );
    }
  }
}

class Tally {
  readonly #counts: Map<string, Record<keyof BackfillCounts, number>>;
  readonly #sessions = new Map<string, Set<string>>();
  readonly #failures: SourceFailure[];
  readonly #warnings: SourceFailure[] = [];
  #linesSkipped = 0;

  constructor(agents: readonly SessionAgent[], failures: readonly SourceFailure[]) {
    this.#counts = new Map(agents.map((agent) => [agent, noCounts()]));
    this.#failures = [...failures];
  }

  add(agent: SessionAgent, key: keyof BackfillCounts, count = 1): void {
    const counts = this.#counts.get(agent) ?? noCounts();
    counts[key] += count;
    this.#counts.set(agent, counts);
  }

  fail({ agent, path }: Source, reason: string): void {
    this.add(agent, 'filesFailed');
    this.#failures.push({ path, reason });
  }

  warn({ path }: Source, reason: string): void {
    this.#warnings.push({ path, reason });
  }

  skipLines(count: number): void {
    this.#linesSkipped += count;
  }

  stored(agent: SessionAgent, added: number, events: readonly EvidenceEvent[]): void {
    this.add(agent, 'eventsAdded', added);
    const sessions = this.#sessions.get(agent) ?? new Set();
    for (const { session } of events) sessions.add(session);
    this.#sessions.set(agent, sessions);
  }

  report(): BackfillReport {
    for (const [agent, sessions] of this.#sessions) {
      const counts = this.#counts.get(agent);
      if (counts) counts.sessions = sessions.size;
    }
    const seen = [...this.#counts].filter(([, { files }]) => files > 0);
    const total = (key: keyof BackfillCounts) => seen.reduce((sum, [, counts]) => sum + counts[key], 0);
    return {
      files: total('files'),
      filesSkipped: total('filesSkipped'),
      filesFailed: this.#failures.length,
      sessions: total('sessions'),
      eventsAdded: total('eventsAdded'),
      linesSkipped: this.#linesSkipped,
      agents: Object.fromEntries(seen),
      failures: this.#failures,
      warnings: this.#warnings,
    };
  }
}

function noCounts(): Record<keyof BackfillCounts, number> {
  return { files: 0, filesSkipped: 0, filesFailed: 0, sessions: 0, eventsAdded: 0 };
}
