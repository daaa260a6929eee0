/*
 * The addresses of skills and their files as resources: the label of the root, the name of the skill, and the path in
 * its folder. `skill://home/gif-search/references/api.md`.
 */

import { resourceSegments } from '../../skill/resources.js';

interface NamedSkill {
  /** `label:name` */
  readonly id: string;
  /** One that the Skills extension allows. */
  readonly name: string;
}

/** As the extension names it. */
export function skillPath({ id, name }: NamedSkill): string {
  return `${labelIn(id, name)}/${name}`;
}

/** Of its SKILL.md. */
export function skillUri({ id, name }: NamedSkill): string {
  return `skill://${encodeURIComponent(labelIn(id, name))}/${name}/SKILL.md`;
}

export interface SkillLocation {
  readonly label: string;
  readonly name: string;
  /** Below the folder of the skill; empty for the folder itself. */
  readonly path: string;
}

/** Undefined where it is no such address. */
export function locationOf(uri: string): SkillLocation | undefined {
  const [label, name, ...segments] = resourceSegments(uri) ?? [];
  if (label === undefined || name === undefined) return undefined;
  return segments.every(isPlain) ? { label, name, path: segments.join('/') } : undefined;
}

function labelIn(id: string, name: string): string {
  return id.slice(0, -name.length - 1);
}

function isPlain(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\0]/.test(segment);
}
