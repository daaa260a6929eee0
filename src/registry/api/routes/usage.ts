/*
 * Usage: reporting events, reading sums, and listing the candidates for the archive.
 */

import { z } from 'zod';
import { effectAnswer, effectReport } from '../effect.js';
import {
  daySchema,
  itemSlugSchema,
  itemStates,
  kindSchema,
  projectHashSchema,
  timeSchema,
  usageEvents,
  versionSchema,
} from '../names.js';
import { routeTable } from '../route.js';

export const usageEvent = z.object({
  skill_id: itemSlugSchema,
  kind: kindSchema.default('skill'),
  event: z.enum(usageEvents),
  project_hash: projectHashSchema
    .optional()
    .describe('Groups the events of a project without naming it: the first 16 hex digits of a hash'),
  count: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe(
      'With `project_hash` and `day`: how often so far on that day; the highest reported number is counted',
    ),
  day: daySchema.optional().describe('By default today; at most 31 days ago'),
});
export type UsageEventInput = z.output<typeof usageEvent>;

const usageBody = z.union([
  z.object({
    events: z.array(usageEvent).min(1).max(1_000).describe('Events, each with the fields below'),
  }),
  usageEvent,
]);

const byDefault = "by default as in the tenant's policy for the kind";

const windowDays = z.coerce.number().int().min(1).max(365).default(30).describe('How many days, up to today');

export const timelineDay = z.object({
  day: daySchema,
  downloads: z.number().int(),
  views: z.number().int(),
  uses: z.number().int(),
  unique_skills: z.number().int(),
});
export type TimelineDay = z.infer<typeof timelineDay>;

export const topItem = z.object({
  slug: itemSlugSchema,
  kind: kindSchema,
  downloads: z.number().int(),
  views: z.number().int(),
  uses: z.number().int(),
  total: z.number().int(),
});
export type TopItem = z.infer<typeof topItem>;

export const decayItem = z.object({
  slug: itemSlugSchema,
  kind: kindSchema,
  version: versionSchema.nullable(),
  description: z.string(),
  use_count: z.number().int(),
  last_used_at: timeSchema.nullable(),
  created_at: timeSchema,
  state: z.enum(itemStates),
  reasons: z.array(z.string()),
});
export type DecayItem = z.infer<typeof decayItem>;

const usageRead = { method: 'GET', access: 'usage:read', limit: 'read', cache: 'validated' } as const;

export const usageRoutes = routeTable({
  postUsage: {
    method: 'POST',
    path: '/v1/usage',
    summary: 'Report one event or several; what a project repeats on the same day is counted once',
    access: 'skills:read',
    limit: 'write',
    confined: true,
    body: usageBody,
    bodyLimit: { bytes: 512 * 1_024, values: 20_000 },
    cache: 'never',
    answer: z.object({ accepted: z.number().int() }),
    status: 202,
    refusals: [404],
  },
  postEffects: {
    method: 'POST',
    path: '/v1/effects',
    summary:
      'Report how skills did by day before and after a change, as counts, and get the counts of other machines with the same change',
    access: 'skills:read',
    limit: 'write',
    body: effectReport,
    bodyLimit: { bytes: 512 * 1_024, values: 40_000 },
    cache: 'never',
    answer: effectAnswer,
    refusals: [409],
  },
  getTimeline: {
    ...usageRead,
    path: '/v1/tenant/usage/timeline',
    summary: 'Usage by day, ending today; days without usage are included',
    query: z.object({ days: windowDays, slug: itemSlugSchema.optional(), kind: kindSchema.optional() }),
    answer: z.array(timelineDay),
  },
  getTop: {
    ...usageRead,
    path: '/v1/tenant/usage/top',
    summary: 'The most used items',
    query: z.object({ days: windowDays, limit: z.coerce.number().int().min(1).max(100).default(10) }),
    answer: z.array(topItem),
  },
  getDecay: {
    ...usageRead,
    path: '/v1/tenant/skills/decay',
    summary:
      'Candidates for the archive, including flagged items, with the reasons; the longest unused come first',
    query: z.object({
      kind: kindSchema.default('skill'),
      days: z.coerce
        .number()
        .int()
        .min(0)
        .max(1_825)
        .optional()
        .describe(`Only items that were not used for this many days; ${byDefault}`),
      max_uses: z.coerce
        .number()
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .describe(`Only items with fewer uses than this; ${byDefault}`),
      grace_days: z.coerce
        .number()
        .int()
        .min(0)
        .max(1_825)
        .optional()
        .describe(`Leave out items that were published within this many days; ${byDefault}`),
      limit: z.coerce.number().int().min(1).max(1_000).default(200),
    }),
    answer: z.array(decayItem),
  },
});
