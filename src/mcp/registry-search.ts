/*
 * What the team has published that fits: enough of each item to choose one.
 */

import { z } from 'zod';
import { itemKind, limit, query } from './arguments.js';
import type { FoundItem } from './context.js';
import { reads, tool } from './tool.js';

export const registrySearch = tool({
  name: 'registry_search',
  title: 'Search the registry',
  description: "Find skills, agents or commands in the team's registry, to be installed.",
  takes: z.strictObject({
    query: query.min(1).describe('What you need, in a few words.'),
    kind: itemKind,
    limit: limit(50, 10),
  }),
  annotations: { ...reads, openWorldHint: true },
  run: async ({ registry, isReadOnly }, { query: text, ...options }) => {
    const found = await registry.search(text, options);
    const install = isReadOnly ? '`coppice add SLUG`' : 'registry_install with its slug';
    return {
      results: found.map(row),
      hint: found.length === 0 ? 'Nothing that is published fits.' : `${install} puts one into the project.`,
    };
  },
});

function row({ kind, slug, version, description, state, deprecated, tags }: FoundItem) {
  return {
    ...(kind !== 'skill' && { kind }),
    ...{ slug, version, description },
    ...(tags.length > 0 && { tags }),
    ...(state !== 'published' && { state }),
    ...(deprecated !== null && { deprecated }),
  };
}
