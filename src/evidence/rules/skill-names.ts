/*
 * Resolves a name or path in a transcript to a skill. A path means the skill in that folder; a name, or an unknown path,
 * the first skill with that name. Spellings differ between agents (`plugin:skill`, `category/skill`, upper and lower
 * case), so the exact one is tried first and the bare name last.
 */

import type { SkillMention } from '../../agents/sessions/observation.js';

export interface KnownSkill {
  readonly id: string;
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/** Takes the skills in order of precedence; a leading `~` stands for the user's home. */
export function skillResolver(
  skills: readonly KnownSkill[],
  userHome: string,
): (mention: SkillMention) => string | undefined {
  const byFolder = firstBy(skills, ({ folder }) => folder);
  const byId = firstBy(skills, ({ id }) => id.toLowerCase());
  const byName = firstBy(skills, ({ name }) => name.toLowerCase());
  const byFolderName = firstBy(skills, ({ folder }) => lastSegment(folder).toLowerCase());
  const named = (name: string) => (byName.get(name) ?? byFolderName.get(name))?.id;
  return ({ name, folder }) => {
    const there = folder && byFolder.get(folder.replace(/^~(?=\/)/, userHome).replace(/\/+$/, ''));
    if (there) return there.id;
    const spelling = name.replace(/^\//, '').toLowerCase();
    const plugin = spelling.replace(':', '/');
    return byId.get(spelling)?.id ?? byId.get(plugin)?.id ?? named(spelling) ?? named(lastSegment(plugin));
  };
}

function firstBy(skills: readonly KnownSkill[], key: (skill: KnownSkill) => string): Map<string, KnownSkill> {
  const found = new Map<string, KnownSkill>();
  for (const skill of skills) if (!found.has(key(skill))) found.set(key(skill), skill);
  return found;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
