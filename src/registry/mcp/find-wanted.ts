/*
 * The version that a tool is asked for: a named one, even of an archived item, else the latest of one that is not.
 */

import type { ItemName } from '../access/principal.js';
import type { ItemAnswer, VersionAnswer } from '../api/item.js';
import { noSuchItem } from '../catalog/find-item.js';
import { type FoundVersion, findLatest, findVersion } from '../catalog/find-version.js';
import { readItem } from '../catalog/read-item.js';
import { readVersion } from '../catalog/read-version.js';
import type { McpContext } from './context.js';

export interface Wanted extends ItemName {
  readonly version?: string | undefined;
}

export interface FoundWanted {
  readonly found: FoundVersion;
  readonly item: ItemAnswer;
  readonly version: VersionAnswer;
}

export async function findWanted(
  { catalog, registry: { database }, tenant }: McpContext,
  { kind, slug, version: named }: Wanted,
): Promise<FoundWanted> {
  const name = { kind, slug };
  const found =
    named === undefined
      ? await findLatest(catalog, tenant.id, name)
      : await findVersion(catalog, tenant.id, name, named);
  const [item, version] = await Promise.all([
    readItem(database, tenant.id, name),
    readVersion(database, tenant.id, name, found.version),
  ]);
  const isGone = named === undefined && found.state === 'archived';
  if (item === undefined || version === undefined || isGone) throw noSuchItem(name);
  return { found, item, version };
}
