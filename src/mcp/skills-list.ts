/*
 * Tier 1: the skills there are, a few words each.
 */

import { z } from 'zod';
import { limit, query } from './arguments.js';
import { skillRow } from './skill-row.js';
import { reads, tool } from './tool.js';

export const skillsList = tool({
  name: 'skills_list',
  title: 'List skills',
  description:
    'List the skills there are, by name and description. A skill is a procedure that somebody wrote down: look here before you work something out yourself.',
  takes: z.strictObject({
    category: z.string().max(256).optional().describe('Only those of one category.'),
    query: query.optional().describe('Only those with all of these words in name, description or tags.'),
    limit: limit(200, 50),
    cursor: z.string().max(4_000).optional().describe('The nextCursor of the page before.'),
  }),
  annotations: reads,
  run: async (context, request) => {
    const listing = (await context.openLibrary()).list(request);
    const { skills, categories, total, message, nextCursor } = listing;
    const isFirst = request.cursor === undefined && request.category === undefined;
    return {
      skills: skills.map((skill) => ({
        ...skillRow(skill),
        ...(skill.category !== null && { category: skill.category }),
        ...(skill.pinned && { pinned: true }),
      })),
      total,
      ...(isFirst && categories.length > 0 && { categories }),
      ...(message !== undefined && { message }),
      ...(nextCursor !== null && { nextCursor }),
      hint: listHint(total, nextCursor !== null),
    };
  },
});

function listHint(total: number, hasMore: boolean): string {
  if (total === 0) return 'skills_search finds skills by what they are for.';
  const more = ' nextCursor, given as cursor, lists more; skills_search finds the one that fits a task.';
  return `skill_view with a name opens one, with its instructions.${hasMore ? more : ''}`;
}
