/*
 * What was used, how often, and when last.
 */

import { z } from 'zod';
import { findSkill } from '../../library/read/resolve.js';
import { usageRecords } from '../../library/read/usage-records.js';
import type { SkillLibrary } from '../../library/skill-library.js';
import { activityOf, type UsageRecord } from '../../usage/rules/record.js';
import { limit, reads, skillName, tool } from './tool.js';

export const skillUsage = tool({
  name: 'skill_usage',
  title: 'Usage of skills',
  description: 'Show how often skills were used, viewed and patched, and when last; the most used first.',
  takes: z.strictObject({
    name: skillName.optional(),
    sort: z.enum(['activity', 'recent', 'idle']).default('activity').describe('idle: longest unused first.'),
    limit: limit(200, 20),
  }),
  annotations: reads,
  run: async (context, { name, sort, limit: most }) => {
    const library = await context.openLibrary();
    if (name !== undefined) return usageOf(library, name);
    const records = usageRecords(library.reading).toSorted(orders[sort]);
    return {
      records: records.slice(0, most).map(row),
      total: records.length,
      hint:
        records.length === 0
          ? 'No skill has been used yet; skills_list lists the skills.'
          : 'Skills that stay idle are archived; `coppice pin NAME` prevents it.',
    };
  },
});

const orders: Readonly<Record<'activity' | 'recent' | 'idle', (a: UsageRecord, b: UsageRecord) => number>> = {
  activity: (a, b) => activityOf(b) - activityOf(a),
  recent: (a, b) => b.lastActivityAt - a.lastActivityAt,
  idle: (a, b) => a.lastActivityAt - b.lastActivityAt,
};

/** Also of one that is archived, by its id. */
function usageOf(library: SkillLibrary, name: string): object {
  const { usage } = library.reading;
  const known = usage.get(name) ?? usage.get(findSkill(library.reading, name).entry.id);
  const record = usageRecords(library.reading).find(({ id }) => id === known?.id);
  return record === undefined
    ? { records: [], hint: 'It was never used.' }
    : { records: [row(record)], hint: 'skill_view opens it.' };
}

/** Times that are not known are left out. */
function row(record: UsageRecord) {
  const { id, useCount, viewCount, patchCount, state, pinned, createdBy } = record;
  const { lastActivityAt, createdAt, archivedAt } = record;
  return {
    id,
    useCount,
    viewCount,
    patchCount,
    state,
    ...(pinned && { pinned }),
    createdBy,
    ...time('lastActivityAt', lastActivityAt),
    ...time('createdAt', createdAt),
    ...time('archivedAt', archivedAt),
  };
}

function time(key: string, at: number): Readonly<Record<string, string>> {
  return at === 0 ? {} : { [key]: new Date(at).toISOString() };
}
