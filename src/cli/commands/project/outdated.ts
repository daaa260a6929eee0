/*
 * `coppice outdated`: items with newer versions, and yanked or deprecated ones. Asks the registry and the
 * repositories, reads the folders, and changes nothing.
 */

import type { Context } from '../../../app/context.js';
import { openSources } from '../../../app/project/ensure.js';
import { rememberUpdates } from '../../../app/project/last-answer.js';
import {
  type OutdatedItem,
  outdatedItems,
  outdatedSources,
  type PublishedItem,
  publishedSince,
} from '../../../app/project/outdated.js';
import { lockOf, openRemote, projectOf } from '../../../app/project/project.js';
import { isSameItem } from '../../../client/rules/item-names.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';

export async function runOutdated(context: Context): Promise<Report> {
  const project = projectOf(context);
  const lock = lockOf(context, project);
  const { registry } = project.manifest;
  const remote = registry && (await openRemote(context, registry));
  const sources = () => openSources(context, project.folder);
  const found = [
    ...(remote === undefined ? [] : await outdatedItems(remote, project.manifest, lock)),
    ...(await outdatedSources(sources, project.manifest, lock)),
  ];
  const items = lock.nodes.flatMap((node) => found.find((item) => isSameItem(item, node)) ?? []);
  rememberUpdates(
    context,
    project.folder,
    items.flatMap(({ wanted, ...item }) => (wanted === null ? [] : [{ ...item, wanted }])),
  );
  const published = remote === undefined ? [] : await publishedSince(remote, project.manifest, lock);
  const rows = items.map((item) => [
    item.kind === 'skill' ? item.slug : `${item.kind} ${item.slug}`,
    item.current,
    item.wanted ?? '-',
    item.latest ?? '-',
    remarks(item),
  ]);
  return {
    document: { items, published },
    text: rowsText(context.terminal, ['ITEM', 'CURRENT', 'WANTED', 'LATEST', 'REMARKS'], rows),
    notes: `${publishedText(published)}${adviceOn(items, published)}\n`,
  };
}

/** Items that were not published yet when the lock was written. */
function publishedText(published: readonly PublishedItem[]): string {
  return published
    .map(({ kind, slug, version }) => `${printable(`published since: ${kind} ${slug} ${version}`)}\n`)
    .join('');
}

function adviceOn(items: readonly OutdatedItem[], published: readonly PublishedItem[]): string {
  if (published.length > 0) return 'hint: coppice update installs the wanted versions';
  if (items.length === 0) return 'everything is up to date';
  if (items.some(({ current, wanted }) => wanted !== null && wanted !== current))
    return 'hint: coppice update installs the wanted versions';
  if (items.some(({ wanted }) => wanted === null))
    return 'hint: where WANTED is empty, no published version matches the manifest; the installed version stays';
  return 'hint: the wanted versions are installed; change the ranges in coppice.toml for newer ones';
}

function remarks({ yanked, deprecated, archived }: OutdatedItem): string {
  const instead = deprecated?.replacement ? `, use ${deprecated.replacement}` : '';
  return [
    ...(yanked === null ? [] : [`yanked: ${yanked}`]),
    ...(deprecated === null ? [] : [`deprecated: ${deprecated.message}${instead}`]),
    ...(archived ? ['archived'] : []),
  ].join('; ');
}
