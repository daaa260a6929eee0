/*
 * The counters of Claude Code: `skillUsage` in its `.claude.json`, a use count and the time of the last use by name.
 */

import { parseJson } from '../../text/json.js';
import { countOr0, isObject } from '../../text/shape.js';
import { countersWith } from './counters.js';
import { type ImportedSkill, type ImportedUsage, noFacts, timeIn } from './import.js';

/** Undefined when the text is not such a file. */
export function readClaudeUsage(text: string): ImportedUsage | undefined {
  const file = parseJson(text);
  if (!isObject(file)) return undefined;
  const { skillUsage = {} } = file;
  if (!isObject(skillUsage)) return undefined;
  const skills: ImportedSkill[] = [];
  const malformed: string[] = [];
  for (const [name, said] of Object.entries(skillUsage)) {
    if (!isObject(said)) malformed.push(name);
    else {
      const counters = { useCount: countOr0(said['usageCount']), lastUsedAt: timeIn(said['lastUsedAt']) };
      skills.push({ name, counters: countersWith(counters), facts: noFacts });
    }
  }
  return { skills, malformed };
}
