/*
 * What a backfill did, counted by agent.
 */

import type { SessionAgent } from '../agents/sessions/reader.js';
import type { EvidenceEvent } from './rules/event.js';
import type { Source, SourceFailure } from './sources/find-sources.js';

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

export class BackfillTally {
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

  sessionsOf(agent: SessionAgent, events: readonly EvidenceEvent[]): void {
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
