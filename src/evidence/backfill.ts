/*
 * Reads what agents' sessions have left since the last time and keeps what happened: each source from where it was
 * left, newest first, a few thousand events to a transaction. What cannot be read is counted and named; whatever goes
 * wrong with one source, the others go on. No skill is changed.
 */

import { agentOf } from '../agents/sessions/generic.js';
import type { SessionAgent } from '../agents/sessions/reader.js';
import type { Redactor } from '../scan/secrets/redact.js';
import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { dayMs } from '../text/time.js';
import type { EvidenceEvent } from './rules/event.js';
import { Interpreter } from './rules/interpret/interpreter.js';
import { type Cursor, changeSince } from './sources/cursor.js';
import { findSources, type Source, type SourceFailure, type SourceOptions } from './sources/find-sources.js';
import { readSource } from './sources/read-source.js';
import type { SourceCursor } from './store/cursors.js';
import type { EvidenceStore } from './store/evidence-store.js';
import type { Batch } from './store/ingest.js';

export interface BackfillDeps {
  readonly files: Files;
  readonly clock: Clock;
  readonly store: EvidenceStore;
  readonly redact: Redactor;
}

export interface BackfillOptions extends SourceOptions {
  readonly agents: readonly SessionAgent[];
  /** Events before this time are left out, unless their source was once read further back. */
  readonly from: number;
  /** At most so many sources are read. */
  readonly limit?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface BackfillCounts {
  readonly files: number;
  readonly filesSkipped: number;
  readonly filesFailed: number;
  readonly sessions: number;
  readonly eventsAdded: number;
}

export interface BackfillReport extends BackfillCounts {
  /** Lines and rows that could not be read, in sources that could. */
  readonly linesSkipped: number;
  readonly agents: Readonly<Record<string, BackfillCounts>>;
  readonly failures: readonly SourceFailure[];
  /** Sources that were read, and of which something is strange. */
  readonly warnings: readonly SourceFailure[];
}

/** So many events are held before they are stored: a transaction counts anew every hour that it touches. */
const batchEvents = 20_000;
/** Clocks differ a little; a day is no little. */
const futureMs = dayMs;

export async function backfill(deps: BackfillDeps, options: BackfillOptions): Promise<BackfillReport> {
  const { files, store } = deps;
  const found = findSources(files, options.agents, options);
  const tally = new Tally(options.agents, found.failures);
  const cursors = store.cursors();
  const waiting = new WaitingBatches(store, tally);
  let read = 0;
  for (const [index, source] of found.sources.entries()) {
    options.onProgress?.(index, found.sources.length);
    if (options.limit !== undefined && read >= options.limit) break;
    tally.add(source.agent, 'files');
    const look = inspectSource(files, source, cursors.get(source.path), options.from);
    if (look.kind === 'unchanged') {
      tally.add(source.agent, 'filesSkipped');
      continue;
    }
    read += 1;
    if (look.kind === 'failed') tally.fail(source, look.reason);
    else await readInto(deps, source, look.start, waiting, tally);
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
  /** Whose session it is, which a generic source says itself. */
  readonly agent: string;
  readonly offset: number;
  readonly memory: unknown;
  /** Events before this time are left out, of this source. */
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
  const anew = { offset: 0, memory: undefined, coveredFrom: from };
  // A longer window than the last time: what was left out then is wanted now.
  if (cursor === undefined || from < cursor.coveredFrom) return anew;
  // A shorter one leaves out no more than before, or the cursor would lie.
  const { coveredFrom, offset } = cursor;
  const since = changeSince(files, path, stat, cursor);
  if (since === 'unchanged') return undefined;
  const memory = cursor.memory === null ? undefined : parseJson(cursor.memory);
  const isSameDatabase = form === 'database' && cursor.inode === stat.inode && cursor.device === stat.device;
  return since === 'grown' || isSameDatabase ? { offset, memory, coveredFrom } : { ...anew, coveredFrom };
}

async function readInto(
  { files, clock, redact }: BackfillDeps,
  source: Source,
  { agent, coveredFrom, ...start }: Start,
  waiting: WaitingBatches,
  tally: Tally,
): Promise<void> {
  const { reader, interpreter: recalled } = memoryOf(start.memory);
  const interpreter = new Interpreter(agent, redact, recalled);
  const latest = clock.now() + futureMs;
  let settled: unknown;
  let taken = 0;
  let future = 0;
  const drain = (cursor?: SourceCursor) => {
    const { events, patches, retracted } = interpreter.drain();
    future += events.filter(({ at }) => at > latest).length;
    const inWindow = events.filter(({ at }) => at >= coveredFrom);
    waiting.add(source.agent, {
      source: source.path,
      origin: 'transcript',
      events: inWindow,
      patches,
      retracted,
      ...(cursor && { cursor }),
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
        taken += 1;
        if (taken >= batchEvents) drain();
      },
      settled: () => {
        settled = interpreter.memory();
      },
    },
  );
  const { failure, unreadable, memory, offset, headHash, tailHash } = reading;
  if (failure !== undefined) tally.fail(source, failure);
  if (unreadable > 0) tally.skipLines(unreadable);
  const { sizeBytes: size, mtimeMs, device, inode } = source.stat;
  drain(
    failure === undefined
      ? {
          ...{ agent, size, mtimeMs, device, inode, offset, headHash, tailHash, coveredFrom },
          memory: JSON.stringify({ reader: memory, interpreter: settled }),
        }
      : undefined,
  );
  if (future > 0) tally.warn(source, `${future} of its events are dated in the future`);
}

/** Whose transcript it is, by its first lines. */
function agentIn(files: Files, path: string): string {
  const start = files.read(path, { maxBytes: 64 * 1024 });
  if (start === undefined) throw new CoppiceError('not-found', 'it vanished before it was read');
  return agentOf(new TextDecoder().decode(start.bytes));
}

function memoryOf(memory: unknown): { readonly reader: unknown; readonly interpreter: unknown } {
  const { reader, interpreter } = Object(memory);
  return { reader, interpreter };
}

/** Batches that wait to be stored together: a transaction for every file would be most of the work. */
class WaitingBatches {
  readonly #store: EvidenceStore;
  readonly #tally: Tally;
  #batches: { readonly agent: SessionAgent; readonly batch: Batch }[] = [];
  #events = 0;

  constructor(store: EvidenceStore, tally: Tally) {
    this.#store = store;
    this.#tally = tally;
  }

  add(agent: SessionAgent, batch: Batch): void {
    this.#batches.push({ agent, batch });
    this.#events += batch.events.length + batch.patches.length;
    if (this.#events >= batchEvents) this.store();
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
