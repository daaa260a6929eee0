/*
 * Skills and their files as MCP resources: their URIs and their contents. The last part of a skill's URI must be the
 * name in its SKILL.md; where that differs from the slug, it follows the slug:
 * `skill://deploy/SKILL.md`, `skill://deploy-2/deploy/SKILL.md`. The `@` of a namespace is
 * escaped, because an address must not begin with one: `skill://%40team/deploy/SKILL.md`.
 */

import { resourceSegments } from '../../skill/resources.js';
import { decodePlainText } from '../../text/utf8.js';
import { baseOf } from '../api/item-slug.js';

interface NamedSkill {
  readonly slug: string;
  readonly name: string;
}

/** The path of a skill in its URI, without a slash at the end. */
export function skillPath({ slug, name }: NamedSkill): string {
  return baseOf(slug) === name ? slug : `${slug}/${name}`;
}

/** `path` is empty for the skill's own folder. */
export function fileUri(skill: NamedSkill, path: string): string {
  const segments = path === '' ? [] : path.split('/');
  return `skill://${[...skillPath(skill).split('/'), ...segments].map(encodeURIComponent).join('/')}`;
}

/** The slug in a URI; undefined where it has none. */
export function slugIn(uri: string): string | undefined {
  const [first, second] = resourceSegments(uri) ?? [];
  return first?.startsWith('@') && second !== undefined ? `${first}/${second}` : first;
}

/** The path below the skill's folder, empty for the folder itself; undefined for a URI of another skill. */
export function pathIn(uri: string, skill: NamedSkill): string | undefined {
  const segments = resourceSegments(uri);
  if (segments === undefined) return undefined;
  const own = skillPath(skill).split('/');
  return own.every((part, index) => segments[index] === part)
    ? segments.slice(own.length).join('/')
    : undefined;
}

/** A file as text where that loses nothing, else as bytes: the reader can check its digest either way. */
export function fileContent(bytes: Uint8Array): string | Uint8Array {
  return decodePlainText(bytes) ?? bytes;
}
