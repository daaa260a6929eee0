/*
 * The tool that searches: enough of each item to choose one, and no more.
 */

import type { ItemRow } from '../api/item.js';
import type { Kind } from '../api/names.js';
import { listItems } from '../catalog/list-items.js';
import type { McpContext } from './context.js';

export interface SearchArguments {
  readonly kind: Kind;
  readonly limit: number;
  readonly query?: string | undefined;
  readonly tags?: string[] | undefined;
  readonly semantic?: boolean | undefined;
}

export async function searchSkills({ catalog, tenant }: McpContext, given: SearchArguments): Promise<object> {
  const page = await listItems(catalog, tenant.id, { ...given, state: 'published' });
  const hint =
    page.items.length === 0
      ? 'Nothing fits; try other or fewer words, or leave tags out.'
      : 'get_skill shows one of them whole, by its slug.';
  return {
    items: page.items.map(shortRow),
    ...(page.next_cursor !== null && { more: true }),
    hint,
  };
}

function shortRow({ kind, slug, version, description, tags, deprecated, similarity }: ItemRow): object {
  return {
    ...(kind !== 'skill' && { kind }),
    ...{ slug, version, description },
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
    ...(similarity !== undefined && { similarity: Math.round(similarity * 1_000) / 1_000 }),
  };
}
