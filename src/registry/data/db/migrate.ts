/*
 * Brings a database up to date: migrations run forward, in order, each in one transaction together with the row that
 * records it. A session lock lets one process at a time migrate, so replicas may start together. A database with newer
 * or different migrations is refused.
 */

import { sql } from 'kysely';
import type { Log } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';
import type { Database } from './database.js';
import tenants from './migrations/0001-tenants.sql';
import catalog from './migrations/0002-catalog.sql';
import usage from './migrations/0003-usage.sql';
import draftsAndJobs from './migrations/0004-drafts-and-jobs.sql';
import sameText from './migrations/0005-same-text.sql';
import evaluations from './migrations/0006-evaluations.sql';
import effects from './migrations/0007-effects.sql';
import sessions from './migrations/0008-sessions.sql';
import signIn from './migrations/0009-sign-in.sql';
import members from './migrations/0010-members.sql';
import searchTerms from './migrations/0011-search-terms.sql';
import absorbed from './migrations/0012-absorbed.sql';
import unverifiedUse from './migrations/0013-unverified-use.sql';
import namespaces from './migrations/0014-namespaces.sql';
import approvals from './migrations/0015-approvals.sql';
import auditChain from './migrations/0020-audit-chain.sql';
import notifications from './migrations/0021-notifications.sql';
import trustedPublishing from './migrations/0022-trusted-publishing.sql';
import { openPool } from './pool.js';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
}

/** In order; numbers may be left out. A released migration never changes; every change is a new one. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'tenants', text: tenants },
  { number: 2, name: 'catalog', text: catalog },
  { number: 3, name: 'usage', text: usage },
  { number: 4, name: 'drafts-and-jobs', text: draftsAndJobs },
  { number: 5, name: 'same-text', text: sameText },
  { number: 6, name: 'evaluations', text: evaluations },
  { number: 7, name: 'effects', text: effects },
  { number: 8, name: 'sessions', text: sessions },
  { number: 9, name: 'sign-in', text: signIn },
  { number: 10, name: 'members', text: members },
  { number: 11, name: 'search-terms', text: searchTerms },
  { number: 12, name: 'absorbed', text: absorbed },
  { number: 13, name: 'unverified-use', text: unverifiedUse },
  { number: 14, name: 'namespaces', text: namespaces },
  { number: 15, name: 'approvals', text: approvals },
  { number: 20, name: 'audit-chain', text: auditChain },
  { number: 21, name: 'notifications', text: notifications },
  { number: 22, name: 'trusted-publishing', text: trustedPublishing },
];

/** Returns the names of the migrations that it ran. */
export async function migrate(
  { url }: { readonly url: string },
  log: Log,
  list: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  // This connection has no timeout: other replicas wait here, and migrating a large table takes long.
  const pool = openPool(url, {
    log,
    maxConnections: 1,
    statementTimeoutMs: 0,
    applicationName: 'coppice migrate',
  });
  try {
    return await pool.database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lockNumber})`.execute(connection);
      return runMissing(connection, log, list);
    });
  } finally {
    // This ends the session, and with it the lock.
    await pool.close();
  }
}

/** An arbitrary number that no other lock in this database uses. */
const lockNumber = 0x636f7070;

async function runMissing(
  session: Database,
  log: Log,
  list: readonly Migration[],
): Promise<readonly string[]> {
  const applied = await readApplied(session);
  refuseUnknown(applied, list);
  const missing = list.filter(({ number }) => !applied.some((row) => row.number === number));
  for (const migration of missing) {
    await session.transaction().execute(async (transaction) => {
      await sql.raw(migration.text).execute(transaction);
      await sql`insert into schema_migrations (number, name, sha256)
        values (${migration.number}, ${migration.name}, ${sha256Hex(migration.text)})`.execute(transaction);
    });
    log.info({ migration: nameOf(migration) }, 'migrated the database');
  }
  return missing.map(nameOf);
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

async function readApplied(session: Database): Promise<readonly Applied[]> {
  await sql`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`.execute(session);
  const { rows } =
    await sql<Applied>`select number, name, sha256 from schema_migrations order by number`.execute(session);
  return rows;
}

function refuseUnknown(applied: readonly Applied[], list: readonly Migration[]): void {
  const newest = applied.at(-1);
  if (newest !== undefined && newest.number > newestMigration(list)) {
    throw new CoppiceError(
      'newer-format',
      `the database was migrated by a newer version of Coppice (to ${nameOf(newest)})`,
      { hint: 'install that version; a database cannot be downgraded' },
    );
  }
  for (const row of applied) {
    const known = list.find(({ number }) => number === row.number);
    if (known && sha256Hex(known.text) === row.sha256) continue;
    throw new CoppiceError(
      'conflict',
      `the database has the migration ${nameOf(row)}, which differs from that of this version of Coppice`,
      { hint: 'use the version of Coppice that created this database, or an empty database' },
    );
  }
}

export function newestMigration(list: readonly Migration[]): number {
  return list.at(-1)?.number ?? 0;
}

function nameOf({ number, name }: { readonly number: number; readonly name: string }): string {
  return `${String(number).padStart(4, '0')}-${name}`;
}
