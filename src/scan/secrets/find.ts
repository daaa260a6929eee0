/*
 * Finds the secrets in a text. Each finder returns ranges of the text, and overlapping ranges are joined.
 */

import { findAssignments } from './assignments.js';
import { findPrivateKeys, findShapes } from './shapes.js';
import { findSurrounded } from './surroundings.js';

/** A range of the text; the end is exclusive. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export type Finder = (text: string) => readonly Finding[];

/** In the order of the text. If two finders overlap, the first determines the kind; `first` runs before all others. */
export function findSecrets(text: string, first?: Finder): readonly Finding[] {
  const findings: Finding[] = [...(first?.(text) ?? [])];
  // No spread: a text may contain more secrets than a call takes arguments.
  for (const find of finders) for (const finding of find(text)) findings.push(finding);
  return joined(findings);
}

const finders: readonly Finder[] = [findPrivateKeys, findShapes, findNamedSecrets];

/** Sorts the ranges, and joins those that overlap. */
function joined(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const result: Finding[] = [];
  for (const finding of [...findings].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) result.push(finding);
    else if (finding.end > last.end) result[result.length - 1] = { ...last, end: finding.end };
  }
  return result;
}

/** Secrets that only the text beside them reveals. */
function findNamedSecrets(text: string): readonly Finding[] {
  return hint.test(text) || userHint.test(text) ? [...findSurrounded(text), ...findAssignments(text)] : [];
}

/** Searches for a rare letter first, then checks beside it: three times faster than searching for the words. */
const hint = new RegExp(
  [
    '[kwz=:](?:',
    '(?<=tok|[ch]ook|pass?w|pw|jw|authoriz',
    `|(?:pass|auth|phrase|sig|ature)["'\`\\\\\\])]{0,6}[ \\t]{0,8}[=:])`,
    `|(?<=[a-z_-] ?k)ey["'\`\\\\\\])]{0,6}(?:[ \\t]{0,8}[=:<,]|[ \\t]{0,40}[|│]|[ \\t]{1,8}["'(]?[\\w+/]{4})`,
    '|(?<=:)//[^\\s/]{1,800}@)',
    '|cre[dt]|b(?:earer|asic)[ %]',
  ].join(''),
  'i',
);
const userHint = /-(?:u(?:ser)?[ "',=]{0,4}[^\s:]{1,80}:|p(?:(?=\S)(?<=mysql.{0,130} -p)|(?<=sshpass -p)))/i;
