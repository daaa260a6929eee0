/*
 * Reads an item, its versions and its files from the registry.
 */

import type { ItemAnswer, VersionAnswer, VersionSummary } from '../../registry/api/item.js';
import { type ItemName, kinds } from '../rules/address.js';
import { type Api, ApiError, filledPath } from './api.js';

export interface FoundItem {
  readonly item: ItemAnswer;
  readonly version: VersionAnswer;
}

/** The requested version, else the latest, else the newest if all versions are yanked. */
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

/** The other kinds that have an item of this name: people forget to say which they mean. */
export async function otherKinds(
  api: Api,
  { slug, kind }: ItemName,
  signal: AbortSignal,
): Promise<readonly ItemName[]> {
  const others = kinds.filter((other) => other !== kind);
  const found = await Promise.all(
    others.map(async (other) => {
      try {
        await api.get('/v1/skills/{slug}', { params: { slug }, query: { kind: other }, signal });
        return { slug, kind: other };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** More than anybody publishes, so that reading always ends. */
const maxPages = 20;

/** All versions of an item, newest first, from all pages of the list. */
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

const filePath = '/v1/skills/{slug}/versions/{version}/files/{path*}';

/** One file of a version, as text. */
export function readVersionFile(
  api: Api,
  version: VersionAnswer,
  file: string,
  signal: AbortSignal,
): Promise<string> {
  return api.get(filePath, { ...requestFor(version, file), signal });
}

/** The address of the file itself. */
export function rawAddress(version: VersionAnswer, file: string): string {
  return filledPath(filePath, requestFor(version, file));
}

function requestFor({ slug, kind, version }: VersionAnswer, file: string) {
  return { params: { slug, version, 'path*': file }, query: { kind } };
}
