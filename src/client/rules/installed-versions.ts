/*
 * Which version of each skill a project on this machine has had, and since when: one line for each change, so that what
 * happened with a skill can be divided by version.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isText, isTextOrNull, isTime } from '../../text/shape.js';
import { type Lock, revisionOf } from './lock.js';

export interface InstalledLine {
  readonly at: number;
  /** The tag of the project's folder. */
  readonly project: string;
  readonly slug: string;
  /** Of the content; null where the skill was removed from the project. */
  readonly digest: string | null;
  readonly version: string;
}

/** In their order; what is no such line is left out. */
export function readInstalledLines(text: string): readonly InstalledLine[] {
  return text
    .split('\n')
    .map((line) => parseJson(line))
    .filter(isInstalledLine);
}

export function printInstalledLines(lines: readonly InstalledLine[]): string {
  // A line that was cut off by a crash does not damage the next one.
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

/** The lines that say what is different now. */
export function newInstalledLines(
  known: readonly InstalledLine[],
  { nodes }: Lock,
  { project, at }: Pick<InstalledLine, 'project' | 'at'>,
): readonly InstalledLine[] {
  const last = new Map(known.filter((line) => line.project === project).map((line) => [line.slug, line]));
  const skills = nodes.filter(({ kind }) => kind === 'skill');
  const changed = skills
    .filter(({ slug, contentDigest }) => last.get(slug)?.digest !== contentDigest)
    .map((node) => ({
      ...{ at, project, slug: node.slug, digest: node.contentDigest, version: revisionOf(node) },
    }));
  const gone = [...last.values()]
    .filter(({ slug, digest }) => digest !== null && !skills.some((node) => node.slug === slug))
    .map((line) => ({ ...line, at, digest: null }));
  return [...changed, ...gone];
}

function isInstalledLine(value: unknown): value is InstalledLine {
  return (
    isObject(value) &&
    isTime(value['at']) &&
    isText(value['project']) &&
    isText(value['slug']) &&
    isTextOrNull(value['digest']) &&
    isText(value['version'])
  );
}
