/*
 * When cached answers become stale. Every tenant has three revisions, which only increase; an answer is cached with the
 * revision that was read BEFORE the query, and is valid while the revision stays the same. A change is announced to all
 * replicas at the commit, as `TENANT:PART` on one channel.
 */

import { sql } from 'kysely';
import type { Queries } from './database.js';

/** catalog: items and versions; usage: use counts; access: tenants, members, tokens, sessions, settings. */
export const changedParts = ['catalog', 'usage', 'access'] as const;
type ChangedPart = (typeof changedParts)[number];

export interface Changed {
  readonly tenantId: number;
  readonly part: ChangedPart;
}

export interface Changes {
  /** Undefined while changes by other replicas cannot be received: then nothing may be cached. */
  revision(changed: Changed): number | undefined;
  /** Notifies all replicas when the transaction commits. */
  announce(transaction: Queries, changed: Changed): Promise<void>;
  /** Advances the revision in this process at once. A change of the catalog also advances `usage`. */
  advance(changed: Changed): void;
}

export const changesChannel = 'coppice_changes';

/** For a process that makes changes and caches no answers, such as an admin command. */
export const announceOnly: Changes = {
  revision: () => undefined,
  announce,
  advance: () => undefined,
};

export async function announce(transaction: Queries, { tenantId, part }: Changed): Promise<void> {
  await sql`select pg_notify(${changesChannel}, ${`${tenantId}:${part}`})`.execute(transaction);
}

/** Undefined for a payload of a newer version. */
export function readAnnouncement(payload: string): Changed | undefined {
  const [, tenantId, name] = /^(\d+):(.+)$/.exec(payload) ?? [];
  const part = changedParts.find((known) => known === name);
  return part === undefined ? undefined : { tenantId: Number(tenantId), part };
}

interface Revisions {
  of(changed: Changed): number;
  advance(changed: Changed): void;
  /** For when anything may have changed. */
  advanceAll(): void;
}

/** The revisions behind Changes: one for every part of every tenant. */
export function countRevisions(): Revisions {
  const counts = new Map<string, number>();
  let ofAll = 0;
  const count = (tenantId: number, part: ChangedPart): number => counts.get(`${tenantId}:${part}`) ?? 0;
  const add = (tenantId: number, part: ChangedPart): void => {
    counts.set(`${tenantId}:${part}`, count(tenantId, part) + 1);
  };
  return {
    of: ({ tenantId, part }) => ofAll + count(tenantId, part),
    advance: ({ tenantId, part }) => {
      add(tenantId, part);
      // Answers about usage name items, so they change with the catalog.
      if (part === 'catalog') add(tenantId, 'usage');
    },
    advanceAll: () => {
      ofAll += 1;
    },
  };
}
