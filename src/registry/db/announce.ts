/*
 * What is said to all replicas when a transaction commits, and how it is understood: `TENANT:PART`, on one channel.
 */

import { sql } from 'kysely';
import { type Changed, type Changes, changedParts } from './changes.js';
import type { Queries } from './database.js';

export const changesChannel = 'coppice_changes';

/** For a process that changes things and keeps no answers, such as an admin command. */
export const announceOnly: Changes = {
  revision: () => undefined,
  announce,
  heard: () => undefined,
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
