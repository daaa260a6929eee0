/*
 * Compares the mirror with the registry and corrects it: missing versions are committed, different ones are written
 * again, purged ones are removed. Versions that the registry does not know are reported and left as they are.
 */

import { sql } from 'kysely';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import type { Registry } from '../../registry.js';
import { type ItemState, stateText } from '../../rules/mirror-state.js';
import { everyTenant, exclusively, type Queries } from '../db/database.js';
import { lockOf } from '../outbox.js';
import { commitChange, type MirrorChange, type Replacement } from './commit-change.js';
import {
  type MirroredItem,
  statePath,
  stateReplacement,
  subjectOf,
  versionPath,
  versionReplacement,
} from './mirror-topic.js';
import { readMirrorTree } from './mirror-tree.js';
import { type MirrorOptions, openRepository } from './repository.js';

/** Paths in the repository, by what was done there. */
export interface Reconciliation {
  readonly versions: number;
  readonly added: readonly string[];
  readonly mended: readonly string[];
  readonly removed: readonly string[];
  /** In the folder of a tenant, and unknown to the registry. */
  readonly unknown: readonly string[];
  /** Versions whose bytes are missing or damaged. */
  readonly failed: readonly string[];
}

type OnProgress = (done: number, total: number) => void;

type Mirrored = Pick<Registry, 'database' | 'blobs' | 'log' | 'clock'>;

export async function reconcile(
  registry: Mirrored,
  options: MirrorOptions,
  onProgress: OnProgress = () => undefined,
): Promise<Reconciliation> {
  const outcome = await exclusively(registry.database, lockOf('mirror'), (database) =>
    reconcileUnderLock({ ...registry, database }, options, onProgress),
  );
  if (outcome !== undefined) return outcome;
  throw new CoppiceError('lock-busy', 'a server is writing to the mirror', { hint: 'try again in a moment' });
}

async function reconcileUnderLock(
  registry: Mirrored,
  options: MirrorOptions,
  onProgress: OnProgress,
): Promise<Reconciliation> {
  const { log, clock } = registry;
  const { versions, states, purged } = await readMirrored(registry.database);
  const repository = await openRepository(options);
  const tenants = [...new Set(states.map(({ tenant }) => tenant))];
  const tree = await readMirrorTree(repository, tenants);
  const report = { added: [] as string[], mended: [] as string[], removed: [] as string[] };
  const failed: string[] = [];
  const known = new Set<string>();

  const correct = async (
    replacement: Replacement,
    ifMissing: Message,
    ifDifferent: Message,
  ): Promise<void> => {
    known.add(replacement.path);
    if (tree.matches(replacement)) return;
    const isMissing = !tree.has(replacement.path);
    const message = isMissing ? ifMissing : ifDifferent;
    await commitChange(repository, { ...message, replacements: [replacement] }, log);
    const list = replacement.content === undefined ? 'removed' : isMissing ? 'added' : 'mended';
    report[list].push(replacement.path);
  };
  const reconcileMessage = (item: MirroredItem, version: string | null): Message => ({
    subject: subjectOf('reconcile', item, version),
    reason: '',
    at: new Date(clock.now()),
  });

  for (const [index, row] of versions.entries()) {
    onProgress(index, versions.length);
    const path = versionPath(row, row.version);
    const replacement = await unlessDamaged(versionReplacement(registry, path, row.digest));
    known.add(path);
    if (replacement === undefined) failed.push(path);
    else {
      const message = { subject: subjectOf('publish', row, row.version), reason: '', at: row.at };
      await correct(replacement, message, reconcileMessage(row, row.version));
    }
  }
  for (const { state, ...item } of states) {
    const message = reconcileMessage(item, null);
    await correct(stateReplacement(statePath(item), stateText(state)), message, message);
  }
  for (const { version, reason, at, ...item } of purged) {
    const message = { subject: subjectOf('purge', item, version), reason, at };
    await correct({ path: versionPath(item, version), content: undefined }, message, message);
  }
  const unknown = tree.paths.filter((path) => !known.has(path));
  return { versions: versions.length, ...report, unknown, failed };
}

type Message = Pick<MirrorChange, 'subject' | 'reason' | 'at'>;

async function unlessDamaged<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (hasCode(error, 'blob-damaged')) return undefined;
    throw error;
  }
}

interface MirroredVersion extends MirroredItem {
  readonly version: string;
  readonly digest: string;
  readonly at: Date;
}

interface PurgedVersion extends MirroredItem {
  readonly version: string;
  readonly reason: string;
  readonly at: Date;
}

/** What the mirror should contain. */
interface MirroredRows {
  /** In the order of publication. */
  readonly versions: readonly MirroredVersion[];
  readonly states: readonly (MirroredItem & { readonly state: ItemState })[];
  readonly purged: readonly PurgedVersion[];
}

const forAll = everyTenant('one mirror contains the items of all');

async function readMirrored(queries: Queries): Promise<MirroredRows> {
  const versions = await queries
    .selectFrom('versions as version')
    .innerJoin('items as item', 'item.id', 'version.item_id')
    .innerJoin('tenants as tenant', 'tenant.id', 'version.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug'])
    .select(['version.version', 'version.digest', 'version.published_at as at'])
    .orderBy('version.id')
    .modifyEnd(forAll)
    .execute();
  const items = await queries
    .selectFrom('items as item')
    .innerJoin('tenants as tenant', 'tenant.id', 'item.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug'])
    .select(['item.state', 'item.state_reason', 'item.deprecated_message'])
    .select(
      sql<Readonly<Record<string, string>> | null>`(
        select jsonb_object_agg(version, yanked_reason) from versions
        where versions.tenant_id = item.tenant_id and versions.item_id = item.id and yanked_at is not null
      )`.as('yanked'),
    )
    .orderBy('item.id')
    .modifyEnd(forAll)
    .execute();
  const purged = await queries
    .selectFrom('tombstones as tombstone')
    .innerJoin('tenants as tenant', 'tenant.id', 'tombstone.tenant_id')
    .select(['tenant.slug as tenant', 'tombstone.kind', 'tombstone.slug'])
    .select(['tombstone.version', 'tombstone.reason', 'tombstone.purged_at as at'])
    .modifyEnd(forAll)
    .execute();
  return {
    versions,
    purged,
    states: items.map(({ tenant, kind, slug, state, state_reason, deprecated_message, yanked }) => ({
      tenant,
      kind,
      slug,
      state: {
        ...(state === 'archived' ? { archived: state_reason } : {}),
        ...(deprecated_message === null ? {} : { deprecated: deprecated_message }),
        yanked: yanked ?? {},
      },
    })),
  };
}
