/*
 * What a path in a transcript says about a skill: that it is a SKILL.md, a reference or a script of one. Judged by
 * the path alone, because the file may be on another machine or long gone.
 */

import type { SkillMention } from '../observation.js';

export interface SkillPath {
  readonly part: 'skill' | 'reference' | 'script';
  readonly skill: SkillMention;
}

export function skillPathOf(path: string): SkillPath | undefined {
  const segments = path.replaceAll('\\', '/').split('/');
  const file = segments.at(-1) ?? '';
  if (/^skill\.md$/i.test(file)) return placed(segments.slice(0, -1), 'skill');
  const skills = segments.lastIndexOf('skills');
  if (skills === -1 || file === '') return undefined;
  // Between `skills` and the part is the skill, or its category and the skill.
  const index = segments.findIndex((segment, at) => at >= skills + 2 && partOf(segment) !== undefined);
  const part = partOf(segments[index]);
  return part === undefined || index === segments.length - 1
    ? undefined
    : placed(segments.slice(0, index), part);
}

function placed(folder: readonly string[], part: SkillPath['part']): SkillPath | undefined {
  const name = folder.at(-1) ?? '';
  const known = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);
  return known ? { part, skill: { name, folder: folder.join('/') } } : undefined;
}

function partOf(segment: string | undefined): 'reference' | 'script' | undefined {
  if (segment === 'scripts') return 'script';
  return segment === 'references' || segment === 'templates' || segment === 'assets'
    ? 'reference'
    : undefined;
}
