/*
 * `coppice outdated`: what of the project could be newer, or should be something else. Asks the registry and the
 * repositories, reads the folders, and changes nothing.
 */

import { demandsOn, isSourceItem } from '../../client/ensure/choose-lock.js';
import type { Remote } from '../../client/remote/remote.js';
import { isSameItem } from '../../client/rules/item-names.js';
import type { Lock, LockNode } from '../../client/rules/lock.js';
import { revisionOf } from '../../client/rules/lock.js';
import type { ItemName, Manifest } from '../../client/rules/manifest.js';
import type { Sources } from '../../client/source/source-packages.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { lockOf, openRemote, projectOf } from '../project.js';
import { rowsText } from '../rows.js';
import type { Report } from '../verb.js';
import { openSources } from './ensure-run.js';

interface OutdatedItem extends ItemName {
  /** A version; of what comes from no registry, the beginning of its commit or of its content's digest. */
  readonly current: string;
  /** What an update would give; null where nothing fits any more. */
  readonly wanted: string | null;
  /** The highest that is published, whatever the manifest asks for; null where there is none. */
  readonly latest: string | null;
  /** Why the installed version was yanked. */
  readonly yanked: string | null;
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  readonly archived: boolean;
}

export async function runOutdated(context: Context, input: Input): Promise<Report> {
  const project = projectOf(context);
  const lock = lockOf(context, project);
  const { registry } = project.manifest;
  const remote = registry && (await openRemote(context, input, registry));
  const sources = () => openSources(context, input, project.folder);
  const found = [
    ...(remote === undefined ? [] : await outdatedItems(remote, project.manifest, lock)),
    ...(await outdatedSources(sources, project.manifest, lock)),
  ];
  const items = lock.nodes.flatMap((node) => found.find((item) => isSameItem(item, node)) ?? []);
  const rows = items.map((item) => [
    item.kind === 'skill' ? item.slug : `${item.kind} ${item.slug}`,
    item.current,
    item.wanted ?? '-',
    item.latest ?? '-',
    remarks(item),
  ]);
  return {
    document: { items },
    text: rowsText(context.terminal, ['ITEM', 'CURRENT', 'WANTED', 'LATEST', 'REMARKS'], rows),
    talk: `${adviceOn(items)}\n`,
  };
}

function adviceOn(items: readonly OutdatedItem[]): string {
  if (items.length === 0) return 'everything is as new as it can be';
  if (items.some(({ current, wanted }) => wanted !== null && wanted !== current))
    return 'hint: coppice update installs what is wanted';
  if (items.some(({ wanted }) => wanted === null))
    return 'hint: where nothing is wanted nothing fits any more; what is installed stays';
  return 'hint: what is wanted is installed; the ranges in coppice.toml decide';
}

async function outdatedItems(
  remote: Remote,
  manifest: Manifest,
  lock: Lock,
): Promise<readonly OutdatedItem[]> {
  const sources = lock.nodes.filter(({ origin }) => origin.from !== 'registry');
  const { nodes } = await remote.resolve({ items: demandsOn(manifest, sources), locked: [] });
  const found: OutdatedItem[] = [];
  const waiting = lock.nodes.toReversed();
  const look = async ({ kind, slug, origin }: LockNode) => {
    if (origin.from !== 'registry') return;
    const wanted = nodes.find((node) => isSameItem(node, { kind, slug }))?.version ?? null;
    const item = await compare(remote, { kind, slug }, origin.version, wanted);
    if (isWorthKnowing(item)) found.push(item);
  };
  const work = async () => {
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) await look(node);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

/** What comes from repositories and folders, and is not there any more as it is locked. */
async function outdatedSources(
  openThem: () => Promise<Sources>,
  manifest: Manifest,
  lock: Lock,
): Promise<readonly OutdatedItem[]> {
  const found: OutdatedItem[] = [];
  for (const item of manifest.items.filter(isSourceItem)) {
    const node = lock.nodes.find((one) => isSameItem(one, item));
    if (node === undefined || node.origin.from === 'registry') continue;
    const now = await orNothing((await openThem()).resolve(item));
    const wanted = now === undefined ? null : revisionOf(now);
    const [kind, slug, current] = [item.kind, item.slug, revisionOf(node)];
    const told = { yanked: null, deprecated: null, archived: false };
    if (wanted !== current) found.push({ kind, slug, current, wanted, latest: wanted, ...told });
  }
  return found;
}

async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CoppiceError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** So many requests. */
const atOnce = 8;

async function compare(
  remote: Remote,
  { kind, slug }: ItemName,
  current: string,
  wanted: string | null,
): Promise<OutdatedItem> {
  const [item, version] = await Promise.all([
    remote.item({ kind, slug }),
    remote.version({ kind, slug }, current),
  ]);
  return {
    ...{ kind, slug, current, wanted },
    latest: item?.version ?? null,
    yanked: version?.yanked?.reason ?? null,
    deprecated: item?.deprecated ?? null,
    archived: item?.state === 'archived',
  };
}

function isWorthKnowing({ current, wanted, latest, yanked, deprecated, archived }: OutdatedItem): boolean {
  return wanted !== current || latest !== current || yanked !== null || deprecated !== null || archived;
}

function remarks({ yanked, deprecated, archived }: OutdatedItem): string {
  const instead = deprecated?.replacement ? `, use ${deprecated.replacement}` : '';
  return [
    ...(yanked === null ? [] : [`yanked: ${yanked}`]),
    ...(deprecated === null ? [] : [`deprecated: ${deprecated.message}${instead}`]),
    ...(archived ? ['archived'] : []),
  ].join('; ');
}
