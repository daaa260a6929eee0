/*
 * The connections to the database, and the queries that run on them. Types are parsed for this pool alone: bigints are
 * numbers, days are texts, and every session counts its days in UTC. Faults are translated by explainedFault.
 */

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../../../system/log.js';
import type { Database } from './database.js';
import { explainedFault } from './database-fault.js';
import type { Tables } from './tables.js';

export interface DatabasePool {
  readonly url: string;
  readonly database: Database;
  /** For the metrics. */
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Waits for running queries. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly log: Log;
  readonly maxConnections?: number;
  /** 0 for none. */
  readonly statementTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly applicationName?: string;
  /** Called with the text of every query before it is sent; the query throws what this throws. */
  readonly onQuery?: (text: string) => void;
}

export function openPool(url: string, options: PoolOptions): DatabasePool {
  const { log, onQuery } = options;
  const connections = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName ?? 'coppice',
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser },
    onConnect: (client) => client.query(`set time zone 'UTC'`),
  });
  // A connection that breaks while in use rejects its query; without this listener it would also end the process.
  connections.on('connect', (client) => client.on('error', () => undefined));
  connections.on('error', (fault) =>
    log.warn({ reason: fault.message }, 'an idle connection to the database broke'),
  );
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: explaining(connections, onQuery) }),
  });
  return {
    url,
    database,
    counts: () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
    }),
    close: async () => {
      if (!connections.ending) await connections.end();
    },
  };
}

function explaining(connections: pg.Pool, onQuery: PoolOptions['onQuery']): PostgresPool {
  return {
    connect: async () => {
      const client = await connections.connect().catch(rethrowExplained);
      const query = async (text: string, values: unknown[]) => {
        onQuery?.(text);
        return client.query(text, values).catch(rethrowExplained);
      };
      // Kysely's type has a second form of `query`, which only its streams use; they need a package that is not installed.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => connections.end(),
  };
}

function rethrowExplained(fault: unknown): never {
  throw explainedFault(fault);
}

const int8Array = 1016;
const dateArray = 1182;

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: String,
  [int8Array]: (text) => elements(text).map((element) => (element === null ? null : Number(element))),
  [dateArray]: elements,
};

/** Numbers and days need no quotes, so the text of an array is simple. */
function elements(text: string): readonly (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((element) => (element === 'NULL' ? null : element));
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) => {
  const own = format === 'binary' ? undefined : parsers[type];
  return own ?? pg.types.getTypeParser(type, format);
};
