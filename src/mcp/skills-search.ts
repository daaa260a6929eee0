/*
 * Search: the skills that fit a need, best first.
 */

import { z } from 'zod';
import { limit, query } from './arguments.js';
import { hintInTools } from './hint.js';
import { skillRow } from './skill-row.js';
import { reads, tool } from './tool.js';

export const skillsSearch = tool({
  name: 'skills_search',
  title: 'Search skills',
  description:
    'Find the skills that fit a task, best first, with a score from 0 to 1. Beginnings of words and typing errors are understood.',
  takes: z.strictObject({
    query: query.min(1).describe('What you need, in a few words.'),
    archived: z.boolean().optional().describe('Also those that were archived.'),
    limit: limit(50, 10),
  }),
  annotations: reads,
  run: async (context, { query: text, ...rest }) => {
    const { results, message, hint } = (await context.openLibrary()).search({ text, ...rest });
    return {
      results: results.map((found) => ({ ...skillRow(found), score: found.score })),
      ...(message !== undefined && { message }),
      hint: hintInTools(`coppice ${hint}`, context),
    };
  },
});
