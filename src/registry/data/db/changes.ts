/*
 * The port that tells when kept answers are no longer true. Every tenant has three numbers that only move; an answer is
 * kept together with the number read BEFORE the database was asked, and is good while that number stands.
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
  /** Undefined while changes by other replicas cannot be advance: then nothing may be kept. */
  revision(changed: Changed): number | undefined;
  /** Tells all replicas when the transaction commits. */
  announce(transaction: Queries, changed: Changed): Promise<void>;
  /** Moves the number here and now. A change of the catalog moves `usage` too. */
  advance(changed: Changed): void;
}

/*
 * What is said to all replicas when a transaction commits, and how it is understood: `TENANT:PART`, on one channel.
 */

export const changesChannel = 'coppice_changes';

/** For a process that changes things and keeps no answers, such as an admin command. */
export const announceOnly: Changes = {
  revision: () => undefined,
  announce,
  advance: () => undefined,
};

export async function announce(transaction: Queries, { tenantId, part }: Changed): Promise<void> {
  await sql`select pg_notify(${changesChannel}, ${`${tenantId}:${part}`})`.execute(transaction);
}

/** Undefined for what a newer replica may say. */
export function readAnnouncement(payload: string): Changed | undefined {
  const [, tenantId, said] = /^(\d+):(.+)$/.exec(payload) ?? [];
  const part = changedParts.find((known) => known === said);
  return part === undefined ? undefined : { tenantId: Number(tenantId), part };
}

/*
 * The numbers behind Changes: one for every part of every tenant, which only moves forward.
 */

interface Revisions {
  of(changed: Changed): number;
  move(changed: Changed): void;
  /** Anything may have changed. */
  moveAll(): void;
}

export function countRevisions(): Revisions {
  const counts = new Map<string, number>();
  let ofAll = 0;
  const count = (tenantId: number, part: ChangedPart): number => counts.get(`${tenantId}:${part}`) ?? 0;
  const add = (tenantId: number, part: ChangedPart): void => {
    counts.set(`${tenantId}:${part}`, count(tenantId, part) + 1);
  };
  return {
    of: ({ tenantId, part }) => ofAll + count(tenantId, part),
    move: ({ tenantId, part }) => {
      add(tenantId, part);
      // Answers about use name items, so they change with the catalog.
      if (part === 'catalog') add(tenantId, 'usage');
    },
    moveAll: () => {
      ofAll += 1;
    },
  };
}
