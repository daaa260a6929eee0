/*
 * The tables as TypeScript sees them: what the migrations create, column by column. Times are Dates, bigints are numbers
 * (as the pool parses them: no count comes near 2^53), days are texts YYYY-MM-DD.
 */

import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DraftState, ItemState, Kind, ReviewVerdict, Role, Scope, UsageEvent } from '../../api/names.js';
import type { NotificationEvent } from '../../api/notifications.js';
import type { ApprovalRule, NamespaceRole } from '../../api/rights.js';
import type { CiProvider, CiRun } from '../../api/trusted-publishing.js';

export interface Tables {
  tenants: TenantsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  group_roles: GroupRolesTable;
  namespaces: NamespacesTable;
  namespace_roles: NamespaceRolesTable;
  invites: InvitesTable;
  tokens: TokensTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  identity_providers: IdentityProvidersTable;
  identities: IdentitiesTable;
  sign_in_attempts: SignInAttemptsTable;
  program_sign_ins: ProgramSignInsTable;
  audit: AuditTable;
  audit_heads: AuditHeadsTable;
  audit_chain: AuditChainTable;
  audit_checkpoints: AuditCheckpointsTable;
  items: ItemsTable;
  versions: VersionsTable;
  tombstones: TombstonesTable;
  dependencies: DependenciesTable;
  channels: ChannelsTable;
  blobs: BlobsTable;
  evaluations: EvaluationsTable;
  effect_counts: EffectCountsTable;
  usage_events: UsageEventsTable;
  usage_of_projects: UsageOfProjectsTable;
  usage_by_item: UsageByItemTable;
  usage_of_callers: UsageOfCallersTable;
  usage_by_day: UsageByDayTable;
  drafts: DraftsTable;
  draft_revisions: DraftRevisionsTable;
  draft_absorbs: DraftAbsorbsTable;
  draft_reviews: DraftReviewsTable;
  trusted_publishers: TrustedPublishersTable;
  used_identity_tokens: UsedIdentityTokensTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  notified_audit: NotifiedAuditTable;
  mail_preferences: MailPreferencesTable;
  outbox: OutboxTable;
  job_runs: JobRunsTable;
  rate_windows: RateWindowsTable;
}

type Json<T extends object> = JSONColumnType<T, string, string>;

interface TenantsTable {
  id: GeneratedAlways<number>;
  slug: string;
  name: Generated<string>;
  settings: ColumnType<object, string | undefined, string>;
  created_at: Date;
}

interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  name: Generated<string>;
  disabled_at: Date | null;
  created_at: Date;
}

interface MembershipsTable {
  tenant_id: number;
  user_id: number;
  role: Role;
  created_at: Date;
  suspended_at: Date | null;
  deactivated_at: Date | null;
  provisioned_by: string | null;
  external_id: string | null;
  provided: ColumnType<object, string | undefined, string>;
  provided_at: Date | null;
  role_from: string | null;
  last_seen_at: Date | null;
  sign_in_groups: ColumnType<readonly string[], readonly string[] | undefined>;
}

interface NamespacesTable {
  tenant_id: number;
  name: string;
  description: Generated<string>;
  default_role: NamespaceRole | null;
  require_approval: ColumnType<ApprovalRule | null, string | null, string | null>;
  created_at: Date;
}

interface NamespaceRolesTable {
  tenant_id: number;
  namespace: string;
  user_id: number | null;
  service: string | null;
  group_name: string | null;
  role: NamespaceRole;
}

interface GroupRolesTable {
  tenant_id: number;
  group_name: string;
  role: Role;
}

interface GroupsTable {
  tenant_id: number;
  id: string;
  name: string;
  external_id: string | null;
  provisioned_by: string;
  created_at: Date;
  updated_at: Date;
}

interface GroupMembersTable {
  tenant_id: number;
  group_id: string;
  user_id: number;
}

interface InvitesTable {
  id: string;
  tenant_id: number;
  hash: Buffer;
  email: string;
  role: Role;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

interface TokensTable {
  id: string;
  tenant_id: number;
  user_id: number | null;
  service: string | null;
  name: string;
  prefix: string;
  hash: Buffer;
  scopes: readonly Scope[];
  patterns: Generated<readonly string[]>;
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  ci_run: Json<CiRun> | null;
}

interface SessionsTable {
  id: string;
  tenant_id: number;
  user_id: number | null;
  token_id: string | null;
  hash: Buffer;
  csrf: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  ends_at: Date;
  last_used_at: Date;
  browser: Generated<string>;
  ip: string | null;
  provider: string | null;
  issuer: string | null;
  subject: string | null;
  provider_session: string | null;
}

interface SignInLinksTable {
  hash: Buffer;
  tenant_id: number;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface IdentityProvidersTable {
  tenant_id: number;
  slug: string;
  issuer: string;
  client_id: string;
  secret: string | null;
  settings: ColumnType<object, string | undefined, string>;
  created_at: Date;
}

interface IdentitiesTable {
  tenant_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  external_id: string | null;
  created_at: Date;
  last_used_at: Date;
}

interface SignInAttemptsTable {
  state_hash: Buffer;
  tenant_id: number;
  provider: string;
  issuer: string;
  browser_hash: Buffer;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  back: string;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  outcome: Json<Record<string, unknown>> | null;
}

interface ProgramSignInsTable {
  id: string;
  tenant_id: number | null;
  user_id: number | null;
  code_hash: Buffer | null;
  user_code: string | null;
  redirect_uri: string | null;
  challenge: string | null;
  program: string;
  scopes: readonly Scope[];
  ip: string | null;
  created_at: Date;
  expires_at: Date;
  polled_at: Date | null;
  decided_at: Date | null;
  approved: Generated<boolean>;
}

interface AuditTable {
  id: GeneratedAlways<number>;
  tenant_id: number;
  at: Date;
  actor: string;
  action: string;
  target: string;
  details: Json<Record<string, unknown>>;
  ip: string | null;
}

interface AuditHeadsTable {
  tenant_id: number;
  number: number;
  hash: Buffer;
  removed_number: number;
  removed_hash: Buffer;
}

interface AuditChainTable {
  tenant_id: number;
  number: number;
  audit_id: number;
  hash: Buffer;
}

interface AuditCheckpointsTable {
  tenant_id: number;
  number: number;
  hash: Buffer;
  at: Date;
  key_id: string;
  signature: Buffer;
}

interface ItemsTable {
  id: GeneratedAlways<number>;
  tenant_id: number;
  kind: Kind;
  slug: string;
  state: Generated<ItemState>;
  state_reason: Generated<string>;
  state_at: Date;
  deprecated_message: string | null;
  deprecated_replacement: string | null;
  /** The slug of the item that absorbed it; only of an archived one. */
  absorbed_into: string | null;
  latest_id: number | null;
  owners: readonly string[];
  use_count: Generated<number>;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
  search_vector: Generated<string>;
  search_text: Generated<string>;
  /** Null without a version, and until a job has made them for an older item. */
  search_terms: Buffer | null;
  embedding: Buffer | null;
  embedding_model: string | null;
}

export interface StoredFile {
  readonly path: string;
  readonly digest: string;
  readonly size_bytes: number;
  readonly executable: boolean;
}

export interface StoredFinding {
  readonly rule: string;
  readonly severity: string;
  readonly confidence: string;
  readonly file: string;
  readonly line: number | null;
  readonly excerpt: string;
  readonly why: string;
}

interface VersionsTable {
  id: GeneratedAlways<number>;
  tenant_id: number;
  item_id: number;
  version: string;
  digest: string;
  content_digest: string;
  size_bytes: number;
  unpacked_bytes: number;
  name: string;
  description: string;
  when_to_use: string | null;
  tags: readonly string[];
  skill_md: string;
  files: Json<readonly StoredFile[]>;
  scan_verdict: 'pass' | 'review' | 'warn' | 'block';
  scan_findings: Json<readonly StoredFinding[]>;
  source_repo: string | null;
  source_commit: string | null;
  published_by: string;
  published_at: Date;
  yanked_at: Date | null;
  yanked_reason: string | null;
  yanked_by: string | null;
  ci_run: Json<CiRun> | null;
}

interface TombstonesTable {
  tenant_id: number;
  kind: Kind;
  slug: string;
  version: string;
  purged_at: Date;
  purged_by: string;
  reason: string;
}

interface DependenciesTable {
  tenant_id: number;
  version_id: number;
  kind: Kind;
  slug: string;
  range: string;
}

interface ChannelsTable {
  tenant_id: number;
  item_id: number;
  channel: string;
  version_id: number;
}

interface BlobsTable {
  digest: string;
  size_bytes: number;
  stored_at: Date;
}

interface EvaluationsTable {
  tenant_id: number;
  content_digest: string;
  claimed_by: string;
  claimed_at: Date;
  agent: string;
  model: string | null;
  ran_at: Date;
  score: number;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  against: 'without' | 'old' | null;
  verdict: 'helps' | 'harms' | 'no-verdict';
  cases: number;
  runs: number;
}

interface EffectCountsTable {
  tenant_id: number;
  digest: string;
  reported_by: string;
  machine: string;
  day: number;
  loads: number;
  bad: number;
  other_loads: number;
  other_bad: number;
  reported_on: string;
}

interface UsageEventsTable {
  tenant_id: number;
  item_id: number;
  version_id: number | null;
  event: UsageEvent;
  count: Generated<number>;
  user_id: number | null;
  token_id: string | null;
  project_hash: string | null;
  ts: Date;
}

interface UsageOfProjectsTable {
  tenant_id: number;
  item_id: number;
  event: UsageEvent;
  project_hash: string;
  day: string;
  count: number;
}

interface UsageSums {
  tenant_id: number;
  day: string;
  downloads: Generated<number>;
  views: Generated<number>;
  installs: Generated<number>;
  uses: Generated<number>;
}

interface UsageByItemTable extends UsageSums {
  item_id: number;
  unverified: Generated<number>;
}

interface UsageOfCallersTable {
  tenant_id: number;
  item_id: number;
  day: string;
  caller: string;
  count: number;
}

interface UsageByDayTable extends UsageSums {
  unique_items: Generated<number>;
}

export interface SimilarItem {
  readonly slug: string;
  readonly kind: Kind;
  readonly similarity: number;
  readonly measure: 'meaning' | 'letters';
}

interface DraftsTable {
  id: string;
  tenant_id: number;
  kind: Kind;
  slug: string;
  state: Generated<DraftState>;
  origin: 'cli' | 'evolver' | 'web' | 'agent';
  notes: Generated<string>;
  revision: Generated<number>;
  similar_items: Json<readonly SimilarItem[]>;
  created_by: string;
  created_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  published_id: number | null;
  wanted_version: ColumnType<string | null, string | null | undefined>;
  source_repo: ColumnType<string | null, string | null | undefined>;
  source_commit: ColumnType<string | null, string | null | undefined>;
}

interface DraftReviewsTable {
  tenant_id: number;
  draft_id: string;
  reviewer: string;
  verdict: ReviewVerdict;
  comment: Generated<string>;
  slug: string;
  content_digest: string;
  revision: number;
  at: Date;
}

interface DraftAbsorbsTable {
  tenant_id: number;
  draft_id: string;
  item_id: number;
  agreed_by: string | null;
  agreed_at: Date | null;
}

interface DraftRevisionsTable {
  tenant_id: number;
  draft_id: string;
  revision: number;
  digest: string;
  content_digest: string;
  size_bytes: number;
  description: string;
  when_to_use: string | null;
  tags: readonly string[];
  skill_md: string;
  edited_by: string;
  edited_at: Date;
}

interface TrustedPublishersTable {
  id: string;
  tenant_id: number;
  name: string;
  provider: CiProvider;
  issuer: string;
  claims: Json<Readonly<Record<string, string>>>;
  slugs: readonly string[];
  jwks: Json<object> | null;
  created_by: string;
  created_at: Date;
}

interface UsedIdentityTokensTable {
  /** Of issuer and id. */
  hash: Buffer;
  expires_at: Date;
}

interface WebhooksTable {
  id: string;
  tenant_id: number;
  url: string;
  secret: string;
  events: readonly NotificationEvent[];
  enabled: Generated<boolean>;
  created_by: string;
  created_at: Date;
}

interface WebhookDeliveriesTable {
  id: string;
  tenant_id: number;
  webhook_id: string;
  event: string;
  body: string;
  created_at: Date;
  attempts: Generated<number>;
  last_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  outcome: 'delivered' | 'failed' | null;
}

interface NotifiedAuditTable {
  tenant_id: number;
  number: number;
}

interface MailPreferencesTable {
  tenant_id: number;
  user_id: number;
  muted: readonly NotificationEvent[];
}

interface OutboxTable {
  id: GeneratedAlways<number>;
  tenant_id: number;
  topic: 'mirror' | 'embedding' | 'webhook' | 'mail';
  payload: Json<Record<string, unknown>>;
  created_at: Date;
  attempts: Generated<number>;
  next_at: Date;
  last_error: string | null;
  done_at: Date | null;
}

interface JobRunsTable {
  name: string;
  last_run_at: Date;
  last_result: Json<Record<string, unknown>>;
}

interface RateWindowsTable {
  key: string;
  window_start: Date;
  count: number;
}
