/*
 * When tokens were last used. Requests only note it in memory; the notes are written together once a minute, and losing
 * some does no harm.
 */

import { sql } from 'kysely';
import type { Registry } from '../registry.js';

const writeEveryMs = 60_000;
const maxNotes = 10_000;

interface Note {
  readonly tenantId: number;
  readonly at: number;
}

export class LastUsed {
  readonly name = 'last use of tokens';
  readonly #registry: Registry;
  #notes = new Map<string, Note>();
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  note(tenantId: number, tokenId: string): void {
    if (this.#notes.size >= maxNotes && !this.#notes.has(tokenId)) return;
    this.#notes.set(tokenId, { tenantId, at: this.#registry.clock.now() });
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async write(): Promise<void> {
    const { database, log } = this.#registry;
    const notes = [...this.#notes];
    if (notes.length === 0) return;
    this.#notes = new Map();
    try {
      await sql`
        update tokens set last_used_at = note.at
        from unnest(
          ${notes.map(([id]) => id)}::uuid[],
          ${notes.map(([, { tenantId }]) => tenantId)}::bigint[],
          ${notes.map(([, { at }]) => new Date(at))}::timestamptz[]
        ) as note (id, tenant_id, at)
        where tokens.tenant_id = note.tenant_id and tokens.id = note.id
          and (tokens.last_used_at is null or tokens.last_used_at < note.at)
      `.execute(database);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      log.warn({ reason, tokens: notes.length }, 'could not write when tokens were last used');
    }
  }
}
