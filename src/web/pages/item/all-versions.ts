/*
 * All versions of an item, newest first: the pages of the list put together.
 */

import type { VersionSummary } from '../../../registry/api/item.js';
import type { ItemName } from '../../address.js';
import type { Api } from '../../api/api.js';

/** More than anybody publishes, and an end in any case. */
const mostPages = 20;

export async function allVersions(
  api: Api,
  { slug, kind }: ItemName,
  signal: AbortSignal,
): Promise<readonly VersionSummary[]> {
  const versions: VersionSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { kind, limit: 200, cursor };
    const answer = await api.get('/v1/skills/{slug}/versions', { params: { slug }, query, signal });
    versions.push(...answer.items);
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return versions;
}
