/*
 * The format of a backup: a folder with a manifest, one file of rows for every table, and the bytes of all bundles. Rows
 * are lines of JSON as PostgreSQL itself writes and reads them, so nothing is lost on the way through this program. The
 * manifest is written last and lists all the other files with their digests.
 */

import { z } from 'zod';

export const backupFormat = 1;

export const manifestName = 'manifest.json';
export const blobsName = 'blobs';

/** `tables/versions.jsonl` */
export function tableFile(table: string): string {
  return `tables/${table}.jsonl`;
}

const tableManifest = z.object({
  rows: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const backupManifest = z.object({
  program: z.literal('coppice'),
  format: z.number().int(),
  madeAt: z.string(),
  /** The number of the last migration. */
  schema: z.number().int().min(1),
  tables: z.record(z.string(), tableManifest),
  /** The last number that each sequence has given; null for none. */
  sequences: z.record(z.string(), z.number().int().nullable()),
  /** Months that have usage events. */
  months: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
  blobs: z.number().int().min(0),
  /** Digests of blobs that were already missing or damaged when the backup was made. */
  missing: z.array(z.string()),
});
export type BackupManifest = Readonly<z.infer<typeof backupManifest>>;

export interface BackupTable {
  readonly name: string;
  readonly order: readonly string[];
  /** The database assigns its `id`. */
  readonly isNumbered?: true;
  /** How many rows are read at once, where rows may be large. */
  readonly batch?: number;
  /** The number of the migration that creates it, where a backup may be older. */
  readonly since?: number;
}

/**
 * Each table comes after those that it refers to. What expires within minutes is left out: the counts of rate limits, and
 * sign-ins that are not complete.
 */
export const backupTables: readonly BackupTable[] = [
  { name: 'tenants', order: ['id'], isNumbered: true },
  { name: 'users', order: ['id'], isNumbered: true },
  { name: 'memberships', order: ['tenant_id', 'user_id'] },
  { name: 'identity_providers', order: ['tenant_id', 'slug'], since: 9 },
  { name: 'identities', order: ['tenant_id', 'issuer', 'subject'], since: 9 },
  { name: 'group_roles', order: ['tenant_id', 'group_name'], since: 10 },
  { name: 'groups', order: ['tenant_id', 'id'], since: 10 },
  { name: 'group_members', order: ['tenant_id', 'group_id', 'user_id'], since: 10 },
  { name: 'invites', order: ['id'], since: 10 },
  { name: 'namespaces', order: ['tenant_id', 'name'], since: 14 },
  {
    name: 'namespace_roles',
    order: ['tenant_id', 'namespace', 'user_id', 'service', 'group_name'],
    since: 14,
  },
  { name: 'tokens', order: ['id'] },
  { name: 'sessions', order: ['id'] },
  { name: 'sign_in_links', order: ['hash'] },
  { name: 'audit', order: ['id'], isNumbered: true },
  { name: 'audit_heads', order: ['tenant_id'], since: 20 },
  { name: 'audit_chain', order: ['tenant_id', 'number'], since: 20 },
  { name: 'audit_checkpoints', order: ['tenant_id', 'number'], since: 20 },
  { name: 'items', order: ['id'], isNumbered: true },
  { name: 'versions', order: ['id'], isNumbered: true, batch: 20 },
  { name: 'tombstones', order: ['tenant_id', 'kind', 'slug', 'version'] },
  { name: 'dependencies', order: ['tenant_id', 'version_id', 'kind', 'slug'] },
  { name: 'channels', order: ['tenant_id', 'item_id', 'channel'] },
  { name: 'blobs', order: ['digest'] },
  { name: 'evaluations', order: ['tenant_id', 'content_digest', 'agent', 'claimed_by'], since: 6 },
  { name: 'effect_counts', order: ['tenant_id', 'digest', 'reported_by', 'machine', 'day'], since: 7 },
  {
    name: 'usage_events',
    order: [
      'tenant_id',
      'ts',
      'item_id',
      'event',
      'version_id',
      'user_id',
      'token_id',
      'project_hash',
      'count',
    ],
  },
  { name: 'usage_of_projects', order: ['tenant_id', 'item_id', 'event', 'project_hash', 'day'] },
  { name: 'usage_of_callers', order: ['tenant_id', 'day', 'item_id', 'caller'], since: 13 },
  { name: 'usage_by_item', order: ['tenant_id', 'day', 'item_id'] },
  { name: 'usage_by_day', order: ['tenant_id', 'day'] },
  { name: 'drafts', order: ['id'] },
  { name: 'draft_revisions', order: ['tenant_id', 'draft_id', 'revision'], batch: 20 },
  { name: 'draft_absorbs', order: ['tenant_id', 'draft_id', 'item_id'], since: 12 },
  { name: 'draft_reviews', order: ['tenant_id', 'draft_id', 'reviewer'], since: 15 },
  { name: 'webhooks', order: ['id'], since: 21 },
  { name: 'webhook_deliveries', order: ['id'], since: 21 },
  { name: 'notified_audit', order: ['tenant_id'], since: 21 },
  { name: 'mail_preferences', order: ['tenant_id', 'user_id'], since: 21 },
  { name: 'trusted_publishers', order: ['id'], since: 22 },
  { name: 'used_identity_tokens', order: ['hash'], since: 22 },
  { name: 'outbox', order: ['id'], isNumbered: true },
  { name: 'job_runs', order: ['name'] },
];

export const defaultBatch = 1_000;

/** The tables that a backup has which was made after this migration. */
export function tablesOf({ schema }: Pick<BackupManifest, 'schema'>): readonly BackupTable[] {
  return backupTables.filter(({ since = 0 }) => since <= schema);
}
