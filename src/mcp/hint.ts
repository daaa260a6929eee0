/*
 * Hints name verbs of the command line. Where a tool does the same, whoever reads a hint here has the tool.
 */

import type { McpContext } from './context.js';

const toolOfVerb = {
  list: 'skills_list',
  view: 'skill_view',
  search: 'skills_search',
  restore: 'skill_restore',
} as const;

export function hintInTools(hint: string, { isReadOnly }: Pick<McpContext, 'isReadOnly'>): string {
  return hint.replace(/\bcoppice (list|view|search|restore)\b/g, (typed, verb: keyof typeof toolOfVerb) =>
    isReadOnly && verb === 'restore' ? typed : toolOfVerb[verb],
  );
}
