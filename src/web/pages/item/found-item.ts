/*
 * An item and the version of it that is shown, as the registry answers them.
 */

import type { ItemAnswer, VersionAnswer } from '../../../registry/api/item.js';
import type { ItemName } from '../../address.js';
import type { Api } from '../../api/api.js';
import { allVersions } from './all-versions.js';

export interface FoundItem {
  readonly item: ItemAnswer;
  readonly version: VersionAnswer;
}

/** The version that is asked for, else the latest, else the newest: that of an item all of whose versions are yanked. */
export async function findItem(
  api: Api,
  name: ItemName,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<FoundItem> {
  const { slug, kind } = name;
  const item = await api.get('/v1/skills/{slug}', { params: { slug }, query: { kind }, signal });
  const version = wanted ?? item.version ?? (await allVersions(api, name, signal))[0]?.version ?? '';
  const input = { params: { slug, version }, query: { kind }, signal };
  return { item, version: await api.get('/v1/skills/{slug}/versions/{version}', input) };
}
