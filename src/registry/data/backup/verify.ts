/*
 * Verifies the registry without changing it: the bytes of every version and draft exist and are those that were
 * published, and derived rows (the latest version, usage sums, the outbox) agree with the rows that they follow from.
 */

import { sql } from 'kysely';
import { type Bundle, readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import { CoppiceError } from '../../../text/errors.js';
import { times } from '../../../text/plural.js';
import type { Kind } from '../../api/names.js';
import type { Registry } from '../../registry.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { latestOf } from '../../rules/versions/latest.js';
import { everyTenant } from '../db/database.js';
import type { StoredFile } from '../db/tables.js';
import type { OnProgress } from './backup.js';

interface Problem {
  readonly check: 'bytes' | 'latest' | 'usage' | 'outbox';
  readonly tenant: string;
  /** What is wrong: `skill/lib@1.0.0`. */
  readonly target: string;
  readonly fault: string;
}

interface Verification {
  readonly versions: number;
  readonly drafts: number;
  readonly problems: readonly Problem[];
}

export async function verifyRegistry(
  registry: Pick<Registry, 'database' | 'blobs' | 'clock'>,
  onProgress: OnProgress = () => undefined,
): Promise<Verification> {
  const { versions, drafts, problems } = await findFaultyBundles(registry, onProgress);
  return { versions, drafts, problems: [...problems, ...(await findFaultyRows(registry))] };
}

type BundlesSource = Pick<Registry, 'database' | 'blobs'>;

/** Compares the bytes of every version and draft with their rows. Drafts are counted by revision. */
async function findFaultyBundles(registry: BundlesSource, onProgress: OnProgress): Promise<Verification> {
  const stored = [...(await readVersions(registry)), ...(await readRevisions(registry))];
  const problems: Problem[] = [];
  for (const [index, one] of stored.entries()) {
    onProgress('bundles', index, stored.length);
    const fault = await faultOf(registry, one);
    if (fault !== undefined) problems.push({ check: 'bytes', tenant: one.tenant, target: one.target, fault });
  }
  const drafts = stored.filter(({ target }) => target.startsWith('draft/')).length;
  return { versions: stored.length - drafts, drafts, problems };
}

interface StoredBundle {
  readonly tenant: string;
  readonly target: string;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** Undefined where they are not recorded. */
  readonly files: readonly StoredFile[] | undefined;
}

async function readVersions({ database }: BundlesSource): Promise<readonly StoredBundle[]> {
  const rows = await database
    .selectFrom('versions as version')
    .innerJoin('items as item', 'item.id', 'version.item_id')
    .innerJoin('tenants as tenant', 'tenant.id', 'version.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug', 'version.version', 'version.digest'])
    .select(['version.content_digest as contentDigest', 'version.size_bytes as sizeBytes', 'version.files'])
    .orderBy('version.id')
    .modifyEnd(everyTenant('all tenants are verified'))
    .execute();
  return rows.map(({ kind, slug, version, ...row }) => ({
    ...row,
    target: `${keyOf({ kind, slug })}@${version}`,
  }));
}

async function readRevisions({ database }: BundlesSource): Promise<readonly StoredBundle[]> {
  const rows = await database
    .selectFrom('draft_revisions as revision')
    .innerJoin('tenants as tenant', 'tenant.id', 'revision.tenant_id')
    .select(['tenant.slug as tenant', 'revision.draft_id', 'revision.revision', 'revision.digest'])
    .select(['revision.content_digest as contentDigest', 'revision.size_bytes as sizeBytes'])
    .orderBy('revision.draft_id')
    .orderBy('revision.revision')
    .modifyEnd(everyTenant('all tenants are verified'))
    .execute();
  return rows.map(({ draft_id, revision, ...row }) => ({
    ...row,
    target: `draft/${draft_id} (revision ${revision})`,
    files: undefined,
  }));
}

async function faultOf({ blobs }: BundlesSource, stored: StoredBundle): Promise<string | undefined> {
  try {
    const bytes = await blobs.get(stored.digest);
    if (bytes === undefined) return `the storage has no ${stored.digest}`;
    return differenceOf(await readBundle(bytes, bundleCodec), stored);
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === 'unavailable') throw error;
    return error.message;
  }
}

function differenceOf(bundle: Bundle, { contentDigest, sizeBytes, files }: StoredBundle): string | undefined {
  if (bundle.sizeBytes !== sizeBytes)
    return `it has ${bundle.sizeBytes} bytes, but ${sizeBytes} are recorded`;
  if (bundle.contentDigest !== contentDigest)
    return `its content is ${bundle.contentDigest}, but ${contentDigest} is recorded`;
  const actual = bundle.files.map(({ path, digest, bytes, executable }) =>
    fileText({ path, digest, size_bytes: bytes.length, executable }),
  );
  const recorded = files?.map(fileText) ?? actual;
  const differing = actual.find((text, index) => text !== recorded[index]) ?? recorded[actual.length];
  return differing === undefined ? undefined : `its files differ from those recorded: ${differing}`;
}

function fileText({ path, digest, size_bytes, executable }: StoredFile): string {
  return `${path} ${digest} ${size_bytes} ${executable ? 'executable' : ''}`.trim();
}

type RowsSource = Pick<Registry, 'database' | 'clock'>;

const ofAll = everyTenant('all tenants are verified');

/** Finds derived rows that disagree with the rows that they follow from. */
async function findFaultyRows(registry: RowsSource): Promise<readonly Problem[]> {
  return [
    ...(await findWrongLatest(registry)),
    ...(await findWrongCounts(registry)),
    ...(await findWrongDays(registry)),
    ...(await findLostEvents(registry)),
    ...(await findStuckWork(registry)),
  ];
}

interface ItemRow {
  readonly tenant: string;
  readonly kind: Kind;
  readonly slug: string;
}

async function findWrongLatest({ database }: RowsSource): Promise<readonly Problem[]> {
  const { rows } = await sql<ItemRow & { latest: string | null; versions: readonly StoredVersion[] }>`
    select tenants.slug as tenant, items.kind, items.slug, latest.version as latest, coalesce(
      jsonb_agg(jsonb_build_object('version', versions.version, 'isYanked', versions.yanked_at is not null))
        filter (where versions.id is not null), '[]') as versions
    from items join tenants on tenants.id = items.tenant_id
    left join versions on versions.tenant_id = items.tenant_id and versions.item_id = items.id
    left join versions as latest on latest.tenant_id = items.tenant_id and latest.id = items.latest_id
    group by items.id, tenants.slug, latest.version
    order by items.id
    ${ofAll}`.execute(database);
  return rows.flatMap(({ tenant, kind, slug, latest, versions }) => {
    const expected = latestOf(versions)?.version ?? null;
    if (expected === latest) return [];
    const fault = `its latest version is ${expected ?? 'none'}, but ${latest ?? 'none'} is recorded`;
    return [{ check: 'latest' as const, tenant, target: keyOf({ kind, slug }), fault }];
  });
}

interface StoredVersion {
  readonly version: string;
  readonly isYanked: boolean;
}

async function findWrongCounts({ database }: RowsSource): Promise<readonly Problem[]> {
  const { rows } = await sql<ItemRow & { counted: number; sums: number }>`
    select tenants.slug as tenant, items.kind, items.slug, items.use_count as counted,
      coalesce(sum(downloads + views + uses), 0)::bigint as sums
    from items join tenants on tenants.id = items.tenant_id
    left join usage_by_item on usage_by_item.tenant_id = items.tenant_id and usage_by_item.item_id = items.id
    group by items.id, tenants.slug
    having items.use_count <> coalesce(sum(downloads + views + uses), 0)
    order by items.id
    ${ofAll}`.execute(database);
  return rows.map(({ tenant, kind, slug, counted, sums }) => ({
    check: 'usage',
    tenant,
    target: keyOf({ kind, slug }),
    fault: `its use count is ${counted}, but its daily sums add up to ${sums}`,
  }));
}

async function findWrongDays({ database }: RowsSource): Promise<readonly Problem[]> {
  const { rows } = await sql<{ tenant: string; day: string }>`
    select tenants.slug as tenant, day
    from usage_by_day
    full join (
      select tenant_id, day, sum(downloads) as downloads, sum(views) as views, sum(installs) as installs,
        sum(uses) as uses, count(*) filter (where downloads + views + uses > 0) as unique_items
      from usage_by_item group by tenant_id, day
    ) as of_items using (tenant_id, day)
    join tenants on tenants.id = tenant_id
    where (usage_by_day.downloads, usage_by_day.views, usage_by_day.installs, usage_by_day.uses,
        usage_by_day.unique_items)
      is distinct from (of_items.downloads, of_items.views, of_items.installs, of_items.uses,
        of_items.unique_items)
    order by tenants.slug, day
    ${ofAll}`.execute(database);
  return rows.map(({ tenant, day }) => ({
    check: 'usage',
    tenant,
    target: day,
    fault: 'the sums of the day differ from those of its items',
  }));
}

/** Only in months for which a tenant has events: those of older months are dropped, and their sums stay. */
async function findLostEvents({ database }: RowsSource): Promise<readonly Problem[]> {
  const { rows } = await sql<ItemRow & { day: string }>`
    with events as (
      select tenant_id, (ts at time zone 'UTC')::date as day, item_id,
        sum(count) filter (where event = 'download') as downloads,
        sum(count) filter (where event = 'view') as views,
        sum(count) filter (where event = 'install') as installs,
        sum(count) filter (where event = 'use') as uses
      from usage_events group by 1, 2, 3
    ), months as (
      select distinct tenant_id, date_trunc('month', day) as month from events
    )
    select tenants.slug as tenant, items.kind, items.slug, day
    from events
    full join (
      select usage_by_item.* from usage_by_item join months on months.tenant_id = usage_by_item.tenant_id
        and months.month = date_trunc('month', usage_by_item.day)
    ) as sums using (tenant_id, day, item_id)
    join tenants on tenants.id = tenant_id
    join items on items.tenant_id = tenants.id and items.id = item_id
    where (coalesce(events.downloads, 0), coalesce(events.views, 0), coalesce(events.installs, 0),
        coalesce(events.uses, 0))
      is distinct from (sums.downloads, sums.views, sums.installs, sums.uses)
    order by tenants.slug, items.kind, items.slug, day
    ${ofAll}`.execute(database);
  return rows.map(({ tenant, kind, slug, day }) => ({
    check: 'usage',
    tenant,
    target: `${keyOf({ kind, slug })} on ${day}`,
    fault: 'the sums of the day differ from its events',
  }));
}

/** Work that failed this often will hardly succeed without help. */
const manyAttempts = 5;

async function findStuckWork({ database }: RowsSource): Promise<readonly Problem[]> {
  const rows = await database
    .selectFrom('outbox')
    .innerJoin('tenants', 'tenants.id', 'outbox.tenant_id')
    .select(['tenants.slug as tenant', 'outbox.id', 'outbox.topic', 'outbox.attempts', 'outbox.last_error'])
    .where('outbox.done_at', 'is', null)
    .where('outbox.attempts', '>=', manyAttempts)
    .orderBy('outbox.id')
    .modifyEnd(ofAll)
    .execute();
  return rows.map(({ tenant, id, topic, attempts, last_error }) => ({
    check: 'outbox',
    tenant,
    target: `${topic}/${id}`,
    fault: `it failed ${times(attempts)}: ${last_error}`,
  }));
}
