/*
 * Brings a skill back out of the archive.
 */

import { z } from 'zod';
import { skillName } from './arguments.js';
import { tool } from './tool.js';

export const skillRestore = tool({
  name: 'skill_restore',
  title: 'Restore a skill',
  description:
    'Bring an archived skill back, the same bytes at the same place. skills_search with archived finds them.',
  takes: z.strictObject({
    name: skillName,
    as: z.string().max(64).optional().describe('Another name, where its own is taken.'),
    reason: z.string().optional().describe('For the history.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: async (context, { name, ...options }) => {
    const library = await context.openLibrary();
    const { id, path, sha256, entry } = await library.restore(name, { by: 'agent', ...options });
    return { id, path, sha256, entry, hint: 'skill_view with its id opens it.' };
  },
});
