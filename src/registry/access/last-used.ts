/*
 * When tokens and sessions were last used, and members last seen; a session is renewed by it. Requests only note it in memory; the notes are
 * written together once a minute, and losing some does no harm.
 */

import { sql } from 'kysely';
import type { Registry } from '../registry.js';
import type { KnownPrincipal } from '../rules/access/principal.js';
import { idleMs } from '../rules/access/session-life.js';

const writeEveryMs = 60_000;
const maxNotes = 10_000;

interface Note {
  readonly tenantId: number;
  readonly at: number;
}

export class LastUsed {
  readonly name = 'last use of credentials';
  readonly #registry: Registry;
  #tokens = new Map<string, Note>();
  #sessions = new Map<string, Note>();
  #members = new Map<string, Note & { readonly userId: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  note(
    tenantId: number,
    { tokenId, sessionId, userId }: Pick<KnownPrincipal, 'tokenId' | 'sessionId' | 'userId'>,
  ): void {
    const used = { tenantId, at: this.#registry.clock.now() };
    if (tokenId !== null) add(this.#tokens, tokenId, used);
    if (sessionId !== null) add(this.#sessions, sessionId, used);
    if (userId !== null) add(this.#members, `${tenantId}:${userId}`, { ...used, userId });
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
    const [tokens, sessions, members] = [[...this.#tokens], [...this.#sessions], [...this.#members.values()]];
    this.#tokens = new Map();
    this.#sessions = new Map();
    this.#members = new Map();
    try {
      if (tokens.length > 0)
        await sql`
          update tokens set last_used_at = note.at
          from ${rows(tokens)}
          where tokens.tenant_id = note.tenant_id and tokens.id = note.id
            and (tokens.last_used_at is null or tokens.last_used_at < note.at)
        `.execute(database);
      if (sessions.length > 0)
        await sql`
          update sessions set last_used_at = note.at,
            expires_at = least(sessions.ends_at, note.at + ${idleMs} * interval '1 millisecond')
          from ${rows(sessions)}
          where sessions.tenant_id = note.tenant_id and sessions.id = note.id and sessions.last_used_at < note.at
        `.execute(database);
      if (members.length > 0)
        await sql`
          update memberships set last_seen_at = note.at
          from unnest(
            ${members.map(({ userId }) => userId)}::bigint[],
            ${members.map(({ tenantId }) => tenantId)}::bigint[],
            ${members.map(({ at }) => new Date(at))}::timestamptz[]
          ) as note (user_id, tenant_id, at)
          where memberships.tenant_id = note.tenant_id and memberships.user_id = note.user_id
            and (memberships.last_seen_at is null or memberships.last_seen_at < note.at)
        `.execute(database);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      log.warn(
        { reason, credentials: tokens.length + sessions.length },
        'could not write what was last used',
      );
    }
  }
}

function add<T extends Note>(notes: Map<string, T>, id: string, used: T): void {
  if (notes.size < maxNotes || notes.has(id)) notes.set(id, used);
}

function rows(notes: readonly (readonly [id: string, note: Note])[]) {
  return sql`unnest(
    ${notes.map(([id]) => id)}::uuid[],
    ${notes.map(([, { tenantId }]) => tenantId)}::bigint[],
    ${notes.map(([, { at }]) => new Date(at))}::timestamptz[]
  ) as note (id, tenant_id, at)`;
}
