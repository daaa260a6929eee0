/*
 * The skills of the machine that the server runs on. Only a server for one person on one machine has these routes
 * (`coppice registry serve --local`), and only for the tenant `local`; everywhere else they answer 404.
 */

import { z } from 'zod';
import { slugSchema, timeSchema, versionSchema } from '../names.js';
import { routeTable } from '../route.js';

const localSkillAnswer = z.object({
  id: z.string(),
  name: z.string(),
  /** Its slug in the catalog, before or after the import; null where no slug can be made from its name. */
  slug: slugSchema.nullable(),
  description: z.string(),
  /** The label of the root it is in. */
  root: z.string(),
  state: z.enum(['active', 'stale', 'archived']),
  use_count: z.number().int(),
  last_used_at: timeSchema.nullable(),
  /** Whether the catalog has an item of this slug. */
  imported: z.boolean(),
  /** What the scanner said about it when it was last scanned; absent when it passed or was not scanned. */
  verdict: z.enum(['warn', 'block']).optional(),
  /** Why it cannot be imported, as far as is known without reading all its files. */
  reason: z.string().optional(),
});
export type LocalSkillAnswer = z.infer<typeof localSkillAnswer>;

const importAnswer = z.object({
  imported: z.array(z.object({ id: z.string(), slug: slugSchema, version: versionSchema })),
  /** Skills that were refused, and those that the catalog already has with the same content. */
  skipped: z.array(z.object({ id: z.string(), reason: z.string(), already_there: z.boolean() })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

export const localRoutes = routeTable({
  listLocalSkills: {
    method: 'GET',
    path: '/v1/local/skills',
    summary: 'The skills on the machine of a server that was started with --local',
    access: 'tenant:admin',
    limit: 'read',
    cache: 'validated',
    answer: z.object({ found: z.array(localSkillAnswer) }),
    refusals: [404],
  },
  importLocalSkills: {
    method: 'POST',
    path: '/v1/local/import',
    summary: 'Publish skills of that machine, with their usage and their age',
    access: 'tenant:admin',
    limit: 'write',
    body: z
      .strictObject({
        ids: z.array(z.string().max(1_024)).max(200).optional().describe('Ids of skills; by default all'),
      })
      .default({}),
    bodyLimit: { bytes: 256 * 1_024 },
    cache: 'never',
    answer: importAnswer,
    refusals: [404],
  },
});
