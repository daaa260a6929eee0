/*
 * The published items that match: enough of each to choose one.
 */

import { z } from 'zod';
import { CoppiceError } from '../../text/errors.js';
import { addKeywords, type FoundItem, itemKind, keywords, limit, question, reads, tool } from './tool.js';

export const registrySearch = tool({
  name: 'registry_search',
  title: 'Search the registry',
  description: 'Find skills, agents or commands in the registry of the team, to install them.',
  takes: z.strictObject({
    question,
    keywords,
    kind: itemKind,
    limit: limit(50, 10),
  }),
  formerNames: { query: 'question' },
  annotations: { ...reads, openWorldHint: true },
  run: async ({ registry, isReadOnly }, { question: text, ...options }) => {
    const found = await registry.search(text, options);
    const install = isReadOnly ? '`coppice add SLUG`' : 'registry_install with its slug';
    const hint = options.keywords?.length ? 'No published item matches.' : addKeywords;
    return {
      results: found.map(row),
      hint: found.length === 0 ? hint : `${install} adds one to the project.`,
    };
  },
});

function row({ kind, slug, version, description, state, deprecated, tags }: FoundItem) {
  return {
    ...(kind !== 'skill' && { kind }),
    slug,
    version,
    description,
    ...(tags.length > 0 && { tags }),
    ...(state !== 'published' && { state }),
    ...(deprecated !== null && { deprecated }),
  };
}

/*
 * An item of the registry for the project, with all that it requires: as `coppice add` does it.
 */

export const registryInstall = tool({
  name: 'registry_install',
  title: 'Install from the registry',
  description:
    "Add an item of the team's registry to the project the server was started in, and install it with what it requires.",
  takes: z.strictObject({
    slug: z.string().max(105).describe('Its name in the registry, such as deploy or @team/deploy.'),
    range: z.string().default('*').describe('A version range as in npm: ^1.2.'),
    kind: itemKind,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: async ({ registry }, { kind, slug, range }) => {
    // Loaded here, because no other tool needs version ranges.
    const { isRange, isSameItem } = await import('../../client/rules/item-names.js');
    const { isItemSlug, itemSlugRule } = await import('../../registry/api/item-slug.js');
    if (!isItemSlug(slug))
      throw new CoppiceError('bad-value', `${JSON.stringify(slug)} is not a slug: ${itemSlugRule}`);
    if (!isRange(range))
      throw new CoppiceError('bad-value', `${JSON.stringify(range)} is not a version range`, {
        hint: 'give one such as ^1.2',
      });
    const item = { kind, slug, wanted: { from: 'registry', range } } as const;
    const { installed, repaired, unchanged, removed, skipped, failed } = await registry.install(item);
    const [failure] = failed;
    if (failure !== undefined) throw new CoppiceError(failure.code, failure.reason);
    const isInTheWay = skipped.some((other) => isSameItem(other, item));
    return {
      installed,
      ...(repaired.length > 0 && { repaired }),
      unchanged: unchanged.length,
      ...(removed.length > 0 && { removed }),
      ...(skipped.length > 0 && { skipped }),
      hint: hintFor(isInTheWay, kind === 'skill', slug),
    };
  },
});

function hintFor(isInTheWay: boolean, isSkill: boolean, slug: string): string {
  if (isInTheWay)
    return `It is in coppice.toml, but something else is in its place; \`coppice remove ${slug}\` removes it again.`;
  const then = isSkill ? `skill_view with ${slug} opens it. ` : '';
  return `${then}coppice.toml and coppice.lock were written; commit both to version control.`;
}
