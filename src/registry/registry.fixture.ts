/*
 * A whole registry for tests: a database of its own, blobs in memory, a clock that tests advance, and a log and a usage
 * queue that record their input.
 */

import type { z } from 'zod';
import type { Embedder } from '../search/embedding.js';
import type { Clock } from '../system/clock.js';
import type { Log, LogFields } from '../system/log.js';
import { Turns } from '../system/turns.js';
import { scopes } from './api/names.js';
import { tenantSettings } from './api/settings.js';
import type { Database } from './data/db/database.js';
import { testDatabase } from './data/db/test-database.fixture.js';
import type { BlobStore } from './data/storage/blob-store.js';
import { memoryBlobs } from './data/storage/memory-blobs.js';
import { type Bundles, inlineBundles } from './items/bundle/bundles.js';
import type { Registry } from './registry.js';
import { effectiveScopes, roleOfScopes } from './rules/access/permissions.js';
import type { Caller, KnownPrincipal, Tenant } from './rules/access/principal.js';
import { rightsOf } from './rules/access/rights.js';
import type { UsageQueue, UsageRecord } from './rules/usage/usage-records.js';

export interface TestRegistry extends Registry {
  readonly url: string;
  /** Without the guard that every query must name its tenant. */
  readonly unguarded: Database;
  readonly clock: MovableClock;
  readonly usage: UsageQueue & { readonly recorded: readonly UsageRecord[] };
  readonly log: Log & { readonly lines: readonly LogLine[] };
  /** Creates a tenant. */
  tenant(slug: string, settings?: z.input<typeof tenantSettings>): Promise<Tenant>;
  /** A caller with a token and, by default, all scopes. The token has no row. */
  caller(tenant: Tenant, given?: Partial<Omit<KnownPrincipal, 'kind'>>): Caller;
  close(): Promise<void>;
}

export interface MovableClock extends Clock {
  set(now: number): void;
  advance(milliseconds: number): void;
}

export interface LogLine {
  readonly level: keyof Log;
  readonly fields: LogFields;
  readonly message: string;
}

export interface TestRegistryOptions {
  readonly now?: number;
  readonly blobs?: BlobStore;
  readonly bundles?: Bundles;
  readonly embedder?: Embedder;
}

export async function testRegistry(options: TestRegistryOptions = {}): Promise<TestRegistry> {
  const log = recordingLog();
  const { url, database, unguarded, changes, close } = await testDatabase(log);
  const clock = movableClock(options.now ?? Date.UTC(2026, 0, 15, 12));
  return {
    url,
    database,
    unguarded,
    changes,
    clock,
    blobs: options.blobs ?? memoryBlobs(),
    bundles: options.bundles ?? inlineBundles,
    usage: recordingQueue(),
    embedder: options.embedder,
    log,
    turns: new Turns(),
    tenant: async (slug, settings = {}) => {
      const stored = tenantSettings.parse(settings);
      const { id } = await unguarded
        .insertInto('tenants')
        .values({ slug, settings: JSON.stringify(settings), created_at: new Date(clock.now()) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, slug, settings: stored };
    },
    caller: (tenant, given = {}) => ({
      tenant,
      principal: {
        ...allScopes,
        ...given,
        kind: 'token',
        scopes: effectiveScopes(given.scopes ?? scopes, null),
        rights: given.rights ?? rightsOf(roleOfScopes(given.scopes ?? scopes), []),
      },
      ip: '127.0.0.1',
    }),
    close,
  };
}

const allScopes: Omit<KnownPrincipal, 'kind'> = {
  name: 'service:tester',
  userId: null,
  tokenId: null,
  sessionId: null,
  role: null,
  scopes: scopes,
  rights: [],
  patterns: [],
  expiresAt: null,
  csrf: null,
};

function movableClock(start: number): MovableClock {
  let now = start;
  return {
    now: () => now,
    set: (time) => {
      now = time;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

function recordingQueue(): TestRegistry['usage'] {
  const recorded: UsageRecord[] = [];
  return {
    recorded,
    record: (event) => void recorded.push(event),
    flush: async () => undefined,
    close: async () => undefined,
  };
}

function recordingLog(): TestRegistry['log'] {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (fields: LogFields, message: string): void =>
      void lines.push({ level, fields, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
