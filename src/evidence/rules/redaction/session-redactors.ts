/*
 * The redactors of all sessions of a source, and the redaction of a batch as a whole: a secret may be recognised after the
 * events in which it appeared first. What is known about a session is stored with the cursor of its source, as keyed
 * hashes, until the session ends or a week has passed.
 */

import { redactName } from '../../../scan/secrets/redact.js';
import { isObject } from '../../../text/shape.js';
import { dayMs } from '../../../text/time.js';
import type { EventPatch, EvidenceEvent } from '../event.js';
import { clusterOf } from '../interpret/cluster.js';
import { SessionRedactor, type SessionRedactorOptions } from './session-redactor.js';

interface RedactableBatch {
  readonly events: readonly EvidenceEvent[];
  readonly patches: readonly EventPatch[];
}

export class SessionRedactors {
  readonly #options: SessionRedactorOptions;
  readonly #now: number;
  readonly #sessions = new Map<string, { readonly redactor: SessionRedactor; at: number }>();
  readonly #ended = new Set<string>();

  /** The memory is what `save` returned; what is older than a week is forgotten. */
  constructor(options: SessionRedactorOptions & { readonly now: number }, memory?: unknown) {
    this.#options = options;
    this.#now = options.now;
    for (const [session, at, saved] of savedSessions(memory))
      if (options.now - at <= keptMs)
        this.#sessions.set(session, { redactor: new SessionRedactor(options, saved), at });
  }

  of(session: string): SessionRedactor {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known.redactor;
    const redactor = new SessionRedactor(this.#options);
    this.#sessions.set(session, { redactor, at: this.#now });
    return redactor;
  }

  /** What is known about the session is not stored any more, because it ended. */
  end(session: string): void {
    this.#ended.add(session);
  }

  /** Redacts in the whole batch what was recognised in any part of it. Must be called before the batch is stored. */
  redactBatch<Batch extends RedactableBatch>(batch: Batch): Batch {
    const changed = new Map<string, SessionRedactor>();
    for (const [session, entry] of this.#sessions)
      if (entry.redactor.hasNews) {
        changed.set(redactName(session), entry.redactor);
        entry.at = this.#now;
      }
    if (changed.size === 0) return batch;
    const events = batch.events.map((event) => {
      const redactor = changed.get(event.session);
      return redactor === undefined ? event : redactEvent(event, redactor);
    });
    // A patch does not name its session.
    const patches = batch.patches.map((patch) => {
      let redactedPatch = patch;
      for (const redactor of changed.values()) redactedPatch = redactPatch(redactedPatch, redactor);
      return redactedPatch;
    });
    for (const redactor of changed.values()) redactor.settle();
    return { ...batch, events, patches };
  }

  /** Plain JSON; undefined if nothing is known. */
  save(): unknown {
    const saved = [...this.#sessions].flatMap(([session, { redactor, at }]) => {
      const secrets = this.#ended.has(session) ? undefined : redactor.save();
      return secrets === undefined ? [] : [[session, at, secrets] as const];
    });
    return saved.length === 0 ? undefined : saved.slice(-maxSessions);
  }
}

const keptMs = 7 * dayMs;
/** A database has many sessions; the last ones are the ones that grow. */
const maxSessions = 64;

function savedSessions(memory: unknown): readonly (readonly [string, number, unknown])[] {
  const list: readonly unknown[] = Array.isArray(memory) ? memory.slice(-maxSessions) : [];
  return list.flatMap((entry) => {
    const [session, at, saved]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    return typeof session === 'string' && typeof at === 'number' && isObject(saved)
      ? [[session, at, saved] as const]
      : [];
  });
}

function redactEvent(event: EvidenceEvent, redactor: SessionRedactor): EvidenceEvent {
  const result = redactor.redactAgain(event.result);
  const { credit } = event;
  return {
    ...event,
    tool: event.tool === undefined ? undefined : redactor.redactAgain(event.tool),
    args: redactor.redactAgain(event.args),
    result,
    cluster: redactCluster(event.cluster, event.result, result),
    credit: credit && { ...credit, skill: redactMention(credit.skill, redactor) },
  };
}

function redactMention(
  { name, folder }: NonNullable<EvidenceEvent['credit']>['skill'],
  redactor: SessionRedactor,
): NonNullable<EvidenceEvent['credit']>['skill'] {
  const isSafe = folder !== undefined && redactor.redactAgain(folder) === folder;
  const safe = { name: redactor.redactAgain(name) };
  return isSafe ? { ...safe, folder } : safe;
}

function redactPatch(patch: EventPatch, redactor: SessionRedactor): EventPatch {
  if (patch.outcome === undefined) return patch;
  const { outcome } = patch;
  const result = redactor.redactAgain(outcome.result);
  return {
    ...patch,
    outcome: { ...outcome, result, cluster: redactCluster(outcome.cluster, outcome.result, result) },
  };
}

/** The cluster is made from the result. */
function redactCluster(cluster: string, before: string, after: string): string {
  return cluster === '' || before === after ? cluster : clusterOf(after);
}
