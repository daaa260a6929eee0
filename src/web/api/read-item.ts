/*
 * An item and the version of it that is shown, as the registry answers them.
 */

import type { ItemAnswer, VersionAnswer, VersionSummary } from '../../registry/api/item.js';
import type { ItemName } from '../rules/address.js';
import { type Api, filledPath } from './api.js';

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

/*
 * All versions of an item, newest first: the pages of the list put together.
 */

/** More than anybody publishes, and an end in any case. */
const maxPages = 20;

export async function allVersions(
  api: Api,
  { slug, kind }: ItemName,
  signal: AbortSignal,
): Promise<readonly VersionSummary[]> {
  const versions: VersionSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { kind, limit: 200, cursor };
    const answer = await api.get('/v1/skills/{slug}/versions', { params: { slug }, query, signal });
    versions.push(...answer.items);
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return versions;
}

/*
 * One file of a version as text, and where it is as it is.
 */

const path = '/v1/skills/{slug}/versions/{version}/files/{path*}';

export function readVersionFile(
  api: Api,
  version: VersionAnswer,
  file: string,
  signal: AbortSignal,
): Promise<string> {
  return api.get(path, { ...requestFor(version, file), signal });
}

export function rawAddress(version: VersionAnswer, file: string): string {
  return filledPath(path, requestFor(version, file));
}

function requestFor({ slug, kind, version }: VersionAnswer, file: string) {
  return { params: { slug, version, 'path*': file }, query: { kind } };
}
