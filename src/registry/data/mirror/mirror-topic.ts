/*
 * The git mirror: every publish, and every later change of an item's state, becomes one commit in a repository, under
 * `<tenant>/<kind>/<slug>/<version>/`. The registry never reads from it: when git or the repository is broken, the work
 * waits in the outbox.
 */

import { CoppiceError } from '../../../text/errors.js';
import { dayMs } from '../../../text/time.js';
import { inlineBundles } from '../../items/bundle/bundles.js';
import type { Registry } from '../../registry.js';
import type { ItemName } from '../../rules/access/principal.js';
import { changedState, readState, stateText } from '../../rules/mirror-state.js';
import { type MirrorWork, mirrorWork } from '../../rules/outbox-work.js';
import type { Queries } from '../db/database.js';
import type { Task, Topic } from '../outbox.js';
import { commitChange, type Replacement } from './commit-change.js';
import { type MirrorOptions, openRepository, type Repository } from './repository.js';

/** A server without a mirror leaves the work to other replicas for a week, and then marks it as done. */
export function mirrorTopic(options: MirrorOptions | undefined): Topic<MirrorWork> {
  const topic = { name: 'mirror', schema: mirrorWork } as const;
  if (options === undefined) return { ...topic, leftToOthersMs: weekMs, perform: async () => undefined };
  return {
    ...topic,
    perform: async (registry, task) => {
      const repository = await openRepository(options);
      const replacements = await replacementsFor(registry, repository, task);
      if (replacements.length === 0) return;
      const { payload, at } = task;
      const subject = subjectOf(payload.action, itemOf(task), payload.version);
      await commitChange(repository, { subject, reason: payload.reason, at, replacements }, registry.log);
    },
  };
}

const weekMs = 7 * dayMs;

export interface MirroredItem extends ItemName {
  /** The tenant's slug. */
  readonly tenant: string;
}

/** `publish: acme/skill/lib@1.0.0` */
export function subjectOf(action: string, item: MirroredItem, version: string | null): string {
  return `${action}: ${folderOf(item)}${version === null ? '' : `@${version}`}`;
}

export function versionPath(item: MirroredItem, version: string): string {
  return `${folderOf(item)}/${version}`;
}

export function statePath(item: MirroredItem): string {
  return `${folderOf(item)}/state.json`;
}

function folderOf({ tenant, kind, slug }: MirroredItem): string {
  return `${tenant}/${kind}/${slug}`;
}

function itemOf({ tenant, payload: { kind, slug } }: Task<MirrorWork>): MirroredItem {
  return { tenant, kind, slug };
}

async function replacementsFor(
  registry: Registry,
  repository: Repository,
  task: Task<MirrorWork>,
): Promise<readonly Replacement[]> {
  const { action, version } = task.payload;
  const folder = versionPath(itemOf(task), version ?? '');
  if (action === 'publish') {
    const digest = await digestOf(registry.database, task);
    // A version that was purged meanwhile must not appear here.
    return digest === undefined ? [] : [await versionReplacement(registry, folder, digest)];
  }
  const path = statePath(itemOf(task));
  const current = readState(await repository.gitMaybe(['cat-file', 'blob', `HEAD:${path}`]));
  const state = stateReplacement(path, stateText(changedState(current, task.payload)));
  return action === 'purge' ? [{ path: folder, content: undefined }, state] : [state];
}

export async function versionReplacement(
  { blobs, bundles = inlineBundles }: Pick<Registry, 'blobs'> & Partial<Pick<Registry, 'bundles'>>,
  path: string,
  digest: string,
): Promise<Replacement> {
  const bytes = await blobs.get(digest);
  if (bytes === undefined) throw new CoppiceError('blob-damaged', `the storage has no ${digest}`);
  return { path, content: (await bundles.read(bytes)).files };
}

export function stateReplacement(path: string, text: string | undefined): Replacement {
  return { path, content: text === undefined ? undefined : new TextEncoder().encode(text) };
}

async function digestOf(
  queries: Queries,
  { tenantId, payload: { kind, slug, version } }: Task<MirrorWork>,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('versions as version')
    .innerJoin('items as item', (join) =>
      join.onRef('item.tenant_id', '=', 'version.tenant_id').onRef('item.id', '=', 'version.item_id'),
    )
    .select('version.digest')
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.slug', '=', slug)
    .where('version.version', '=', version)
    .executeTakeFirst();
  return row?.digest;
}
