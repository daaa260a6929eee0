/*
 * How the file of a skill is called. `SKILL.md` is its name; `skill.md` is tolerated where that is all there is.
 */

export const skillFileNames = ['SKILL.md', 'skill.md'] as const;

export function isSkillFile(name: string): boolean {
  return skillFileNames.some((known) => known === name);
}
