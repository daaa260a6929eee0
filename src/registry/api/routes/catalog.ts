/*
 * Reading the catalog: lists and search, items, versions, files, bundles, dependencies, and the resolution of a whole
 * manifest. Only the bundle routes (download) and skill-md (view) count as use.
 */

import { z } from 'zod';
import {
  dependencyAnswer,
  itemAnswer,
  itemDetail,
  itemRow,
  nearItem,
  referrerAnswer,
  versionAnswer,
  versionSummary,
} from '../item.js';
import { digestSchema, itemSlugSchema, itemStates, kindSchema, versionSchema } from '../names.js';
import { resolveAnswer, resolveRequest } from '../resolve.js';
import { pageOf, pageQuery, queryFlag, routeTable } from '../route.js';

export const kindQuery = z.object({ kind: kindSchema.default('skill') });
export const itemParams = z.object({ slug: itemSlugSchema });
export const versionParams = itemParams.extend({ version: versionSchema });

const preview = queryFlag.describe('Do not count this request as use; needs the scope `skills:curate`');
const countedQuery = kindQuery.extend({ preview });

export const sorts = ['relevance', 'name', 'updated', 'used'] as const;

const commaList = z
  .string()
  .max(1_000)
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []));

const listQuery = kindQuery.extend({
  ...pageQuery,
  query: z.string().max(500).optional().describe('Words to search for'),
  question: z
    .string()
    .max(500)
    .optional()
    .describe('What is needed, in the words of the user; used instead of `query`'),
  keywords: commaList
    .optional()
    .describe('Three to eight terms that the text of the right item would contain, separated by commas'),
  tags: commaList.optional().describe('Only items that have all of these tags, separated by commas'),
  state: z
    .enum(itemStates)
    .default('published')
    .describe('`flagged` and `archived` need the scope `skills:curate`'),
  semantic: queryFlag.describe('Also rank by meaning; refused if the server has no model'),
  min_similarity: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('With `semantic`: the lowest similarity of a match by meaning'),
  sort: z.enum(sorts).optional().describe('By default `relevance` if there is a `query`, else `name`'),
});
export type ListQuery = z.output<typeof listQuery>;

const tagCount = z.object({ tag: z.string(), count: z.number().int() });
export type TagCount = z.infer<typeof tagCount>;

const read = {
  method: 'GET',
  access: 'skills:read',
  limit: 'read',
  refusals: [404],
  cache: 'validated',
} as const;

export const catalogRoutes = routeTable({
  listItems: {
    ...read,
    path: '/v1/skills',
    summary: 'List and search the catalog',
    query: listQuery,
    answer: pageOf(itemRow),
    refusals: [],
    cachedBy: 'usage',
  },
  listTags: {
    ...read,
    path: '/v1/tags',
    summary: 'The tags of published items with their counts, at most 200, the most frequent first',
    query: kindQuery,
    answer: z.array(tagCount),
    refusals: [],
    cachedBy: 'catalog',
  },
  getItem: {
    ...read,
    path: '/v1/skills/{slug}',
    summary: 'An item with its latest version',
    params: itemParams,
    query: kindQuery,
    answer: itemAnswer,
    cachedBy: 'usage',
  },
  getItemDetail: {
    ...read,
    path: '/v1/skills/{slug}/detail',
    summary: 'An item with its requirements, the items that require it, and similar drafts',
    params: itemParams,
    query: kindQuery,
    answer: itemDetail,
  },
  listVersions: {
    ...read,
    path: '/v1/skills/{slug}/versions',
    summary: 'The versions of an item, newest first',
    params: itemParams,
    query: kindQuery.extend(pageQuery),
    answer: pageOf(versionSummary),
    cachedBy: 'catalog',
  },
  getVersion: {
    ...read,
    path: '/v1/skills/{slug}/versions/{version}',
    summary: 'A version, with its files, scan and digests',
    params: versionParams,
    query: kindQuery,
    answer: versionAnswer,
    cachedBy: 'catalog',
  },
  getSkillMd: {
    ...read,
    path: '/v1/skills/{slug}/skill-md',
    summary: 'The SKILL.md of the latest version (counts as a view)',
    params: itemParams,
    query: countedQuery.extend({ version: versionSchema.optional().describe('By default the latest one') }),
    answer: 'text/markdown; charset=utf-8',
  },
  getBundle: {
    ...read,
    path: '/v1/skills/{slug}/bundle.tar.gz',
    summary: 'The bundle of the latest version (counts as a download)',
    params: itemParams,
    query: countedQuery.extend({ bytes: queryFlag.describe('Has no effect: the bundle is always sent') }),
    answer: 'application/gzip',
  },
  getVersionBundle: {
    ...read,
    path: '/v1/skills/{slug}/versions/{version}/bundle.tar.gz',
    summary: 'The bundle of a version, even if it is yanked or archived (counts as a download)',
    params: versionParams,
    query: countedQuery,
    answer: 'application/gzip',
  },
  getBlob: {
    ...read,
    path: '/v1/blobs/{digest}',
    summary: 'A bundle by its digest (counts as a download)',
    params: z.object({ digest: digestSchema }),
    query: z.object({ preview }),
    answer: 'application/gzip',
  },
  getFile: {
    ...read,
    path: '/v1/skills/{slug}/versions/{version}/files/{path*}',
    summary: 'One file of a version',
    params: versionParams.extend({ path: z.string().min(1).max(1_024) }),
    query: kindQuery,
    answer: 'application/octet-stream',
  },
  getLatestFile: {
    ...read,
    path: '/v1/skills/{slug}/files/{path*}',
    summary: 'One file of the latest version',
    params: itemParams.extend({ path: z.string().min(1).max(1_024) }),
    query: kindQuery,
    answer: 'application/octet-stream',
  },
  getDependencies: {
    ...read,
    path: '/v1/skills/{slug}/deps',
    summary:
      'Everything that a version requires, directly or indirectly; each item once, at its smallest depth',
    params: itemParams,
    query: kindQuery.extend({ version: versionSchema.optional().describe('By default the latest one') }),
    answer: z.array(dependencyAnswer),
    cachedBy: 'catalog',
  },
  getReferrers: {
    ...read,
    path: '/v1/skills/{slug}/used-by',
    summary: 'Items that are not archived and whose latest version requires this item',
    params: itemParams,
    query: kindQuery,
    answer: z.array(referrerAnswer),
    cachedBy: 'catalog',
  },
  getNear: {
    ...read,
    path: '/v1/skills/{slug}/near',
    summary: 'Published items that say the same, by their words, the nearest first, at most 10',
    params: itemParams,
    query: kindQuery,
    answer: z.array(nearItem),
    cachedBy: 'catalog',
  },
  resolve: {
    ...read,
    method: 'POST',
    path: '/v1/resolve',
    summary: 'Resolve a manifest to exact versions in one round trip',
    body: resolveRequest,
    bodyLimit: { bytes: 1_048_576, values: 100_000 },
    cache: 'never',
    answer: resolveAnswer,
    refusals: [409],
  },
});
