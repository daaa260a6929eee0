/*
 * Where the secrets in a text are. Each finder names the stretches that it takes for secrets; here they are joined.
 */

import { findAssignments } from './assignments.js';
import { findPrivateKeys, findShapes } from './shapes.js';
import { findSurrounded } from './surroundings.js';

/** A stretch of a text, from its start up to and without its end. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export type Finder = (text: string) => readonly Finding[];

/** In the order of the text. Where two find the same stretch, the first names it; `first` comes before all others. */
export function findSecrets(text: string, first?: Finder): readonly Finding[] {
  const findings: Finding[] = [...(first?.(text) ?? [])];
  // Not spread: a text may hold more secrets than a call takes arguments.
  for (const find of finders) for (const finding of find(text)) findings.push(finding);
  return joined(findings);
}

const finders: readonly Finder[] = [findPrivateKeys, findShapes, findNamedSecrets];

/** In the order of the text, with those that overlap made one. */
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

/*
 * Secrets that only the words and marks beside them give away.
 */

function findNamedSecrets(text: string): readonly Finding[] {
  return hint.test(text) || userHint.test(text) ? [...findSurrounded(text), ...findAssignments(text)] : [];
}

/** Looks for a rare letter, and then at what is beside it: a third of the effort of looking for the words themselves. */
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
