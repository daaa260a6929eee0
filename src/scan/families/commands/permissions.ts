/*
 * Files that everybody may write to although they belong to root. Each command alone is an everyday one; together they let
 * any account plant what root will run. So the whole script is read, and paths are compared.
 */

import type { ScanRule } from '../../findings/rule.js';
import type { RuleMatch } from './step.js';

export const openPermissions: ScanRule = {
  id: 'destruction/open-permissions',
  family: 'destruction',
  title: 'Makes files writable for everybody',
  severity: 'low',
  why: 'Any program on the computer can then change these files.',
  instead: 'Give only the permissions that are needed, only to the user who needs them.',
};

export interface OpenedPath {
  readonly match: RuleMatch;
  /** The index of the line in the script. */
  readonly line: number;
}

/** The first path that belongs to root, by the script itself or by its place, and that the script opens for everybody. */
export function openedRootPathIn(text: string): OpenedPath | undefined {
  if (!text.includes('chmod')) return undefined;
  const owned = new Set<string>();
  for (const [, paths = ''] of text.matchAll(givenToRoot)) for (const path of pathsIn(paths)) owned.add(path);
  for (const { 1: paths = '', index } of text.matchAll(opened)) {
    const path = pathsIn(paths).find((each) => owned.has(each) || systemPath.test(each));
    if (path === undefined) continue;
    const why = `${path} belongs to root, and chmod lets everybody write to it.`;
    return {
      match: { rule: openPermissions, severity: 'high', why },
      line: text.slice(0, index).split('\n').length - 1,
    };
  }
  return undefined;
}

const givenToRoot =
  /\bchown(?:[ \t]+-[\w-]{1,30}){0,6}[ \t]+(?:root|0)(?::[\w-]{0,40})?[ \t]+([^\n;&|#`]{1,300})/g;

/** A mode whose last digit has the right to write, without the sticky bit, or the same in letters. */
const opened =
  /\bchmod(?:[ \t]+-[\w-]{1,30}){0,6}[ \t]+(?:0?[0-7]{2}[2367]|[ug]{0,2}[ao][ugoa]{0,2}\+[rxX]{0,2}w[rxX]{0,2})[ \t]+([^\n;&|#`]{1,300})/g;

function pathsIn(words: string): readonly string[] {
  return words
    .split(/[ \t]+/)
    .map((word) => word.replace(/^["']|["']$/g, '').replace(/(?<=.)\/+$/, ''))
    .filter((word) => /^[/~$]/.test(word));
}

/** Programs and settings of the system, which are root's unless somebody changes that. */
const systemPath = /^\/(?:(?:usr\/(?:local\/)?)?s?bin|etc|boot|root)(?:\/|$)/;
